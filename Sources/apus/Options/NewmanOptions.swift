import ArgumentParser
import Basics
import Workspaces

/// The options of newman that no other option of a run has.
struct NewmanOptions: ParsableArguments {
  @Option(
    name: [.customShort("g"), .customLong("globals")],
    help: "A file of Postman with global variables.", completion: .file())
  var globals: String?

  @Option(
    name: .customLong("env-var"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Set a variable of the environment; may be repeated.", valueName: "name=value"))
  var environmentVariables: [String] = []

  @Option(
    name: .customLong("global-var"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Set a global variable; may be repeated.", valueName: "name=value"))
  var globalVariables: [String] = []

  @Option(help: "Only this folder or request, by its name; may be repeated.")
  var folder: [String] = []

  @Option(help: ArgumentHelp("Give up on a request after this time; 0 for never.", valueName: "milliseconds"))
  var timeoutRequest: Int?

  @Option(
    name: [.customShort("r"), .customLong("reporters")],
    help: ArgumentHelp("The reports as newman names them: cli, json, junit.", valueName: "names"))
  var reporters: String?

  @Option(help: "The file for -r junit.", completion: .file())
  var reporterJunitExport: String?

  @Option(help: "The file for -r json.", completion: .file())
  var reporterJsonExport: String?

  @Option(
    help: ArgumentHelp("Write the environment at the end of the run, as Postman does.", valueName: "file"),
    completion: .file())
  var exportEnvironment: String?

  @Option(
    help: ArgumentHelp("Write the global variables at the end of the run, as Postman does.", valueName: "file"),
    completion: .file())
  var exportGlobals: String?

  @Option(
    help: ArgumentHelp("Write the collection of a Postman file with its variables at the end.", valueName: "file"),
    completion: .file())
  var exportCollection: String?

  @Option(help: ArgumentHelp("Stop the run after this time; 0 for never.", valueName: "milliseconds"))
  var timeout: Int?

  @Flag(name: [.customLong("suppress-exit-code")], help: "Exit with 0 even if a request or a test failed.")
  var suppressExitCode = false

  @Flag(help: "The same as --color never.")
  var noColor = false

  @Flag(help: .hidden)
  var ignored: [NewmanLook] = []

  /// The variables to write at the end, and their files.
  var exports: [VariableExport] {
    let files: [(ScriptScope, String?)] = [
      (.environment, exportEnvironment), (.globals, exportGlobals), (.collection, exportCollection),
    ]
    return files.compactMap { scope, path in path.map { VariableExport(scope: scope, path: $0) } }
  }

  /// Names the given options that change only the look of newman's output.
  func reportIgnored() {
    guard !ignored.isEmpty else { return }
    let names = ignored.map { "--\($0.rawValue)" }.joined(separator: ", ")
    Output.error.say("apus: ignored, because Apus has its own output: \(names)")
  }

  func validate() throws {
    if timeout ?? 0 < 0 { throw ValidationError("--timeout takes milliseconds, 0 or more.") }
    if timeoutRequest ?? 0 < 0 { throw ValidationError("--timeout-request takes milliseconds, 0 or more.") }
  }

  /// The reports; `cli` is the output of every run.
  func reports() throws(Failure) -> [Report] {
    let files = ["junit": reporterJunitExport, "json": reporterJsonExport]
    var reports: [Report] = []
    for name in (reporters ?? "").split(separator: ",").map(\.trimmed) where name != "cli" {
      let file = files[name] ?? nil
      reports += try Report.parse(file.map { "\(name)=\($0)" } ?? name)
    }
    return reports
  }

  /// Adds the variables of these options, and the environment of a file.
  /// - Parameters:
  ///   - environment: the value of `--env` if it is a file; see `VariableFile`.
  ///   - name: the name of an environment of the collection, below the values given for it.
  func add(to inputs: inout VariableInputs, _ environment: String?, named name: String?) throws(Failure) {
    if let environment { inputs.environment = try VariableFile.environment(in: environment) }
    let given = try WorkspaceChoice.assignments(in: environmentVariables)
    if name != nil {
      // --var comes last and wins.
      inputs.commandLine = given.map { VariableInputs.Pair($0.name, $0.value) } + inputs.commandLine
    } else {
      for (name, value) in given {
        inputs.environment = inputs.environment ?? Environment(name: "")
        inputs.environment?.variables.removeAll { $0.row.name == name }
        inputs.environment?.variables.append(Environment.Variable(Row(name, value)))
      }
    }
    if let globals { inputs.globals = try VariableFile.environment(in: globals).variables }
    for (name, value) in try WorkspaceChoice.assignments(in: globalVariables) {
      inputs.globals.removeAll { $0.row.name == name }
      inputs.globals.append(Environment.Variable(Row(name, value)))
    }
  }
}

/// The options of newman that change only the look of its output; a run accepts and ignores them.
enum NewmanLook: String, EnumerableFlag {
  case disableUnicode = "disable-unicode"
  case silentSummary = "reporter-cli-no-summary"
  case silentFailures = "reporter-cli-no-failures"
  case silentAssertions = "reporter-cli-no-assertions"
  case silentSuccess = "reporter-cli-no-success-assertions"
  case silentConsole = "reporter-cli-no-console"
  case silentBanner = "reporter-cli-no-banner"
  case timestamps = "reporter-cli-show-timestamps"

  static func name(for value: Self) -> NameSpecification { .customLong(value.rawValue) }
}
