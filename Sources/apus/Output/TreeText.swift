import Workspaces

/// A workspace as `apus list` prints it: an indented tree for a person, or the JSON of the contract.
enum TreeText {
  static func lines(_ tree: WorkspaceTree) -> String {
    var text = ""
    for collection in tree.collections {
      text += "\(collection.name)\n"
      let width = methodWidth(collection.items)
      for item in collection.items { append(item, level: 1, methodWidth: width, to: &text) }
    }
    return TerminalText.shown(text)
  }

  private static func methodWidth(_ items: [TreeItem]) -> Int {
    items.map { item in
      switch item {
      case .folder(let folder): methodWidth(folder.items)
      case .request(let request): request.method.count
      }
    }.max() ?? 0
  }

  private static func append(_ item: TreeItem, level: Int, methodWidth: Int, to text: inout String) {
    let indent = String(repeating: "  ", count: level)
    switch item {
    case .folder(let folder):
      text += "\(indent)\(folder.name)/\n"
      for item in folder.items { append(item, level: level + 1, methodWidth: methodWidth, to: &text) }
    case .request(let request):
      let fault = request.fault.map { "  (\($0.message))" } ?? ""
      text += "\(indent)\(Figures.padded(request.method, methodWidth))  \(request.id)  \(request.name)\(fault)\n"
    }
  }

  static func json(_ tree: WorkspaceTree) -> JSONText {
    .object([
      ("workspace", .string(tree.name)), ("path", .string(tree.path)),
      ("collections", .array(tree.collections.map(json))),
      ("notices", .array(tree.notices.map(json))),
    ])
  }

  private static func json(_ collection: CollectionNode) -> JSONText {
    .object([
      ("name", .string(collection.name)), ("path", .string(collection.path)),
      ("items", .array(collection.items.map(json))),
      ("environments", .array(collection.environments.map { .string($0) })),
    ])
  }

  private static func json(_ item: TreeItem) -> JSONText {
    switch item {
    case .folder(let folder):
      return .object([
        ("type", .string("folder")), ("name", .string(folder.name)), ("path", .string(folder.path)),
        ("items", .array(folder.items.map(json))),
      ])
    case .request(let request):
      let kind =
        switch request.kind {
        case .http: "http"
        case .graphql: "graphql"
        case .unsupported(let kind): kind
        }
      return .object([
        ("type", .string(kind)), ("name", .string(request.name)), ("path", .string(request.path)),
        ("id", .string(request.id)), ("method", .string(request.method)), ("url", .string(request.url)),
      ])
    }
  }

  static func json(_ notice: Notice) -> JSONText {
    .object([
      ("severity", .string(notice.severity.rawValue)), ("where", .string(notice.location)),
      ("what", .string(notice.message)),
    ])
  }
}
