import ArgumentParser
import Basics
import Explorer
import Terminal
import Workspaces

/// `apus config`: shows, checks and edits the settings.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Show every setting with its default, or check and edit yours.",
    discussion: """
      The settings are in $XDG_CONFIG_HOME/apus/config.yml, by default ~/.config/apus/config.yml; every key is \
      optional. A workspace can set the same keys in apus.yml next to its collections, except those marked yours; \
      they override your own. An open screen follows both files.

      Examples:
        apus config --edit
        apus config --check && apus
        apus config --commands | grep send
      """)

  @Flag(help: "Print the path of your file, even if it does not exist.") var path = false
  @Flag(help: "Open your file in your editor; a missing file is created, with every key in it.") var edit = false
  @Flag(help: "List the faults of the files, with line and column; exit status 1 if there are any.")
  var check = false
  @Flag(help: "List the commands of the screen: names for `bindings`, active keys, and titles.")
  var commands = false

  func validate() throws {
    guard [path, edit, check, commands].filter({ $0 }).count <= 1 else {
      throw ValidationError("Only one of --path, --edit, --check and --commands can be given.")
    }
  }

  func run() throws {
    let place = ConfigurationPlace()
    if path { return try Output.standard.line(place.path).get() }
    if edit { return try place.edit() }
    if check { return try place.check() }
    if commands { return try Output.standard.write(place.commands()) }
    try Output.standard.write(ConfigurationText.whole(isAsleep: false))
  }
}

/// The settings of the user and of the workspace around the current folder, for `apus config`.
struct ConfigurationPlace {
  private let folder = SettingsFolder()
  /// The workspace; `nil` if the current folder is outside any.
  private let workspace: Workspace?

  init() {
    // The current folder may be outside any workspace.
    workspace = try? Workspace.open(WorkspaceLocator.currentFolder())
  }

  var path: String { folder.configurationPath }

  /// Creates the file if necessary, opens it in the editor, and then reports its errors.
  func edit() throws(Failure) {
    do throws(FileError) { try folder.createConfiguration() } catch {
      throw Failure(.file, "\(path): \(error.message)")
    }
    let editor = ExternalEditor(Locale.allVariables, folder.configuration().configuration)
    // A program that the user chose may do without a terminal.
    guard editor.isChosen || Output.standardInputIsTerminal && Output.standard.isTerminal else {
      throw Failure(.usage, "\(editor.name) needs a terminal; the file is \(path)")
    }
    guard let status = ChildProcess.run(editor.arguments(for: path)) else {
      throw Failure(.file, "\(editor.name) could not be started; set EDITOR to another editor")
    }
    guard status == 0 else { throw Failure(.file, "\(editor.name) ended with status \(status)") }
    for fault in faults { Output.error.say("apus: \(fault)") }
  }

  func check() throws(Failure) {
    let faults = faults
    guard faults.isEmpty else {
      for fault in faults { Output.error.say("apus: \(fault)") }
      throw Failure(.unexpected)
    }
    // An inaccessible file was reported above.
    let isThere = ((try? FileSystem.live.stamp(path)) ?? nil) != nil
    try Output.standard.line(TerminalText.shown(isThere ? "\(path): no faults" : "\(path) does not exist")).get()
  }

  private var settings: UserSettings {
    guard let workspace else {
      var settings = UserSettings(folder.configuration())
      folder.complete(&settings, theme: settings.theme)
      return settings
    }
    return folder.settings(of: workspace, theme: nil)
  }

  /// The errors of the settings, including those of their theme and keys.
  private var faults: [String] {
    let settings = settings
    return settings.faults + CommandTable.bound(by: settings).faults + settings.themeFaults
  }

  /// One line per command: name, keys and description, aligned.
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
