import Basics
import Documents

extension ResponseTurn {
  /// `L`: goes to a line number or a percentage.
  mutating func askForLine() -> [Outcome] {
    guard let reading = pane.reading else { return [] }
    let count = Quantity.count(reading.document.lineCount(in: reading.view))
    return [.ask(Prompt("Go to line (of \(count)), or a percentage such as 50%", .goToLine))]
  }

  /// Whether the text is a line number or percentage, or empty.
  static func isPlace(_ text: String) -> Bool {
    let text = text.filter { !$0.isWhitespace }
    if text.hasSuffix("%") { return Double(text.dropLast())?.isFinite == true }
    return text.isEmpty || Int(text) != nil
  }

  mutating func goToLine(_ text: String) -> [Outcome] {
    let text = text.filter { !$0.isWhitespace }
    guard !text.isEmpty, var reading = pane.reading else { return [] }
    if text.hasSuffix("%"), let percent = Double(text.dropLast()), percent.isFinite {
      reading.document.move(&reading.view, .percent(percent))
    } else if let line = Int(text) {
      // Negative numbers count from the end.
      let count = reading.document.lineCount(in: reading.view)
      reading.document.move(&reading.view, .line(line < 0 ? max(0, count + max(line, -count)) : max(0, line - 1)))
    } else {
      return []
    }
    reading.follows = false
    pane.reading = reading
    return []
  }
}
