import Basics
import GraphQL
import Terminal
import Workspaces

extension RequestPane {
  /// The size limit for completion in a query, in bytes.
  private static let longestQuery = 32 << 10

  /// The completions that the schema allows at the caret of a query; `nil` without a schema.
  func completion(ofQuery pane: TextPane) -> Completion? {
    guard let schema = session.schema.reference?.schema, pane.bytes <= Self.longestQuery else { return nil }
    let area = pane.area
    let caret = area.offset(of: area.caret)
    let found = schema.completions(in: area.text, at: caret)
    let start = caret - area.caret.offset
    guard let first = found.first, first.range.lowerBound >= start, first.range.lowerBound <= caret else { return nil }
    let typed = first.range.lowerBound..<caret
    let items = found.prefix(Completion.limit).map { item in
      let detail = item.isDeprecated ? "deprecated  \(item.detail)" : item.detail
      return Completion.Item(text: item.insertion, detail: detail, label: item.label, caret: item.cursor)
    }
    let name = String(decoding: Array(area.text.utf8)[typed], as: UTF8.self)
    if items.count == 1, items[0].label == name { return nil }
    // With nothing typed yet, Enter inserts a line break.
    return Completion(
      items: items, chosen: typed.isEmpty ? nil : 0,
      range: (first.range.lowerBound - start)..<(first.range.upperBound - start))
  }
}

/// A violation of the schema in a query, or an error in the syntax of a script, with its position.
package struct QueryIssue: Equatable, Sendable {
  /// From 1.
  let line: Int
  /// From 1, in characters of the line.
  let column: Int
  let message: String

  package init(line: Int, column: Int, message: String) {
    self.line = line
    self.column = column
    self.message = message
  }

  /// The first issue in the values of an operation's variables; `nil` if there is none, or they are not JSON yet.
  static func first(inVariables text: String, of request: RequestDefinition, by schema: GraphQLSchema) -> QueryIssue? {
    guard case .graphql(let query, _) = request.body, !text.contains("{{"), !query.contains("{{"),
      // An incomplete query is checked once it can be parsed.
      let document = try? GraphQLDocument(parsing: query),
      let operation = document.operation(named: request.graphQL.operation),
      !operation.variables.isEmpty || text.count > 2
    else { return nil }
    let isBlank = !text.utf8.contains { $0 > 0x20 }
    // The JSON check reports the fault.
    guard let values = isBlank ? .object([]) : try? JSONValue(parsing: text.utf8) else { return nil }
    // An uploaded file provides its variable, so the text may omit it.
    let files = Set(request.graphQL.files.filter(\.isEnabled).map(\.name))
    guard let issue = schema.check(variables: values, of: operation).first(where: { !files.contains($0.path) }) else {
      return nil
    }
    let name = issue.path.prefix { $0 != "." && $0 != "[" }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let line = lines.firstIndex { $0.contains("\"\(name)\"") } ?? 0
    let before = lines.indices.contains(line) ? lines[line].range(ofName: name) : 0
    return QueryIssue(line: line + 1, column: before + 1, message: "\(issue.path): \(issue.message)")
  }

  /// The first issue in a text; `nil` if there is none, or the text contains variables and so is not sent as written.
  static func first(in text: String, by schema: GraphQLSchema) -> QueryIssue? {
    // The values of variables are unknown here.
    guard !text.contains("{{"), text.utf8.contains(where: { $0 > 0x20 }),
      let issue = schema.issues(in: text, limit: 1).first
    else { return nil }
    let position = LineIndex(text).position(of: issue.range.lowerBound)
    return QueryIssue(line: position.line, column: position.column, message: issue.message)
  }
}

extension Substring {
  /// The number of characters before a quoted name.
  fileprivate func range(ofName name: Substring) -> Int {
    guard let place = utf8.range(ofBytes: "\"\(name)\"") else { return 0 }
    return distance(from: startIndex, to: place.lowerBound)
  }
}

extension RequestSession {
  /// The draft as sent. With several operations, the one named in the file is sent, else the one under the cursor.
  var sent: RequestDefinition {
    guard draft.graphQL.operation.isEmpty, case .graphql(let query, _) = draft.body else { return draft }
    let outline = OperationOutline(query)
    guard outline.operations.count > 1, let pane = editor.texts[.query],
      let name = outline.operation(at: pane.area.offset(of: pane.area.caret))?.name
    else { return draft }
    var sent = draft
    sent.graphQL.operation = name
    return sent
  }
}

extension TextArea {
  /// A position in the whole text, in UTF-8.
  func offset(of position: Terminal.TextPosition) -> Int {
    lines.prefix(position.line).reduce(position.offset) { $0 + $1.utf8.count + 1 }
  }

  func position(at offset: Int) -> Terminal.TextPosition {
    var rest = max(0, offset)
    for (number, line) in lines.enumerated() {
      if rest <= line.utf8.count { return Terminal.TextPosition(line: number, offset: rest) }
      rest -= line.utf8.count + 1
    }
    return Terminal.TextPosition(line: max(0, lines.count - 1), offset: lines.last?.utf8.count ?? 0)
  }
}
