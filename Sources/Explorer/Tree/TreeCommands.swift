import HTTPModel
import SessionModel
import Terminal
import Workspaces

/// Commands for collections, folders and requests in the tree.
enum TreeCommands {
  static let all: [Command] = [newRequest, newCollection, newFolder, rename, move, sort, explain, send, copyAsCurl]

  /// This command and the next are only in menus, because `^R` sends the open request.
  private static let send = Command(
    "sendRow", "Send this request", in: [.tree], section: .request, rank: 11, isListed: false,
    refusal: { $0.refusalToSendRow }, handler: { $0.inTree { $0.apply(.sendRequested, to: \.tree) } })

  private static let copyAsCurl = Command(
    "copyRowAsCurl", "Copy this request as cURL", in: [.tree], section: .request, rank: 91, isListed: false,
    refusal: { $0.refusalToCopyRow }, handler: { $0.inTree { $0.copyRowAsCurl() } })

  private static let newRequest = Command(
    "newRequest", "New request", [.character("n")], in: [.tree], section: .editing, rank: 10,
    footer: .word("new", lead: (20, [.tree])), handler: { $0.inTree { $0.ask(new: Prompt.newRequest) } })

  private static let newCollection = Command(
    "newCollection", "New collection", in: [.tree], section: .editing, rank: 20,
    refusal: { state in
      state.workspace.collections.contains { $0.path == state.workspace.path }
        ? "This workspace is one collection: start apus in the folder above to add another" : nil
    },
    handler: { $0.inTree { $0.askForNewCollection() } })

  private static let newFolder = Command(
    "newFolder", "New folder", [.character("N")], in: [.tree], section: .editing, rank: 30,
    handler: { $0.inTree { $0.ask(new: Prompt.newFolder) } })

  private static let rename = Command(
    "rename", "Rename", [.character("r")], in: [.tree], section: .editing, rank: 70, footer: .word("rename"),
    refusal: { $0.refusalWithoutFile },
    handler: { $0.inTree { $0.changeFile { $0.ask(.newName(of: $1, $2.name)) } } })

  private static let move = Command(
    "move", "Move to another folder", [.character("m")], in: [.tree], section: .editing, rank: 80,
    refusal: { $0.refusalWithoutFile },
    handler: {
      $0.inTree {
        $0.changeFile { app, path, _ in app.apply(.overlay(.show(.picker(.folders(in: app.workspace, moving: path))))) }
      }
    })

  private static let sort = Command(
    "sortFolder", "Sort the folder by name", [.character("o")], in: [.tree], section: .editing, rank: 105,
    handler: { $0.inTree { $0.sortFolder() } })

  private static let explain = Command(
    "explainRequest", "Dependencies: requests that it uses, and that use it", [.character("i"), .function(3)],
    in: [.tree], section: .reading, rank: 56,
    refusal: { if case .request? = $0.tree.selected?.content { nil } else { "Choose a request first" } },
    handler: { $0.inTree { $0.explainRow() } })
}

extension AppState {
  /// The refusal of commands that need a file: in the tree, the selected row must have one.
  var refusalWithoutFile: String? {
    focus == .tree && tree.selected?.filePath == nil ? "Choose a request or a folder first" : nil
  }

  /// The reason the row under the cursor cannot be sent.
  var refusalToSendRow: String? {
    switch tree.selected?.content {
    case .request(let node):
      if node.fault != nil { return "This file cannot be read: fix it in an editor first" }
      guard case .unsupported(let kind) = node.kind, !program.sendableKinds.contains(kind) else { return nil }
      return "Apus shows \(kind) requests but cannot send them"
    case .scratch, .exchange: return nil
    default: return "Choose a request first"
    }
  }

  /// The reason the row under the cursor cannot be copied as a command; an exchange is copied while it is open.
  fileprivate var refusalToCopyRow: String? {
    if case .exchange? = tree.selected?.content { return "Open the exchange first" }
    return refusalToSendRow
  }

  /// The reason the row cannot be deleted; a request without a file can be.
  var refusalToDeleteRow: String? {
    if case .scratch? = tree.selected?.id { return nil }
    return refusalWithoutFile
  }

  /// Copies the request as a curl command. A closed request is read for that and stays closed.
  fileprivate mutating func copyRowAsCurl() -> [Effect] {
    let key: RequestKey
    switch tree.selected?.content {
    case .request(let node): key = .file(node.path)
    case .scratch(let number): key = .scratch(number)
    default: return []
    }
    guard sessions[key] != nil else {
      return apply(.copied(ExportOrder(target: .request(key), form: .curl)), by: Export())
    }
    return inResponse(of: key) { $0.copyAsCurl(.short, revealsSecrets: false) }
  }

  fileprivate mutating func explainRow() -> [Effect] {
    guard case .request(let node)? = tree.selected?.content else { return [] }
    return apply(.requestExplained(node), by: ValueUse())
  }
}

extension Picker {
  /// All requests of the workspace by method, name, URL and file path.
  /// - Parameter drafts: the requests without a file, or whose file was removed.
  static func jump(in workspace: WorkspaceTree, and drafts: [RequestSession] = []) -> Picker {
    let isAlone = workspace.collections.count == 1
    var items: [Item] = []
    func add(_ list: [TreeItem], _ folder: String) {
      for item in list {
        switch item {
        case .folder(let node): add(node.items, folder.isEmpty ? node.name : "\(folder) / \(node.name)")
        case .request(let node):
          let title = "\(node.shownMethod.shortMethod.padded(to: 6))\(node.name)  \(node.url)\(node.tagText)"
          let root = isAlone ? workspace.collections[0].path : workspace.folder(of: node.path)
          let place = node.path.hasPrefix(root + "/") ? String(node.path.dropFirst(root.count + 1)) : node.path
          items.append(
            Item(
              id: node.path, title: title, detail: folder, name: node.name, place: place,
              token: .method(node.shownMethod)))
        }
      }
    }
    for collection in workspace.collections {
      add(collection.items, workspace.collections.count > 1 ? workspace.shownName(of: collection) : "")
    }
    for session in drafts {
      guard let id = session.key.scratchNumber.map({ "\(draftPrefix)\($0)" }) ?? session.key.path else { continue }
      let (method, name) = (session.draft.shownMethod, session.shownName)
      items.append(
        Item(
          id: id, title: "\(method.shortMethod.padded(to: 6))\(name)  \(session.draft.url)",
          detail: session.isGone ? "file removed" : "not saved", name: name, token: .method(method)))
    }
    return Picker("Jump to a request", .jump, items: items)
  }

  /// The prefix of the identifier of a request without a file; the rest is its number.
  static let draftPrefix = "draft:"
}

extension AppState {
  /// The requests that are not in the tree's files: unsaved ones with any content, oldest first, then those whose file
  /// was removed.
  var unsavedRequests: [RequestSession] {
    scratches.compactMap { sessions[.scratch($0)] }.filter { !$0.isBlankScratch }
      + sessions.all.values.filter(\.isGone).sorted { $0.shownName < $1.shownName }
  }
}
