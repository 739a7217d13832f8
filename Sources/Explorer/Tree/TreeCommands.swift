import Terminal
import Workspaces

/// Commands for collections, folders and requests in the tree.
enum TreeCommands {
  struct Situation {
    var isFocused: Bool
    var selected: TreeRow?
    /// Whether the workspace's folder is itself a collection.
    var isOneCollection: Bool

    /// The refusal of commands that need a file: in the tree, the selected row must have one.
    var refusalWithoutFile: String? {
      isFocused && selected?.filePath == nil ? "Choose a request or a folder first" : nil
    }

    /// The kinds of request that can be sent, by their names in files.
    var sendableKinds: Set<String> = []

    /// Why the row under the cursor cannot be sent.
    var refusalToSend: String? {
      switch selected?.content {
      case .request(let node):
        if node.fault != nil { return "This file cannot be read: fix it in an editor first" }
        guard case .unsupported(let kind) = node.kind, !sendableKinds.contains(kind) else { return nil }
        return "A \(kind) request is shown and kept, but Apus cannot send it"
      case .scratch, .exchange: return nil
      default: return "Choose a request first"
      }
    }

    /// Why the row under the cursor cannot be copied as a command; an exchange is copied where it is open.
    var refusalToCopy: String? {
      if case .exchange? = selected?.content { return "Open the exchange first" }
      return refusalToSend
    }

    /// A request without a file can be deleted, too.
    var refusalToDelete: String? {
      if case .scratch? = selected?.id { return nil }
      return refusalWithoutFile
    }
  }

  typealias Record = CommandRecord<Situation, TreeFeature.Action>

  static let all: [Record] = [newRequest, newCollection, newFolder, rename, move, sort, explain, send, copyAsCurl]

  /// Only menus have these two: `^R` sends what is open.
  private static let send = Record(
    "sendRow", "Send this request", in: [.tree], section: .request, rank: 11, isListed: false,
    refusal: { $0.refusalToSend }, handler: { _ in [.sendRequested] })

  private static let copyAsCurl = Record(
    "copyRowAsCurl", "Copy this request as cURL", in: [.tree], section: .request, rank: 91, isListed: false,
    refusal: { $0.refusalToCopy }, handler: { _ in [.copyRequested] })

  private static let newRequest = Record(
    "newRequest", "New request", [.character("n")], in: [.tree], section: .editing, rank: 10,
    footer: .word("new", lead: (20, [.tree])), handler: { _ in [.fileRequested(.newRequest)] })

  private static let newCollection = Record(
    "newCollection", "New collection", in: [.tree], section: .editing, rank: 20,
    refusal: {
      $0.isOneCollection
        ? "This workspace is one collection: start apus in the folder above it for another" : nil
    },
    handler: { _ in [.fileRequested(.newCollection)] })

  private static let newFolder = Record(
    "newFolder", "New folder", [.character("N")], in: [.tree], section: .editing, rank: 30,
    handler: { _ in [.fileRequested(.newFolder)] })

  private static let rename = Record(
    "rename", "Rename", [.character("r")], in: [.tree], section: .editing, rank: 70, footer: .word("rename"),
    refusal: { $0.refusalWithoutFile }, handler: { _ in [.fileRequested(.rename)] })

  private static let move = Record(
    "move", "Move to another folder", [.character("m")], in: [.tree], section: .editing, rank: 80,
    refusal: { $0.refusalWithoutFile }, handler: { _ in [.fileRequested(.move)] })

  private static let sort = Record(
    "sortFolder", "Sort the folder by name", [.character("o")], in: [.tree], section: .editing, rank: 105,
    handler: { _ in [.fileRequested(.sort)] })

  private static let explain = Record(
    "explainRequest", "Whose answers the request uses, and who uses its own", [.character("i"), .function(3)],
    in: [.tree], section: .reading, rank: 56,
    refusal: { if case .request? = $0.selected?.content { nil } else { "Choose a request first" } },
    handler: { _ in [.explanationRequested] })
}
