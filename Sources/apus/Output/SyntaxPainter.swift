import Basics
import Documents
import Explorer

/// Adds the colours of a language to text that arrives in pieces, line by line, in constant memory.
struct SyntaxPainter {
  /// A longer line is coloured at its start; the rest keeps the last colour.
  private static let longestLine = 64 << 10

  private var highlighter: StreamHighlighter
  private var colors: OutputColors
  /// The start of a line whose end has not arrived.
  private var line: [UInt8] = []
  /// True inside a line of which the start was written.
  private var isInside = false

  init(_ language: TextLanguage, _ colors: OutputColors) {
    highlighter = StreamHighlighter(language)
    self.colors = colors
  }

  /// The next piece with colours; an incomplete line is held back.
  mutating func painted(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count * 3)
    var start = bytes.startIndex
    while let end = bytes[start...].firstIndex(of: 0x0A) {
      line += bytes[start..<end]
      endLine(&output)
      output.append(0x0A)
      start = end + 1
    }
    line += bytes[start...]
    if line.count > Self.longestLine || isInside { paintLine(&output) }
    return output
  }

  /// Returns the bytes held back. Call this at the end of the text.
  mutating func rest() -> [UInt8] {
    var output: [UInt8] = []
    endLine(&output)
    return output
  }

  private mutating func endLine(_ output: inout [UInt8]) {
    paintLine(&output)
    isInside = false
    colors.set(nil, to: &output)
  }

  private mutating func paintLine(_ output: inout [UInt8]) {
    guard !isInside else {
      output += line
      return line.removeAll(keepingCapacity: true)
    }
    isInside = true
    line.withUnsafeBytes { bytes in
      highlighter.highlight(bytes) { range, kind in
        colors.set(kind.themeToken, to: &output)
        output += bytes[range]
      }
    }
    line.removeAll(keepingCapacity: true)
  }
}
