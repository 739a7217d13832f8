import Documents
import Protobuf
import Terminal
import Workspaces

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
  /// The first thing in a GraphQL text, or in the message of a call, that its schema does not allow.
  private(set) var issue: QueryIssue?
  /// Whether `fault` is up to date.
  private var isChecked = false
  /// What `issue` is of.
  private var judged: Subject?
  private var judgedMessage: MessageSubject?

  private struct Subject: Equatable, Sendable {
    var body: BodyDefinition
    var settings: GraphQLSettings
    var schema: SchemaReference?
  }

  private struct MessageSubject: Equatable, Sendable {
    var text: String
    var method: String
    var types: TypesReference?
  }

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

  /// What the schema says to a text of a GraphQL request.
  mutating func judge(_ slot: TextSlot, of request: RequestDefinition, by schema: SchemaReference?) {
    guard slot == .query || slot == .graphVariables else { return }
    let subject = Subject(body: request.body, settings: request.graphQL, schema: schema)
    guard subject != judged else { return }
    judged = subject
    issue = schema.flatMap { reference in
      slot == .query
        ? QueryIssue.first(in: source, by: reference.schema)
        : QueryIssue.first(inVariables: source, of: request, by: reference.schema)
    }
  }

  /// What the type of a call's message says to it.
  mutating func judge(messageOf method: String, by types: TypesReference?) {
    let subject = MessageSubject(text: source, method: method, types: types)
    guard subject != judgedMessage else { return }
    judgedMessage = subject
    issue = types.flatMap { types in
      types.schema.method(path: method).flatMap { QueryIssue.first(inMessage: source, of: $0, by: types.schema) }
    }
  }

  /// Finds the error of the text unless that was done since the last change.
  mutating func check(as language: TextLanguage) {
    guard !isChecked else { return }
    isChecked = true
    fault = language == .json ? TemplateJSON.fault(of: source) : nil
  }
}
