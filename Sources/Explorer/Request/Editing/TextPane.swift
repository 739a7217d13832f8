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
  /// The first part of a GraphQL text, or of a call's message, that the schema does not allow, or the first fault of a
  /// script.
  private(set) var issue: QueryIssue?
  /// True if `fault` is up to date.
  private var isChecked = false
  /// The input for which `issue` was computed.
  private var judged: Subject?
  private var judgedMessage: MessageSubject?
  /// The code of the last check of a script, and whether that check still runs.
  private var checkedCode: String?
  private var isBeingChecked = false

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

  /// Up to this many bytes, a text is committed and checked on each key; a larger one after its `delay`.
  static let largeSize = 64 << 10

  var isLarge: Bool { bytes > Self.largeSize }

  /// The longest delay between a key and the update of the draft; `nil` for a small text. A draft is written a tenth of a
  /// second later, so a killed program loses 0.2 s of typing. Copying a text above 4 MB takes too long to do so often.
  var delay: Duration? { isLarge ? .milliseconds(bytes > 4 << 20 ? 500 : 100) : nil }

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

  /// Checks a text of a GraphQL request against the schema.
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

  /// Checks the message of a call against its type.
  mutating func judge(messageOf method: String, by types: TypesReference?) {
    let subject = MessageSubject(text: source, method: method, types: types)
    guard subject != judgedMessage else { return }
    judgedMessage = subject
    issue = types.flatMap { types in
      types.schema.method(path: method).flatMap { QueryIssue.first(inMessage: source, of: $0, by: types.schema) }
    }
  }

  /// The code of a script to check now; `nil` if it is checked, or a check runs.
  mutating func beginCheck() -> String? {
    guard !isBeingChecked, checkedCode != source, source.utf8.contains(where: { $0 > 0x20 }) || issue != nil else {
      return nil
    }
    (isBeingChecked, checkedCode) = (true, source)
    return source
  }

  mutating func checked(_ code: String, _ fault: QueryIssue?) {
    isBeingChecked = false
    guard code == source else { return }
    issue = fault
  }

  /// Finds the first error of the text unless it is up to date.
  mutating func check(as language: TextLanguage) {
    guard !isChecked else { return }
    isChecked = true
    fault = language == .json ? TemplateJSON.fault(of: source, allowsComments: true) : nil
  }
}

/// The multi-line texts of a request.
enum TextSlot: Hashable, Sendable {
  case body, query, graphVariables, docs
  /// A message of a call, by its index.
  case message(Int)
  case script(ScriptSlot)
}

extension RequestDefinition {
  /// `nil` if the request currently has no such text.
  func text(in slot: TextSlot) -> String? {
    switch (slot, body) {
    case (.docs, _): docs
    case (.message(let place), _): messageText(at: place)
    case (.script(let slot), _): code(in: slot)
    case (.body, .text(_, let text)): text
    case (.query, .graphql(let query, _)): query
    case (.graphVariables, .graphql(_, let variables)): variables
    default: nil
    }
  }

  /// The text of a message. A call without messages has an empty first one.
  private func messageText(at place: Int) -> String? {
    guard kind == .grpc else { return nil }
    let messages = conversation.messages
    return messages.indices.contains(place) ? messages[place].data : place == 0 ? "" : nil
  }

  private mutating func setMessage(_ text: String, at place: Int) {
    if conversation.messages.indices.contains(place) {
      conversation.messages[place].data = text
    } else if kind == .grpc, place == conversation.messages.count, !text.isEmpty {
      let name = ConversationDefinition.Message.standardName(at: place)
      conversation.messages.append(.init(name, text, isSelected: true))
    }
  }

  mutating func setText(_ text: String, in slot: TextSlot) {
    switch (slot, body) {
    case (.docs, _): docs = text
    case (.message(let place), _): setMessage(text, at: place)
    case (.script(let slot), _): setCode(text, in: slot)
    case (.body, .text(let kind, _)): body = .text(kind, text)
    case (.query, .graphql(_, let variables)): body = .graphql(query: text, variables: variables)
    case (.graphVariables, .graphql(let query, _)): body = .graphql(query: query, variables: text)
    default: break
    }
  }

  func language(of slot: TextSlot) -> TextLanguage {
    switch (slot, body) {
    case (.docs, _): .markdown
    case (.body, .text(let kind, _)): TextLanguage(kind.syntax)
    case (.graphVariables, _), (.message, _): .json
    case (.query, _): .graphql
    case (.script, _): .javaScript
    default: .plain
    }
  }
}

extension TextLanguage {
  init(_ syntax: BodyDefinition.TextKind.Syntax) {
    self =
      switch syntax {
      case .plain: .plain
      case .json: .json
      case .xml: .markup
      }
  }

  /// The file suffix for `$EDITOR`, for the languages that requests contain.
  var suffix: String {
    switch self {
    case .json: ".json"
    case .markup: ".xml"
    case .graphql: ".graphql"
    case .markdown: ".md"
    case .javaScript: ".js"
    default: ".txt"
    }
  }
}

/// A text in reading mode: its Markdown, laid out once for the width of the pane.
struct ReadingRows: Equatable, Sendable {
  let rows: [MarkdownRow]
  let width: Int
  /// The first visible row.
  var first: Int

  init(_ area: TextArea, first: Int) {
    width = area.viewport.columns
    rows = MarkdownLayout.rows(of: area.lines, width: width)
    self.first = first
  }

  init(_ area: TextArea, firstLine: Int) {
    self.init(area, first: 0)
    first = rows.firstIndex { $0.line >= firstLine } ?? 0
  }

  var firstLine: Int? { rows.dropFirst(first).first?.line }
}

/// Notes are read more often than edited: they are rendered until editing begins.
extension TextPane {
  var isRendered: Bool { reading != nil }

  /// Switches reading mode on or off, keeping the visible part in place.
  mutating func read(_ isRead: Bool) {
    guard isRead, !isLarge else {
      if let line = reading?.firstLine { area.scroll(by: line - area.top) }
      reading = nil
      return
    }
    if reading?.width != area.viewport.columns {
      reading = ReadingRows(area, firstLine: reading?.firstLine ?? area.top)
    }
    scroll(by: 0)
  }

  var shownRows: ArraySlice<MarkdownRow> {
    reading?.rows.dropFirst(reading?.first ?? 0).prefix(area.viewport.rows) ?? []
  }

  /// The scroll offset and the length of the text, in rows of the screen.
  var top: Int { reading?.first ?? area.top }
  var rowCount: Int { reading?.rows.count ?? area.lines.count }

  /// The line that is read, and the last one it can be: that of the caret, or the first visible row of notes.
  func place(in slot: TextSlot) -> (line: Int, last: Int) {
    slot == .docs
      ? (top, max(0, rowCount - max(1, area.viewport.rows))) : (area.caret.line, area.lines.count - 1)
  }

  /// Scrolls a text that is read; its caret moves only to stay visible.
  mutating func scrollReading(by rows: Int) {
    scroll(by: rows)
    let visible = area.visibleLines
    guard !isRendered, !visible.isEmpty, !visible.contains(area.caret.line) else { return }
    area.moveCaret(toLine: max(visible.lowerBound, min(area.caret.line, visible.upperBound - 1)))
  }

  mutating func scroll(by rows: Int) {
    guard var reading else { return area.scroll(by: rows) }
    reading.first = min(max(0, reading.first + rows), max(0, rowCount - max(1, area.viewport.rows)))
    self.reading = reading
  }
}
