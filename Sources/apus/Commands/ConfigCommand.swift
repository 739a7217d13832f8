import ArgumentParser
import Explorer
import Workspaces

/// `apus config`: shows, checks and edits the settings.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Show every setting with its default, or check and edit yours.",
    discussion: """
      The settings are in $XDG_CONFIG_HOME/apus/config.yml, by default ~/.config/apus/config.yml; every key is optional. \
      A workspace may bring the same keys in apus.yml beside its collections, except those marked yours, and they come \
      before your own. An open screen follows both files.

      Examples:
        apus config --edit
        apus config --check && apus
        apus config --commands | grep send
      """)

  @Flag(help: "Say where your file is, or would be.") var path = false
  @Flag(help: "Open your file in your editor; one that is not there is made, with every key in it.") var edit = false
  @Flag(help: "Name what is wrong in the files, with line and column; exit status 1 if there is anything.")
  var check = false
  @Flag(help: "List the commands of the screen: names for `bindings`, the keys in force, what they do.")
  var commands = false

  func validate() throws {
    guard [path, edit, check, commands].filter({ $0 }).count <= 1 else {
      throw ValidationError("Only one of --path, --edit, --check and --commands can be given.")
    }
  }

  func run() throws {
    let place = ConfigurationPlace()
    if path { return try Output.standard.line(try place.path()).get() }
    if edit { return try place.edit() }
    if check { return try place.check() }
    if commands { return try Output.standard.write(place.commands()) }
    try Output.standard.write(ConfigurationText.whole(isAsleep: false))
  }
}
