import ArgumentParser
import Workspaces

extension CompletionKind {
  /// The names of the environments of the workspace around the current folder.
  static var environments: CompletionKind {
    .custom { _, _, _ in
      Suggestions.offered(Suggestions.tree()?.collections.flatMap(\.environments))
    }
  }

  /// The saved requests of that workspace, as `send` takes them.
  static var requests: CompletionKind {
    .custom { _, _, _ in
      Suggestions.offered(Suggestions.tree()?.collections.flatMap { $0.requests.map(\.node.id) })
    }
  }
}

/// What the shell offers while a command is being typed.
private enum Suggestions {
  /// Names that a shell can show as they are: what it is offered it writes to the terminal itself.
  static func offered(_ names: [String]?) -> [String] {
    (names ?? []).filter { TerminalText.line($0) == $0 }
  }

  static func tree() -> WorkspaceTree? {
    // A workspace that cannot be opened offers nothing; the command itself will say why.
    try? WorkspaceLocator.locate(nil).workspace.tree()
  }
}
