/// Finds where the messages of a body end while its bytes arrive, in pieces of any size. Keeps no more of them than the
/// start of a line that is not complete.
struct MessageScanner: Sendable {
  /// The most bytes kept of a line: a longer id is not sent back, and every other line is told by its first bytes.
  static let longestField = 8 << 10

  let format: MessageFormat
  /// How many bytes were scanned.
  private(set) var offset = 0
  /// Of the last event with an end; empty if none. Sent as `Last-Event-ID` on reconnecting.
  private(set) var lastEventID = ""
  /// The delay that the server asks for before reconnecting.
  private(set) var reconnectionTime: Duration?

  /// The start of a line that began in an earlier piece, and its whole length.
  private var line: [UInt8] = []
  private var lineLength = 0
  private var lineHasText = false
  private var id = ""
  /// Whether the message under way has data.
  private var hasData = false
  private var isAtStart = true
  private var skipsLineFeed = false

  init(_ format: MessageFormat) { self.format = format }

  /// How many bytes are kept of a line that is not complete.
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
      place = next
      skipsLineFeed = format == .events && next == bytes.count && bytes[next - 1] == 0x0D
      if endLine(piece) { ended(start + next) }
    }
    offset = start + bytes.count
  }

  /// The body is over: whether the text after the last line end is a message.
  mutating func finish() -> Bool {
    defer { forgetLine() }
    return format == .lines && lineHasText
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

  /// Takes a line whose last piece this is; `true` if it ends a message.
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
  ///   - length: its whole length.
  private mutating func take(_ kept: UnsafeRawBufferPointer, length: Int) -> Bool {
    var line = kept
    var length = length
    if isAtStart {
      isAtStart = false
      if line.starts(with: EventFields.mark) {
        line = UnsafeRawBufferPointer(rebasing: line[EventFields.mark.count...])
        length -= EventFields.mark.count
      }
    }
    return format == .lines ? hasText(line) : takeField(line, length: length)
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

  /// Whether a line holds more than blanks; a record separator (RFC 7464) is one.
  private func hasText(_ line: UnsafeRawBufferPointer) -> Bool {
    line.contains { !Self.isBlank($0) }
  }

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A || byte == 0x1E
  }
}
