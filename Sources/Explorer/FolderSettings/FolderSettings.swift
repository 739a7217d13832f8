import Terminal
import Workspaces

/// Opens the settings that a folder or collection shares with its requests, in the request pane.
///
/// Open settings are edited, saved and undone like a request (`RequestDefinition.Kind.isShared`).
package struct FolderSettings: Feature {
  package enum Action: Equatable, Sendable {
    /// Opens the settings of the folder under the cursor.
    case requested
    case opened(folder: String)
  }

  mutating func apply(_ action: Action, in context: inout FeatureContext) {
    let folder: String? =
      switch action {
      case .requested: context.app.folderMeant
      case .opened(let folder): folder
      }
    guard let folder else { return context.say("There is no folder here: choose one in the tree") }
    // Unreadable settings count as closed, so that they are read again.
    if let open = context.app.sessions.all.first(where: { $0.value.sharedFolder == folder && $0.value.fault == nil }) {
      context.open(open.key)
    } else {
      context.run(.files(.loadSettings(folder: folder)))
    }
  }
}

/// The command that opens the settings of a folder or a collection.
enum FolderSettingsCommands {
  static let all: [Command] = [open]

  private static let open = Command(
    "folderSettings", "Settings of the folder or collection: headers, auth, variables, scripts, docs",
    [.character(",")], section: .request, rank: 26, footer: .word("settings", when: { $0.focus == .tree }),
    action: .folderSettings(.requested))
}

extension AppState {
  /// The folder under the cursor of the tree, or the folder of the request there; else the folder of the open request.
  var folderMeant: String? {
    switch focus == .tree ? tree.selected?.id : nil {
    case .collection(let path), .folder(let path): path
    case .request(let path): workspace.folder(around: path)
    default: current?.path.flatMap { workspace.folder(around: $0) } ?? currentCollection
    }
  }
}
