import ArgumentParser
import Workspaces

/// The options for the scripts of a send or a run.
struct ScriptOptions: ParsableArguments {
  @Flag(help: "Allow the scripts of these requests to run, for this run.")
  var allowScripts = false

  @Flag(help: "Send the requests without their scripts.")
  var noScripts = false

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Allow scripts to send to this server, for this command; may be repeated.", valueName: "URL"))
  var allowScriptOrigin: [String] = []

  @Option(name: .of(.scriptTimeout), help: .of(.scriptTimeout))
  var timeoutScript: Int?

  func validate() throws {
    if let timeoutScript { try SettingOption.scriptTimeout.check("\(timeoutScript)") }
    for url in allowScriptOrigin where VariableTable().origin(of: url) == nil {
      throw ValidationError("--allow-script-origin takes a URL; \(url) has no host.")
    }
    if allowScripts, noScripts { throw ValidationError("--allow-scripts and --no-scripts exclude each other.") }
  }
}
