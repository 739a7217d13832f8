import Basics
import Essentials
import Locks

/// The storage of the messages of all copies.
// A class because the copies of a value share it; the longest copy appends in place.
final class MessageStore: Sendable {
  private struct Entry {
    var offset: Int
    var time: Double
    var size: Int32
    var kind: UInt8
    var isOutgoing: Bool
  }

  private struct State {
    /// In pieces of one size, so that growing never copies.
    var pieces: [ContiguousArray<Entry>] = []
    var count = 0
    /// The totals before each piece, and the total of all.
    var tallies: [MessageTally] = []
    var tally = MessageTally()
    var kinds: [ConversationMessage.Kind] = [.text, .binary, .ping, .pong, .content]
    /// The bodies outside of the common store, by message number.
    var large: [Int: ByteStore] = [:]
    /// The bodies of the last messages, starting with that message number, until there are enough: a file write per
    /// message would take longer than everything else about a small message.
    var tail: [UInt8] = []
    var tailStart = 0
    /// The number of bytes released from memory.
    var released = 0

    func entry(_ number: Int) -> Entry { pieces[number >> MessageStore.shift][number & MessageStore.mask] }

    func head(_ number: Int) -> MessageHead {
      let entry = entry(number)
      return MessageHead(
        direction: entry.isOutgoing ? .outgoing : .incoming, kind: kinds[Int(entry.kind)],
        date: Date(timeIntervalSinceReferenceDate: entry.time), size: large[number]?.count ?? Int(entry.size))
    }
  }

  private static let shift = 12
  private static let mask = 1 << shift - 1
  /// In bytes; a larger body stays in its own store.
  private static let largest = 64 << 10
  private static let writtenAtOnce = 64 << 10
  private static let releasedAtOnce = 4 << 20

  private let state = Mutex(State())
  private let bytes: ByteStore

  init(_ bytes: ByteStore = ByteStore(spillThreshold: 16 << 20, capacity: 8 << 30)) { self.bytes = bytes }

  /// Returns `false` if there are more messages than the caller's `count`.
  func append(_ message: ConversationMessage, after count: Int) -> Bool {
    state.withLock { state in
      guard state.count == count else { return false }
      var entry = Entry(
        offset: bytes.count + state.tail.count, time: message.date.timeIntervalSinceReferenceDate,
        size: Int32(clamping: message.size), kind: 0, isOutgoing: message.direction == .outgoing)
      // A protocol has a handful of kinds; more than 255 would share a name.
      entry.kind = UInt8(clamping: state.kinds.firstIndex(of: message.kind) ?? state.kinds.count)
      if Int(entry.kind) == state.kinds.count { state.kinds.append(message.kind) }
      // Others share the body of an HTTP message, so it is not copied.
      if message.size <= Self.largest, message.kind != .content {
        if state.tail.isEmpty { state.tailStart = count }
        message.body.withUnsafeBytes { state.tail += $0 }
      } else {
        state.large[count] = message.body
      }
      if count & Self.mask == 0 {
        var piece = ContiguousArray<Entry>()
        piece.reserveCapacity(Self.mask + 1)
        state.pieces.append(piece)
        state.tallies.append(state.tally)
      }
      state.pieces[count >> Self.shift].append(entry)
      state.count += 1
      state.tally.count(state.head(count))
      if state.tail.count >= Self.writtenAtOnce { write(&state) }
      return true
    }
  }

  /// Moves the tail to the common store.
  private func write(_ state: inout State) {
    guard !state.tail.isEmpty else { return }
    do throws(ByteStoreError) {
      try bytes.append(state.tail)
    } catch {
      // If the common store has no room, each message keeps its own.
      var rest = state.tail[...]
      for number in state.tailStart..<state.count where state.large[number] == nil {
        let size = Int(state.entry(number).size)
        state.large[number] = ByteStore(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
      }
    }
    state.tail.removeAll(keepingCapacity: true)
    if bytes.count - state.released >= Self.releasedAtOnce, bytes.isSpilled {
      bytes.releaseResidentMemory(in: state.released..<bytes.count)
      state.released = bytes.count
    }
  }

  func head(_ number: Int) -> MessageHead { state.withLock { $0.head(number) } }

  /// The totals of the first messages; counts only the last piece.
  func tally(of count: Int) -> MessageTally {
    state.withLock { state in
      guard count < state.count else { return state.tally }
      let piece = count >> Self.shift
      return (piece << Self.shift..<count).reduce(into: state.tallies[piece]) { $0.count(state.head($1)) }
    }
  }

  func message(_ number: Int) -> ConversationMessage {
    let head = head(number)
    let body = large(number) ?? withBytes(number) { ByteStore($0) }
    return ConversationMessage(head.direction, head.kind, body, at: head.date)
  }

  private func large(_ number: Int) -> ByteStore? {
    state.withLock { $0.large.isEmpty ? nil : $0.large[number] }
  }

  func withBytes<R, E: Error>(_ number: Int, _ read: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    let (entry, own, recent) = state.withLock { state -> (Entry, ByteStore?, [UInt8]?) in
      let entry = state.entry(number)
      if let own = state.large[number] { return (entry, own, nil) }
      guard !state.tail.isEmpty, number >= state.tailStart else { return (entry, nil, nil) }
      // Drawing the newest messages must not wait for a file.
      let start = entry.offset - bytes.count
      return (entry, nil, Array(state.tail[start..<start + Int(entry.size)]))
    }
    if let own { return try own.withUnsafeBytes(read) }
    if let recent { return try recent.withRawBytes(read) }
    return try bytes.withUnsafeBytes { all throws(E) in
      try read(UnsafeRawBufferPointer(rebasing: all[entry.offset..<entry.offset + Int(entry.size)]))
    }
  }

  func release(_ numbers: Range<Int>) {
    guard let last = numbers.last else { return }
    let (start, end) = state.withLock { state in
      write(&state)
      let entry = state.entry(last)
      return (state.entry(numbers.lowerBound).offset, entry.offset + (state.large[last] == nil ? Int(entry.size) : 0))
    }
    if bytes.isSpilled, start < end { bytes.releaseResidentMemory(in: start..<end) }
  }
}
