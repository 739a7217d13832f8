import Workspaces

/// The kinds of body that can be chosen, in the order of the row.
enum BodyKind: String, CaseIterable, Hashable, Sendable {
  case none, json, text, xml, form, multipart, file, graphql, sparql

  var title: String {
    switch self {
    case .none: "None"
    case .json: "JSON"
    case .text: "Text"
    case .xml: "XML"
    case .form: "Form"
    case .multipart: "Multipart"
    case .file: "File"
    case .graphql: "GraphQL"
    case .sparql: "SPARQL"
    }
  }

  init(_ body: BodyDefinition) {
    switch body {
    case .none: self = .none
    case .text(.json, _): self = .json
    case .text(.text, _): self = .text
    case .text(.xml, _): self = .xml
    case .text(.sparql, _): self = .sparql
    case .form: self = .form
    case .multipart: self = .multipart
    case .file: self = .file
    case .graphql: self = .graphql
    }
  }

  /// Those that are offered beside the one that is: SPARQL is rare and shown only where it is used.
  static func offered(beside body: BodyDefinition) -> [BodyKind] {
    allCases.filter { $0 != .sparql || BodyKind(body) == .sparql }
  }

  /// An empty body of this kind; a text keeps what the former body said.
  func body(after former: BodyDefinition) -> BodyDefinition {
    let text: String =
      switch former {
      case .text(_, let text): text
      case .graphql(let query, _): query
      default: ""
      }
    return switch self {
    case .none: .none
    case .json: .text(.json, text)
    case .text: .text(.text, text)
    case .xml: .text(.xml, text)
    case .sparql: .text(.sparql, text)
    case .form: .form([])
    case .multipart: .multipart([])
    case .file: .file([BodyDefinition.FileChoice()])
    case .graphql: .graphql(query: text, variables: "")
    }
  }

  static func bar(of body: BodyDefinition) -> TabBar<BodyKind> {
    TabBar(items: offered(beside: body).map { TabBar.Item(tab: $0, title: $0.title, count: nil, isEmpty: true) })
  }
}
