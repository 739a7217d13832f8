import Documents
import Terminal

/// A text of the request on the screen: the text area and the text it was made from.
struct TextPane: Equatable, Sendable {
  /// The text in the draft; `area` may be ahead of it during typing.
  private(set) var source: String
  /// The size of `source` in bytes.
  private(set) var bytes: Int
  var area: TextArea
  /// The first error of a JSON text; `nil` if it is valid or not JSON.
  private(set) var fault: JSONFault?
  /// The rendered rows in reading mode; `nil` while the text is edited.
  var reading: ReadingRows?
  /// The first thing in a GraphQL text that its schema does not allow.
  private(set) var issue: QueryIssue?
  /// Whether `fault` is up to date.
  private var isChecked = false
  /// The schema that `issue` is of.
  private var schema: SchemaReference?

  init(_ text: String, viewport: Size) {
    source = text
    bytes = text.utf8.count
    area = TextArea(text, viewport: viewport)
  }

  /// Up to this many bytes, a text is committed and checked on each key; a larger one in pauses.
  static let largeSize = 64 << 10

  var isLarge: Bool { bytes > Self.largeSize }

  /// Takes a text that changed elsewhere; caret and scrolling stay as close as possible.
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

  /// Commits the typed text and returns it for the draft.
  mutating func commit() -> String {
    source = area.text
    bytes = source.utf8.count
    isChecked = false
    reading = nil
    return source
  }

  /// Finds the error of the text unless that was done since the last change.
  mutating func check(as language: TextLanguage, by schema: SchemaReference? = nil) {
    guard !isChecked || self.schema != schema else { return }
    isChecked = true
    self.schema = schema
    issue = language == .graphql ? schema.flatMap { QueryIssue.first(in: source, by: $0.schema) } : nil
    fault = language == .json ? TemplateJSON.fault(of: source) : nil
  }
}
