import Basics

/// What the state asks the world to do; each comes back as actions. Compared by equality in tests.
public indirect enum Effect: Equatable, Sendable {
  case files(FileEffect)
  case transfer(TransferEffect)
  case document(DocumentEffect)
  case environment(EnvironmentEffect)
  case find(FindEffect)
  case system(SystemEffect)
  /// The action, once the time has passed.
  case after(Duration, Action)
}

/// What concerns the terminal and the desktop around it.
public enum SystemEffect: Equatable, Sendable {
  /// Puts text on the clipboard and says what was copied: `Copied 412 B as cURL`.
  case copy(String, label: String)
  /// Opens text in `$VISUAL` or `$EDITOR` with a file of this ending; the changed text comes back in the action.
  case edit(String, suffix: String, purpose: EditPurpose)
  /// Opens the exact bytes in `$VISUAL` or `$EDITOR`, only to look at.
  case open(ByteStore, suffix: String)
  /// Gives the bytes to a command of the shell, or to `$PAGER`, which has the terminal until it ends.
  case pipe(ByteStore, command: String?)
  case suspend
  case beep
  /// Remembers layout, theme, chosen environment and open request for the next start.
  case remember(Preferences)
}
