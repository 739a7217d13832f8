package import Basics
import Terminal

/// Effects on the terminal and the desktop.
package enum SystemEffect: Equatable, Sendable {
  /// Copies text to the clipboard and reports it: `Copied 412 B as cURL`.
  /// - Parameter shown: the start of the text for the report; empty for a text that may contain a secret.
  case copy(String, label: String, shown: String = "")
  /// Reads the text of the clipboard, for a new request.
  case readClipboard
  /// Opens text in `$VISUAL` or `$EDITOR` as a file with this suffix; the changed text comes back in an action.
  case edit(String, suffix: String, purpose: EditPurpose)
  /// Opens a file of the workspace in `$VISUAL` or `$EDITOR`; the change is detected like any other change on disk.
  case editFile(path: String)
  /// Opens the user's settings in `$VISUAL` or `$EDITOR`, as `apus config --edit` does; they are read again afterwards.
  case editSettings
  /// Opens the exact bytes in `$VISUAL` or `$EDITOR`, read-only.
  case open(ByteStore, suffix: String)
  /// Pipes the bytes to a shell command, or to `$PAGER`, which owns the terminal until it exits.
  case pipe(ByteStore, command: String?)
  case suspend
  case beep
  /// Serves the demo API on loopback until the program ends.
  case startDemo
  /// Reads the settings, which come back in an action with the chosen theme.
  case readSettings(theme: String?)
  /// Turns mouse reporting on or off.
  case takeMouse(Bool)
  /// Reads the user's theme files, which come back in an action.
  case readThemes
  case readRecentWorkspaces
  /// Reads the recent workspaces for the start page.
  case readStartPage
  /// Finds the folder of the demo, in order to open it.
  case findDemo
  /// Checks whether folders, typed or from the list, can be opened side by side.
  case findWorkspaces(paths: [String])
  /// Remembers layout, theme, environment and open request for the next start.
  case remember(Preferences)
}

extension SystemEffect {
  /// The first line of a text without secrets, cut to fit a note.
  static func start(of text: String) -> String {
    Truncation.end.applied(to: VisibleText.of(String(text.prefix { !$0.isNewline })), columns: 60)
  }
}

/// The destination of a text from an external editor.
package enum EditPurpose: Hashable, Sendable {
  case body(RequestKey)
  case docs(RequestKey)
  case value(RequestKey)
  case script(RequestKey, ScriptSlot)

  package var key: RequestKey {
    switch self {
    case .body(let key), .docs(let key), .value(let key), .script(let key, _): key
    }
  }
}
