import ArgumentParser
import Basics
import Terminal
import Workspaces

/// `apus list`: lists the requests of a workspace.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the saved requests of a workspace.")

  @Argument(help: "A workspace or collection; default: the one around the current folder.", completion: .directory)
  var path: String?

  @OptionGroup var place: WorkspacePlace

  @Flag(help: "Write JSON.")
  var json = false

  func validate() throws {
    if path != nil, place.workspace != nil || place.demo {
      throw ValidationError("Name the workspace once: as PATH, by -w or by --demo.")
    }
  }

  func run() throws {
    let tree = try WorkspaceLocator.locate(path ?? place.workspace, isDemo: place.demo).workspace.tree()
    for notice in tree.notices { Output.error.say("apus: \(notice.description)") }
    let output = Output.standard
    if json { return try output.write(TreeText.json(tree)) }
    try output.write(TreeText.lines(tree, alignsNames: output.isTerminal))
  }
}

/// Formats a workspace for `apus list`: an indented tree for people, or the documented JSON.
enum TreeText {
  /// - Parameter alignsNames: aligns the names in one column, for people. For programs, two blanks separate the fields.
  static func lines(_ tree: WorkspaceTree, alignsNames: Bool = false) -> String {
    var text = ""
    for collection in tree.collections {
      text += "\(TerminalText.line(collection.name))\n"
      let methods = methodWidth(collection.items)
      let lines = collection.items.flatMap { Self.lines(of: $0, level: 1, methods) }
      let width = alignsNames ? nameColumn(lines) : 0
      for line in lines { text += line.text(nameColumn: width) }
    }
    return text
  }

  /// The content of a line, ready for the terminal.
  private struct Line {
    var place: String
    /// The name; `nil` for a folder.
    var name: String?
    var columns: Int { TextWidth.of(place) }

    func text(nameColumn: Int) -> String {
      guard let name else { return place + "\n" }
      return place + String(repeating: " ", count: max(0, nameColumn - columns)) + "  " + name + "\n"
    }
  }

  /// The column after the longest path. A path much longer than most shifts only its own name to the right.
  private static func nameColumn(_ lines: [Line]) -> Int {
    lines.filter { $0.name != nil }.map(\.columns).filter { $0 <= widestPlace }.max() ?? 0
  }

  private static let widestPlace = 60

  private static func methodWidth(_ items: [TreeItem]) -> Int {
    items.map { item in
      switch item {
      case .folder(let folder): methodWidth(folder.items)
      case .request(let request): request.shownMethod.count
      }
    }.max() ?? 0
  }

  private static func lines(of item: TreeItem, level: Int, _ methodWidth: Int) -> [Line] {
    let indent = String(repeating: "  ", count: level)
    switch item {
    case .folder(let folder):
      return [Line(place: "\(indent)\(TerminalText.line(folder.name))/")]
        + folder.items.flatMap { lines(of: $0, level: level + 1, methodWidth) }
    case .request(let request):
      let fault = request.fault.map { "\($0.place): \($0.message)" } ?? ""
      let place = "\(PaddedText.padded(request.shownMethod, methodWidth))  \(request.id)"
      return [Line(place: indent + TerminalText.line(place), name: TerminalText.line(request.name + fault))]
    }
  }

  static func json(_ tree: WorkspaceTree) -> JSONValue {
    .object([
      .init("workspace", .string(tree.name)), .init("path", .string(tree.path)),
      .init("collections", .array(tree.collections.map(json))),
      .init("notices", .array((tree.notices + tree.collections.flatMap { $0.items.flatMap(faults) }).map(json))),
    ])
  }

  private static func json(_ collection: CollectionNode) -> JSONValue {
    .object([
      .init("name", .string(collection.name)), .init("path", .string(collection.path)),
      .init("items", .array(collection.items.map(json))),
      .init("environments", .array(collection.environments.map { .string($0) })),
    ])
  }

  private static func json(_ item: TreeItem) -> JSONValue {
    switch item {
    case .folder(let folder):
      return .object([
        .init("type", .string("folder")), .init("name", .string(folder.name)), .init("path", .string(folder.path)),
        .init("items", .array(folder.items.map(json))),
      ])
    case .request(let request):
      return .object([
        .init("type", .string(request.kind.word)), .init("name", .string(request.name)),
        .init("path", .string(request.path)),
        .init("id", .string(request.id)), .init("method", .string(request.method)), .init("url", .string(request.url)),
      ])
    }
  }

  /// The notices of unusable files.
  private static func faults(_ item: TreeItem) -> [Notice] {
    switch item {
    case .folder(let folder): folder.items.flatMap(faults)
    case .request(let request): request.fault.map { [$0] } ?? []
    }
  }

  static func json(_ notice: Notice) -> JSONValue {
    .object([
      .init("severity", .string(notice.severity.rawValue)), .init("where", .string(notice.location)),
      .init("what", .string(notice.message)),
    ])
  }
}
