/// Writes what a scan tells, with new white space between the tokens.
struct JSONWriter: JSONEvents {
  /// The memory that offsets refer to, during a scan. Kept as a number so that a writer can wait between two scans
  /// in any task.
  private var address: UInt = 0
  var output: [UInt8] = []
  private let indent: Int?

  init(style: JSONFormatter.Style) {
    if case .pretty(let width) = style {
      indent = max(0, min(width, 64))
    } else {
      indent = nil
    }
    output.reserveCapacity(1 << 20)
  }

  mutating func read(from base: UnsafeRawPointer) { address = UInt(bitPattern: base) }

  @inline(__always)
  private mutating func newline(_ depth: Int) {
    guard let indent else { return }
    let spaces = indent &* depth
    output.append(0x0A)
    // A hostile depth must not make each line as long as the text: beyond this, the indentation stands still.
    output.append(contentsOf: repeatElement(0x20, count: min(spaces, Self.widestIndent)))
  }

  @inline(__always)
  mutating func opened(at offset: Int, object: Bool, depth: Int) { output.append(object ? 0x7B : 0x5B) }

  @inline(__always)
  mutating func firstChild(at offset: Int, depth: Int) { newline(depth) }

  @inline(__always)
  mutating func comma(at offset: Int, depth: Int) {
    output.append(0x2C)
    newline(depth)
  }

  @inline(__always)
  mutating func colon(at offset: Int) {
    output.append(0x3A)
    if indent != nil { output.append(0x20) }
  }

  @inline(__always)
  mutating func closed(at offset: Int, object: Bool, isEmpty: Bool, depth: Int) {
    if !isEmpty { newline(depth) }
    output.append(object ? 0x7D : 0x5D)
  }

  @inline(__always)
  mutating func scalar(from start: Int, to end: Int, isComplete: Bool) {
    guard let base = UnsafeRawPointer(bitPattern: address), end > start else { return }
    output.append(contentsOf: UnsafeRawBufferPointer(start: base + start, count: end &- start))
  }

  mutating func nextDocument(at offset: Int) { output.append(0x0A) }

  /// Ends the text with a line feed, as text files end.
  mutating func end() {
    output.append(0x0A)
  }

  static let widestIndent = 512
}
