import Basics
import GraphQL
import Terminal
import Workspaces

extension RequestTurn {
  /// A longer query is typed without help, in bytes.
  private static let longestQuery = 32 << 10

  /// What the schema allows at the caret of a query; `nil` without a schema.
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
    // Where nothing is typed yet, Enter is a new line.
    return Completion(
      items: items, chosen: typed.isEmpty ? nil : 0,
      range: (first.range.lowerBound - start)..<(first.range.upperBound - start))
  }
}

/// What a schema does not allow in a query, where it stands.
struct QueryIssue: Equatable, Sendable {
  /// From 1.
  let line: Int
  /// From 1, in characters of the line.
  let column: Int
  let message: String

  /// The first in the values of an operation's variables; `nil` if there is none, or they are not JSON yet.
  static func first(inVariables text: String, of request: RequestDefinition, by schema: GraphQLSchema) -> QueryIssue? {
    guard case .graphql(let query, _) = request.body, !text.contains("{{"), !query.contains("{{"),
      // What is still being written is judged once it can be parsed.
      let document = try? GraphQLDocument(parsing: query),
      let operation = document.operation(named: request.graphQL.operation),
      !operation.variables.isEmpty || text.count > 2
    else { return nil }
    let isBlank = !text.utf8.contains { $0 > 0x20 }
    // The editor of JSON names the fault.
    guard let values = isBlank ? .object([]) : try? JSONValue(parsing: text.utf8) else { return nil }
    // A file stands for its variable, which the text need not have.
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

  /// The first in a text; `nil` if there is none, or the text is not the one that is sent.
  static func first(in text: String, by schema: GraphQLSchema) -> QueryIssue? {
    // The values of variables are not known here.
    guard !text.contains("{{"), text.utf8.contains(where: { $0 > 0x20 }),
      let issue = schema.issues(in: text, limit: 1).first
    else { return nil }
    let position = LineIndex(text).position(of: issue.range.lowerBound)
    return QueryIssue(line: position.line, column: position.column, message: issue.message)
  }
}

extension Substring {
  /// How many characters stand before a quoted name.
  fileprivate func range(ofName name: Substring) -> Int {
    guard let place = utf8.range(ofBytes: "\"\(name)\"") else { return 0 }
    return distance(from: startIndex, to: place.lowerBound)
  }
}
