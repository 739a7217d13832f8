import Terminal
import Workspaces

/// The parts of the state that features and views receive, so that they do not depend on the whole.
extension AppState: Appearance {
  var isProtected: Bool { environment.current?.isProtected ?? false }

  var keys: KeyNames {
    KeyNames { [commands, context, capabilities] name in
      commands.command(named: name).map { command in
        let key = commands.keyInForce(of: command, in: context)?.name
        // ASCII has no sign for it, and a letter alone would be read as a part of the key.
        let shown = capabilities.unicode ? key : key?.replacing("⌥", with: "M-")
        return KeyNames.Name(key: shown, title: command.title)
      }
    }
  }

  var clock: WallClock { WallClock(now: now, secondsFromGMT: secondsFromGMT) }
}

extension PaneFrame {
  /// The title in the border: the name of the pane or, if the top line shows the pane names, of the open request.
  static func title(of pane: Pane, _ state: AppState) -> String {
    if pane == .request, let draft = state.session?.draft, draft.kind.isShared {
      return draft.kind == .folder ? "Folder" : "Collection"
    }
    guard pane != .tree, state.layout.arrangement == .single, let session = state.session else { return pane.title }
    return session.draft.suggestedName.isEmpty ? pane.title : session.draft.suggestedName
  }
}
