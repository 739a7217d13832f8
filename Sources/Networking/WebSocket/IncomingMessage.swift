import Basics

/// One message while its frames arrive: inflated, checked and stored piece by piece.
final class IncomingMessage {
  /// The maximum size of a message, and its storage.
  struct Limits: Hashable, Sendable {
    /// In bytes, decompressed.
    var size: Int
    /// Larger messages move to a temporary file.
    var spillThreshold = ByteStore.defaultSpillThreshold
  }

  var isText = false
  /// `nil` if the message is not compressed.
  var inflater: MessageInflater?
  private let limits: Limits
  private var check = UTF8Check()
  /// Up to `arrayLimit` bytes; a larger message is in `store`. Each store reserves address space for its maximum size,
  /// so only large messages use one before their size is known.
  private var bytes: [UInt8] = []
  private var store: ByteStore?
  private var count = 0
  private static let arrayLimit = 16 << 20
  /// Shared by all empty messages.
  // A finished store never changes.
  private static let empty = ByteStore([])

  init(_ limits: Limits) { self.limits = limits }

  /// Checks the length of the next frame. A frame that cannot fit is rejected before it has arrived.
  func announce(_ length: Int) throws(WebSocketFault) {
    guard inflater != nil || length <= limits.size - count else { throw tooLarge }
  }

  /// Adds a piece of a frame's payload.
  func append(_ piece: UnsafeRawBufferPointer) throws(WebSocketFault) {
    guard !piece.isEmpty else { return }
    guard let inflater else { return try keep(piece) }
    try inflater.inflate(piece) { piece throws(WebSocketFault) in try self.keep(piece) }
  }

  /// The whole message.
  func finished() throws(WebSocketFault) -> ByteStore {
    try inflater?.finish { piece throws(WebSocketFault) in try self.keep(piece) }
    guard !isText || check.isWhole else { throw .invalidText }
    guard let store else { return bytes.isEmpty ? Self.empty : ByteStore(bytes) }
    store.finish()
    return store
  }

  private func keep(_ piece: UnsafeRawBufferPointer) throws(WebSocketFault) {
    count += piece.count
    guard count <= limits.size else { throw tooLarge }
    guard !isText || check.take(piece) else { throw .invalidText }
    if store == nil, bytes.count + piece.count <= Self.arrayLimit {
      bytes += piece
      return
    }
    do throws(ByteStoreError) {
      let store = store ?? ByteStore(spillThreshold: limits.spillThreshold, capacity: limits.size)
      if self.store == nil {
        self.store = store
        try store.append(bytes)
        bytes = []
      }
      try store.append(piece)
    } catch {
      throw .storage(error.description)
    }
  }

  private var tooLarge: WebSocketFault { .tooLarge("\(ByteCount(limits.size))") }
}

/// Checks text that arrives in pieces, and detects invalid UTF-8 as early as possible.
struct UTF8Check {
  /// The first bytes of an incomplete character; at most three.
  private var started: [UInt8] = []

  /// True if the text so far ends with a complete character.
  var isWhole: Bool { started.isEmpty }

  /// Returns `false` if the text is invalid regardless of what follows.
  mutating func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let base = bytes.baseAddress else { return true }
    var index = 0
    if !started.isEmpty {
      let known = started.count
      let joined = started + bytes.prefix(3)
      let length = joined.withUnsafeBytes { $0.baseAddress.map { UTF8Sequence.length($0, 0, joined.count) } ?? -1 }
      guard length >= 0 else { return false }
      guard length > 0 else {
        started = joined
        return true
      }
      started = []
      index = length - known
    }
    while index < bytes.count {
      if index + 8 <= bytes.count,
        base.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        index += 8
        continue
      }
      let length = UTF8Sequence.length(base, index, bytes.count)
      guard length >= 0 else { return false }
      guard length > 0 else {
        started = Array(bytes[index...])
        return true
      }
      index += length
    }
    return true
  }
}
