import Terminal
import Workspaces

@testable import Explorer

extension Journey {
  /// A journey with an open, focused request.
  static func request(
    _ definition: RequestDefinition = Samples.getUser, columns: Int = 100, rows: Int = 30, unicode: Bool = true
  ) -> Journey {
    var journey = Journey(columns: columns, rows: rows, capabilities: Capabilities(unicode: unicode))
    journey.open(definition)
    journey.forget()
    return journey
  }

  /// Presses keys by name; the names are separated by blanks.
  mutating func keys(_ names: String) {
    for name in names.split(separator: " ") {
      guard let key = Key(name: String(name)) else { continue }
      press(key)
    }
  }

  /// Presses keys and types texts in turn; texts are in `‹…›`.
  mutating func go(_ script: String) {
    for (index, part) in script.split(whereSeparator: { $0 == "‹" || $0 == "›" }).enumerated() {
      let isTyped = (index % 2 == 1) != (script.first == "‹")
      if isTyped { type(String(part)) } else { keys(String(part)) }
    }
  }

  var draft: RequestDefinition { state.session?.draft ?? RequestDefinition(name: "none is open") }
  var editor: RequestEditor { state.session?.editor ?? RequestEditor() }

  /// The query of a GraphQL request.
  var query: String { draft.text(in: .query) ?? "" }

  /// The lines of the request pane without its border and trailing blanks.
  var pane: String {
    guard let rect = state.layout.panes[.request] else { return "" }
    let screen = screen
    var lines = (rect.minY + 1..<rect.maxY - 1).map { y in
      var line = (rect.minX + 1..<rect.maxX - 1).reduce(into: "") { $0 += screen[$1, y].text }
      while line.last == " " { line.removeLast() }
      return line
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }
}

extension Samples {
  static func post(_ body: BodyDefinition) -> RequestDefinition {
    RequestDefinition(name: "Create user", method: "POST", url: "{{base_url}}/users", body: body)
  }

  static let full = RequestDefinition(
    name: "Everything", tags: ["smoke", "slow"], method: "PATCH", url: "{{base_url}}/users/:id?expand={{missing}}",
    params: [
      Parameter(.path, Row("id", "42")), Parameter(.query, Row("expand", "{{missing}}")),
      Parameter(.query, Row("page", "2", isEnabled: false, note: "from 1")),
    ],
    headers: [
      Row("Accept", "application/json", note: "always"), Row("Bad name", "1"), Row("X-Off", "1", isEnabled: false),
    ],
    body: .form([Row("name", "Ada"), Row("mail", "ada@example.org")]),
    authentication: Authentication(.basic, [.init("username", "ada"), .init("password", "lovelace")]),
    variables: [Row("id", "42")],
    assertions: [Assertion("res.status", "eq", "200"), Assertion("res.body.id", "isDefined", isEnabled: false)],
    settings: RequestSettings(timeout: 5000, followRedirects: false), docs: "# Users\n\nChanges *one* user.\n- fast")
}
