import Basics
import Libc

/// Finds the ends of a body's messages while its bytes arrive, in pieces of any size. Keeps only the start of an
/// incomplete line.
struct MessageScanner: Sendable {
  /// The maximum number of bytes kept of a line: a longer id is not sent back, and all other lines are recognized by
  /// their first bytes.
  static let longestField = 8 << 10

  let format: MessageFormat
  /// The number of scanned bytes.
  private(set) var offset = 0
  /// The id of the last complete event; empty if none. Sent as `Last-Event-ID` on reconnecting.
  private(set) var lastEventID = ""
  /// The delay that the server requests before reconnecting.
  private(set) var reconnectionTime: Duration?

  /// The start of a line that began in an earlier piece, and its full length.
  private var line: [UInt8] = []
  private var lineLength = 0
  private var lineHasText = false
  private var id = ""
  /// True if the current message has data.
  private var hasData = false
  private var isAtStart = true
  private var skipsLineFeed = false
  /// `nil` for anything but parts.
  private let delimiter: PartDelimiter?
  /// True between the start and the end of a part.
  private(set) var isInPart = false

  init(_ format: MessageFormat) {
    self.format = format
    delimiter = if case .parts(let boundary) = format { PartDelimiter(boundary) } else { nil }
  }

  /// The number of bytes kept of an incomplete line.
  var keptCount: Int { line.count }

  /// Calls `ended` with the end of each message that `bytes` completes, as an offset from the first byte ever scanned.
  mutating func scan(_ bytes: UnsafeRawBufferPointer, ended: (Int) -> Void) {
    guard !bytes.isEmpty else { return }
    let start = offset
    var place = skipsLineFeed && bytes[0] == 0x0A ? 1 : 0
    skipsLineFeed = false
    var lines = LineFinder(bytes, endsAtCarriage: format == .events)
    while place < bytes.count {
      guard let (end, next) = lines.line(at: place) else {
        keep(UnsafeRawBufferPointer(rebasing: bytes[place...]))
        break
      }
      let piece = UnsafeRawBufferPointer(rebasing: bytes[place..<end])
      // The line after a part is the beginning of the next one.
      let messageEnd = delimiter == nil ? start + next : start + place - lineLength
      place = next
      skipsLineFeed = format == .events && next == bytes.count && bytes[next - 1] == 0x0D
      if endLine(piece) { ended(messageEnd) }
    }
    offset = start + bytes.count
  }

  /// The body is over: the end of the message that was under way; `nil` if there is none.
  mutating func finish() -> Int? {
    defer { forgetLine() }
    guard let delimiter else { return format == .lines && lineHasText ? offset : nil }
    guard isInPart else { return nil }
    let meaning = line.withUnsafeBytes { delimiter.read($0) }
    isInPart = meaning != .last
    let isBorder = meaning != nil || delimiter.begins(with: line)
    return hasData || !isBorder ? offset - (isBorder ? lineLength : 0) : nil
  }

  private mutating func keep(_ piece: UnsafeRawBufferPointer) {
    let room = max(0, Self.longestField - line.count)
    line.append(contentsOf: piece.prefix(room))
    lineLength += piece.count
    if format == .lines, !lineHasText { lineHasText = hasText(piece) }
  }

  private mutating func forgetLine() {
    line.removeAll(keepingCapacity: true)
    lineLength = 0
    lineHasText = false
  }

  /// Completes a line with its last piece; returns true if the line ends a message.
  private mutating func endLine(_ piece: UnsafeRawBufferPointer) -> Bool {
    guard lineLength > 0 else { return take(piece, length: piece.count) }
    keep(piece)
    let (whole, length, isText) = (line, lineLength, lineHasText)
    forgetLine()
    if format == .lines { return isText }
    return whole.withUnsafeBytes { take($0, length: length) }
  }

  /// - Parameters:
  ///   - kept: the line, or its start if it is very long.
  ///   - length: its full length.
  private mutating func take(_ kept: UnsafeRawBufferPointer, length: Int) -> Bool {
    var line = kept
    var length = length
    if isAtStart {
      isAtStart = false
      if line.starts(with: ByteOrderMark.utf8) {
        line = UnsafeRawBufferPointer(rebasing: line[ByteOrderMark.utf8.count...])
        length -= ByteOrderMark.utf8.count
      }
    }
    if let delimiter { return takeLine(line, ofPartsBy: delimiter) }
    return format == .lines ? hasText(line) : takeField(line, length: length)
  }

  private mutating func takeLine(_ line: UnsafeRawBufferPointer, ofPartsBy delimiter: PartDelimiter) -> Bool {
    guard let meaning = delimiter.read(line) else {
      hasData = hasData || hasText(line)
      return false
    }
    defer { (isInPart, hasData) = (meaning == .next, false) }
    return isInPart
  }

