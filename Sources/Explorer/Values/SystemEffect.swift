package import Basics

/// Effects on the terminal and the desktop.
package enum SystemEffect: Equatable, Sendable {
  /// Puts text on the clipboard and says what was copied: `Copied 412 B as cURL`.
  case copy(String, label: String)
  /// Reads the text of the clipboard, for a new request.
  case readClipboard
  /// Opens text in `$VISUAL` or `$EDITOR` as a file with this suffix; the changed text comes back in an action.
  case edit(String, suffix: String, purpose: EditPurpose)
  /// Opens a file of the workspace in `$VISUAL` or `$EDITOR`; the change comes back as any from outside.
  case editFile(path: String)
  /// Opens the exact bytes in `$VISUAL` or `$EDITOR`, only to look at.
  case open(ByteStore, suffix: String)
  /// Pipes the bytes to a shell command, or to `$PAGER`, which owns the terminal until it exits.
  case pipe(ByteStore, command: String?)
  case suspend
  case beep
  /// Serves the demo API on loopback until the program ends.
  case startDemo
  /// Reads the settings, which come back in an action, with the theme that was chosen.
  case readSettings(theme: String?)
  /// Takes the mouse, or leaves it to the terminal.
  case takeMouse(Bool)
  /// Reads the user's theme files, which come back in an action.
  case readThemes
  /// Reads which workspaces were opened before.
  case readRecentWorkspaces
  /// The same for the page of an empty folder, with where the demo is.
  case readStartPage
  /// Looks whether folders, as typed or from the list, can be opened side by side.
  case findWorkspaces(paths: [String])
  /// Remembers layout, theme, environment and open request for the next start.
  case remember(Preferences)
}

/// Where the text from an external editor belongs.
package enum EditPurpose: Hashable, Sendable {
  case body(RequestKey)
  case docs(RequestKey)
  case value(RequestKey)

  var key: RequestKey {
    switch self {
    case .body(let key), .docs(let key), .value(let key): key
    }
  }
}
