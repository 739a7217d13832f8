import Documents
import Terminal

/// A text of the request on the screen: the editor's value with the text it was made from.
struct TextPane: Equatable, Sendable {
  /// The text that the draft has; `area` may be ahead of it while one types.
  private(set) var source: String
  /// Bytes of `source`.
  private(set) var bytes: Int
  var area: TextArea
  /// The first fault of a JSON text, `nil` for a right one and for other kinds.
  private(set) var fault: JSONFault?
  /// The rows of the text while it is read, its long lines going on below; `nil` while it is edited.
  var reading: ReadingRows?
  /// Whether `fault` is of the text as it stands.
  private var isChecked = false

  init(_ text: String, viewport: Size) {
    source = text
    bytes = text.utf8.count
    area = TextArea(text, viewport: viewport)
  }

  /// Up to this many bytes a text is taken over and checked at every key, beyond that at pauses.
  static let largeSize = 64 << 10

  var isLarge: Bool { bytes > Self.largeSize }

  /// Takes a text over that changed elsewhere; the caret and the scrolling stay as near as they can.
  mutating func adopt(_ text: String) {
    guard text != source else { return }
    let (caret, top) = (area.caret, area.top)
    area = TextArea(text, viewport: area.viewport)
    area.moveCaret(to: caret)
    area.scroll(by: top - area.top)
    source = text
    bytes = text.utf8.count
    isChecked = false
    if let reading { self.reading = ReadingRows(area, first: reading.first) }
  }

  /// Takes over what was typed and gives it back for the draft.
  mutating func commit() -> String {
    source = area.text
    bytes = source.utf8.count
    isChecked = false
    reading = nil
    return source
  }

  /// Finds the fault of the text, when that was not done since it changed.
  mutating func check(as language: TextLanguage) {
    guard !isChecked else { return }
    isChecked = true
    fault = language == .json ? TemplateJSON.fault(of: source) : nil
  }
}