  private mutating func takeField(_ line: UnsafeRawBufferPointer, length: Int) -> Bool {
    let (meaning, place) = EventFields.read(line)
    let value = UnsafeRawBufferPointer(rebasing: line[place])
    switch meaning {
    case .end:
      defer { hasData = false }
      lastEventID = id
      return hasData
    case .data: hasData = true
    case .id: if length <= Self.longestField { id = EventFields.id(value) ?? id }
    case .retry: reconnectionTime = EventFields.retry(value) ?? reconnectionTime
    case .event, .ignored: break
    }
    return false
  }

  /// True if a line contains more than blanks; a record separator (RFC 7464) counts as a blank.
  private func hasText(_ line: UnsafeRawBufferPointer) -> Bool {
    line.contains { !Self.isBlank($0) }
  }

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A || byte == 0x1E
  }
}

/// The line between the parts of a multipart body (RFC 2046, section 5.1.1).
struct PartDelimiter: Sendable {
  enum Meaning { case next, last }

  private let bytes: [UInt8]

  init(_ boundary: String) { bytes = Array("--\(boundary)".utf8) }

  /// `nil` for any other line.
  func read(_ line: UnsafeRawBufferPointer) -> Meaning? {
    guard line.starts(with: bytes) else { return nil }
    var rest = line[bytes.count...]
    let isLast = rest.starts(with: "--".utf8)
    if isLast { rest = rest.dropFirst(2) }
    return rest.allSatisfy(MessageScanner.isBlank) ? isLast ? .last : .next : nil
  }

  /// True if a cut line may be one.
  func begins(with line: [UInt8]) -> Bool { bytes.starts(with: line) || line == bytes + [0x2D] }

  /// The content of a part, without its header fields and the surrounding white space.
  /// - Parameter bytes: the part, which begins with its delimiter or what stands before it.
  func content(of bytes: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer> {
    var lines = LineFinder(bytes, endsAtCarriage: false)
    var (place, isInside) = (0, false)
    while let (end, next) = lines.line(at: place) {
      let line = UnsafeRawBufferPointer(rebasing: bytes[place..<end])
      if isInside, line.allSatisfy(MessageScanner.isBlank) {
        return bytes[next...].trimming(while: MessageScanner.isBlank)
      }
      isInside = isInside || read(line) != nil
      place = next
    }
    return bytes[bytes.endIndex...]
  }
}

/// Finds the line ends in a piece of a body: LF, CR or both. Scans each byte once for either.
struct LineFinder {
  private let bytes: UnsafeRawBufferPointer
  private var feed = -1
  private var carriage: Int

  /// - Parameter endsAtCarriage: true if a CR alone ends a line, too.
  init(_ bytes: UnsafeRawBufferPointer, endsAtCarriage: Bool) {
    self.bytes = bytes
    carriage = endsAtCarriage ? -1 : bytes.count
  }

  /// The end of the line that continues at `place`, and the start of the next one; `nil` if it does not end in this
  /// piece.
  mutating func line(at place: Int) -> (end: Int, next: Int)? {
    if feed < place { feed = find(0x0A, from: place) }
    if carriage < place { carriage = find(0x0D, from: place) }
    let end = min(feed, carriage)
    guard end < bytes.count else { return nil }
    let isPair = end == carriage && feed == end + 1 && feed < bytes.count
    return (end, isPair ? end + 2 : end + 1)
  }

  private func find(_ byte: UInt8, from place: Int) -> Int {
    guard let base = bytes.baseAddress, place < bytes.count else { return bytes.count }
    return memchr(base + place, Int32(byte), bytes.count - place).map { UnsafeRawPointer($0) - base } ?? bytes.count
  }
}

/// The end and arrival time of each message of a body, in twelve bytes per message, so that a million take 12 MB.
///
/// A value that only grows. A copy shares everything but the last block, so that a snapshot for each frame is cheap.
struct MessageIndex: Sendable {
  /// Messages in one block.
  private static let blockSize = 8192

  private struct Block: Sendable {
    var ends: [Int] = []
    var times: [UInt32] = []
  }

  private var blocks: [Block] = []
  private(set) var count = 0

  /// - Parameters:
  ///   - end: the offset in the body after the last byte of the message.
  ///   - milliseconds: the time since the body began.
  mutating func append(end: Int, at milliseconds: UInt32) {
    if count % Self.blockSize == 0 { blocks.append(Block()) }
    blocks[blocks.count - 1].ends.append(end)
    blocks[blocks.count - 1].times.append(milliseconds)
    count += 1
  }

  /// The bytes of a message with all its lines, from the end of the previous one.
  func range(of number: Int) -> Range<Int> {
    (number == 0 ? 0 : end(of: number - 1))..<end(of: number)
  }

  /// The arrival time in milliseconds since the body began.
  func time(of number: Int) -> UInt32 { blocks[number / Self.blockSize].times[number % Self.blockSize] }

  private func end(of number: Int) -> Int { blocks[number / Self.blockSize].ends[number % Self.blockSize] }
}
