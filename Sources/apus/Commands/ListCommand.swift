import ArgumentParser
import Basics
import Explorer
import Sessions
import Terminal
import Workspaces

/// `apus list`: lists the requests of a workspace or of a folder in it.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the saved requests of a workspace or a folder.")

  @Argument(
    help: "A folder, collection or request, or another workspace; default: the whole workspace.",
    completion: .requests)
  var path: String?

  @OptionGroup var place: WorkspacePlace

  @Flag(help: "Write JSON.")
  var json = false

  @OptionGroup var display: DisplayOptions

  func run() throws {
    let display = display.chosen
    let workspace = try place.locate(around: path).workspace
    var tree = workspace.shownTree(display)
    if let path { try narrow(&tree, to: path, in: workspace) }
    for notice in tree.notices { Output.error.say("apus: \(notice.description)") }
    let output = Output.standard
    var colors = OutputColors(for: output, display, in: workspace)
    if json {
      return try output.write(TreeText.json(tree), in: colors)
    }
    try output.write(TreeText.lines(tree), in: &colors)
  }

  /// Leaves only what is at or below a path, on disk or in a collection.
  private func narrow(_ tree: inout WorkspaceTree, to path: String, in workspace: Workspace) throws(Failure) {
    // A path that is not on disk is looked up in the collections.
    let real = try? FileSystem.live.resolve(path)
    if real == tree.path { return }
    let nodes = RunSelection.nodes(of: path, in: workspace, tree, currentFolder: WorkspaceLocator.currentFolder())
    let kept = Set(nodes.map(\.path))
    tree.keep(kept, below: RunSelection.places(of: path, in: tree))
    tree.notices = tree.notices.filter { notice in real.map { notice.isIn($0) } ?? false }
    guard tree.collections.isEmpty, tree.notices.isEmpty else { return }
    if RunSelection.isMissing(path, in: workspace) { throw .noItem(path) }
    throw Failure(.file, "no requests in \(TerminalText.line(path)); `apus list` shows all requests")
  }
}

extension WorkspaceTree {
  /// Removes the other requests and what is empty without them. A folder at one of the places stays, with requests or
  /// without.
  fileprivate mutating func keep(_ requests: Set<String>, below places: [String]) {
    func kept(_ items: [TreeItem]) -> [TreeItem] {
      items.compactMap { item in
        switch item {
        case .request(let request): return requests.contains(request.path) ? item : nil
        case .folder(var folder):
          if places.contains(where: { FilePaths.isBelow(folder.path, $0) }) { return item }
          folder.items = kept(folder.items)
          return folder.items.isEmpty ? nil : .folder(folder)
        }
      }
    }
    for index in collections.indices { collections[index].items = kept(collections[index].items) }
    collections.removeAll { $0.items.isEmpty && !places.contains($0.path) }
  }
}

extension RequestNode {
  /// True if its name is the name of its file, except for case and ending.
  fileprivate var repeatsFile: Bool {
    fault == nil && [path, id].contains { FilePaths.name(of: $0).lowercased() == name.lowercased() }
  }
}

/// Formats a workspace for `apus list`: an indented tree, or the documented JSON.
enum TreeText {
  /// The names stand in one column.
  static func lines(_ tree: WorkspaceTree) -> ColoredText {
    var text = ColoredText()
    for collection in tree.collections {
      text.add("\(TerminalText.line(collection.name))\n", .accent)
      let methods = methodWidth(collection.items)
      let lines = collection.items.flatMap { Self.lines(of: $0, level: 1, methods) }
      let width = nameColumn(lines)
      for line in lines { text += line.text(nameColumn: width) }
    }
    return text
  }

  /// The content of a line, ready for the terminal.
  private struct Line {
    var place: ColoredText
    /// The name; `nil` for a folder, and for a name that the path already says.
    var name: String?
    var isFault = false
    var columns = 0

    init(_ place: ColoredText, name: String? = nil, isFault: Bool = false) {
      self.place = place
      self.name = name
      self.isFault = isFault
      columns = place.columns
    }

    func text(nameColumn: Int) -> ColoredText {
      var text = place
      if let name {
        text.add(String(repeating: " ", count: max(0, nameColumn - columns)) + "  ")
        text.add(name, isFault ? .error : .dim)
      }
      text.add("\n")
      return text
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
    var place = ColoredText(String(repeating: "  ", count: level))
    switch item {
    case .folder(let folder):
      place.add("\(TerminalText.line(folder.name))/", .info)
      return [Line(place)] + folder.items.flatMap { lines(of: $0, level: level + 1, methodWidth) }
    case .request(let request):
      let fault = request.fault.map { "\($0.place): \($0.message)" } ?? ""
      let method = TerminalText.line(request.shownMethod)
      place.add(method, Token.method(request.shownMethod))
      place.add(String(repeating: " ", count: max(0, methodWidth - request.shownMethod.count)) + "  ")
      place.add(TerminalText.line(request.id))
      let name = request.repeatsFile ? nil : TerminalText.line(request.name + fault)
      return [Line(place, name: name, isFault: !fault.isEmpty)]
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

extension Failure {
  /// A path names nothing, neither on disk nor in a collection.
  static func noItem(_ path: String) -> Self {
    Self(.file, "no folder and no request is named \(TerminalText.line(path)); `apus list` shows all requests")
  }
}
