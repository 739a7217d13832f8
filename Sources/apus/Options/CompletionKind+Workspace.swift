import ArgumentParser
import Workspaces

extension CompletionKind {
  /// The names of the environments of the workspace around the current folder.
  static var environments: CompletionKind {
    .custom { _, _, _ in
      Suggestions.offered(Suggestions.tree()?.collections.flatMap(\.environments))
    }
  }

  /// The saved requests of that workspace, in the form that `send` accepts.
  static var requests: CompletionKind {
    .custom { _, _, _ in
      Suggestions.offered(Suggestions.tree()?.collections.flatMap { $0.requests.map(\.node.id) })
    }
  }
}

/// The suggestions for shell completion.
private enum Suggestions {
  /// The names that are safe to show: the shell writes suggestions to the terminal unfiltered.
  static func offered(_ names: [String]?) -> [String] {
    (names ?? []).filter { TerminalText.line($0) == $0 }
  }

  static func tree() -> WorkspaceTree? {
    // If the workspace cannot be opened, there are no suggestions; the command itself reports why.
    try? WorkspaceLocator.locate(nil).workspace.tree()
  }
}
