import Basics
import Explorer
import Terminal
import Workspaces

/// The settings of the user and of the workspace around the current folder, for `apus config`.
struct ConfigurationPlace {
  private let folder = SettingsFolder()
  /// `nil` if the current folder is in no workspace.
  private let workspace: Workspace?

  init() {
    // It is normal that the current folder is in no workspace.
    workspace = try? Workspace.open(WorkspaceLocator.currentFolder())
  }

  func path() throws(Failure) -> String {
    guard let path = folder.configurationPath else {
      throw Failure(.file, "there is no place for settings: set HOME, or XDG_CONFIG_HOME to an absolute path")
    }
    return path
  }

  /// Makes the file if there is none, opens it in the editor, and then says what is wrong in it.
  func edit() throws(Failure) {
    let path = try path()
    let files = FileSystem.live
    let isThere = Result { () throws(FileError) in try files.stamp(path) }
    do throws(FileError) { if try isThere.get() == nil { try make(path) } } catch {
      throw Failure(.file, "\(path): \(error.message)")
    }
    let editor = OutsideEditor(Locale.allVariables, folder.configuration().configuration)
    guard let status = ChildProcess.run(editor.arguments(for: path)) else {
      throw Failure(.file, "\(editor.name) could not be started; EDITOR names another editor")
    }
    guard status == 0 else { throw Failure(.file, "\(editor.name) ended with status \(status)") }
    for fault in faults { Output.error.say("apus: \(fault)") }
  }

  private func make(_ path: String) throws(FileError) {
    guard let folder = folder.path else { return }
    try FileSystem.live.makeDirectory(folder, 0o700)
    do throws(WorkspaceError) {
      let text = ConfigurationText.whole(isAsleep: true)
      try AtomicFile(.live).create(path, Array(text.utf8), mode: 0o600)
    } catch {
      throw FileError(path, .other, error.description)
    }
  }

  func check() throws(Failure) {
    let faults = faults
    guard faults.isEmpty else {
      for fault in faults { Output.error.say("apus: \(fault)") }
      throw Failure(.unexpected)
    }
    let path = try path()
    // A file that cannot be looked at was named above.
    let isThere = ((try? FileSystem.live.stamp(path)) ?? nil) != nil
    try Output.standard.line(TerminalText.shown(isThere ? "\(path): nothing is wrong" : "\(path) is not there")).get()
  }

  private var settings: UserSettings {
    guard let workspace else {
      var settings = UserSettings(folder.configuration())
      folder.complete(&settings, theme: settings.theme)
      return settings
    }
    return folder.settings(of: workspace, theme: nil)
  }

  /// Those of the theme and the keys that the settings name, too.
  private var faults: [String] {
    let settings = settings
    return settings.faults + CommandTable.bound(by: settings).faults + settings.themeFaults
  }

  /// One line each: name, keys, words; as wide as the longest.
  func commands() -> String {
    let records = CommandTable.bound(by: settings).table.records
    let rows = records.map { ($0.name, $0.keys.map(\.name).joined(separator: " "), $0.title) }
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(0, width - TextWidth.of(text)))
    }
    let names = (rows.map { TextWidth.of($0.0) }.max() ?? 0) + 2
    let keys = (rows.map { TextWidth.of($0.1) }.max() ?? 0) + 2
    return rows.map { padded($0.0, names) + padded($0.1, keys) + $0.2 + "\n" }.joined()
  }
}
