import Basics
import Explorer
import Terminal

/// Text in pieces of several colours.
struct ColoredText: Sendable {
  private(set) var pieces: [(text: String, token: Token?)] = []

  init(_ text: String = "", _ token: Token? = nil) { add(text, token) }

  /// Adds text. Text from outside must be visible already (`TerminalText.line`) to be measured.
  mutating func add(_ text: String, _ token: Token? = nil) {
    if !text.isEmpty { pieces.append((text, token)) }
  }

  static func += (left: inout ColoredText, right: ColoredText) { left.pieces += right.pieces }

  static func + (left: ColoredText, right: ColoredText) -> ColoredText {
    var sum = left
    sum += right
    return sum
  }

  var text: String { pieces.map(\.text).joined() }
  var isEmpty: Bool { pieces.isEmpty }
  var columns: Int { pieces.reduce(0) { $0 + TextWidth.of($1.text) } }

  mutating func pad(to column: Int) { add(String(repeating: " ", count: max(0, column - columns))) }

  func clipped(to columns: Int) -> ColoredText {
    var clipped = ColoredText()
    var left = columns
    for (text, token) in pieces where left > 0 {
      let shown = Truncation.clip.applied(to: text, columns: left)
      clipped.add(shown, token)
      left -= TextWidth.of(shown)
    }
    return clipped
  }
}

extension Output {
  /// The bytes of a text on this output: filtered for a terminal, with colours if there are any.
  func bytes(of text: ColoredText, in colors: inout OutputColors?) -> [UInt8] {
    guard colors != nil else { return shown(text.text) }
    var bytes: [UInt8] = []
    for (text, token) in text.pieces {
      let isBlank = text.utf8.allSatisfy { $0 == 0x20 || $0 == 0x0A }
      if !isBlank { colors?.set(token, to: &bytes) }
      bytes += shown(text, isColored: true)
    }
    colors?.set(nil, to: &bytes)
    return bytes
  }

  private func shown(_ text: String, isColored: Bool = false) -> [UInt8] {
    guard isTerminal || isColored else { return Array(text.utf8) }
    var filter = TerminalText(isUnicode: Locale.isUTF8)
    return filter.shown(text.utf8) + filter.rest()
  }

  /// Writes text in colours.
  /// - Parameter control: the control sequence to send before it.
  func write(
    _ text: ColoredText, in colors: inout OutputColors?, after control: TerminalControl? = nil
  ) throws(Failure) {
    try write(raw: (control?.bytes ?? []) + bytes(of: text, in: &colors))
  }
}
