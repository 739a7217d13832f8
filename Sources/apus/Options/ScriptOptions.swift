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

  @Flag(
    help: """
      Write the variables that scripts set in environment, collection and globals to their files, at the end.
      """)
  var saveVariables = false

  func validate() throws {
    if let timeoutScript { try SettingOption.scriptTimeout.check("\(timeoutScript)") }
    for url in allowScriptOrigin where VariableTable().origin(of: url) == nil {
      throw ValidationError("--allow-script-origin takes a URL; \(url) has no host.")
    }
    if noScripts, allowScripts || saveVariables {
      let other = allowScripts ? "--allow-scripts" : "--save-variables"
      throw ValidationError("\(other) and --no-scripts exclude each other.")
    }
  }
}
