import Workspaces

/// A workspace as `apus list` prints it: an indented tree for a person, or the JSON of the contract.
enum TreeText {
  static func lines(_ tree: WorkspaceTree) -> String {
    var text = ""
    for collection in tree.collections {
      text += "\(TerminalText.line(collection.name))\n"
      let width = methodWidth(collection.items)
      for item in collection.items { append(item, level: 1, methodWidth: width, to: &text) }
    }
    return text
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
      text += "\(indent)\(TerminalText.line(folder.name))/\n"
      for item in folder.items { append(item, level: level + 1, methodWidth: methodWidth, to: &text) }
    case .request(let request):
      let fault = request.fault.map { "\($0.place): \($0.message)" } ?? ""
      let line = "\(Figures.padded(request.method, methodWidth))  \(request.id)  \(request.name)\(fault)"
      text += "\(indent)\(TerminalText.line(line))\n"
    }
  }

  static func json(_ tree: WorkspaceTree) -> JSONNode {
    .object([
      .init("workspace", .string(tree.name)), .init("path", .string(tree.path)),
      .init("collections", .array(tree.collections.map(json))),
      .init("notices", .array((tree.notices + tree.collections.flatMap { $0.items.flatMap(faults) }).map(json))),
    ])
  }

  private static func json(_ collection: CollectionNode) -> JSONNode {
    .object([
      .init("name", .string(collection.name)), .init("path", .string(collection.path)),
      .init("items", .array(collection.items.map(json))),
      .init("environments", .array(collection.environments.map { .string($0) })),
    ])
  }

  private static func json(_ item: TreeItem) -> JSONNode {
    switch item {
    case .folder(let folder):
      return .object([
        .init("type", .string("folder")), .init("name", .string(folder.name)), .init("path", .string(folder.path)),
        .init("items", .array(folder.items.map(json))),
      ])
    case .request(let request):
      let kind =
        switch request.kind {
        case .http: "http"
        case .graphql: "graphql"
        case .unsupported(let kind): kind
        }
      return .object([
        .init("type", .string(kind)), .init("name", .string(request.name)), .init("path", .string(request.path)),
        .init("id", .string(request.id)), .init("method", .string(request.method)), .init("url", .string(request.url)),
      ])
    }
  }

  /// Of the files that cannot be used.
  private static func faults(_ item: TreeItem) -> [Notice] {
    switch item {
    case .folder(let folder): folder.items.flatMap(faults)
    case .request(let request): request.fault.map { [$0] } ?? []
    }
  }

  static func json(_ notice: Notice) -> JSONNode {
    .object([
      .init("severity", .string(notice.severity.rawValue)), .init("where", .string(notice.location)),
      .init("what", .string(notice.message)),
    ])
  }
}
