import ArgumentParser
import Interchange
import Networking
import Workspaces

/// `apus export FORMAT TARGET`: a request in the words of another tool.
struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write a request for another tool.",
    discussion: "Secrets are masked; --reveal-secrets writes them, so that the command sends what `apus send` sends.")

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case curl
  }

  @Argument(help: "curl.")
  var format: Format

  @Argument(help: "A saved request (users/get-user), its file, or a URL.", completion: .requests)
  var target: String

  @OptionGroup(title: "Workspace") var workspace: WorkspaceOptions
  @OptionGroup(title: "Request") var request: RequestOptions
  @OptionGroup(title: "Transfer") var transport: TransportOptions

  @Option(
    help: "The shell that will read it: sh, bash, cmd or pwsh.", completion: .list(["sh", "bash", "cmd", "pwsh"]))
  var shell = "sh"

  @Option(
    help: "resolved: variables are filled in; shell: they become variables of the shell.",
    completion: .list(["resolved", "shell"]))
  var variables = "resolved"

  @Option(
    name: [.customShort("o", allowingJoined: true), .customLong("output")], parsing: .unconditional,
    help: "Write to this file instead of standard output.", completion: .file())
  var output: String?

  @Flag(help: "Write secrets too.")
  var revealSecrets = false

  func validate() throws {
    guard CurlCommand.Shell(rawValue: shell) != nil else {
      throw ValidationError("--shell takes sh, bash, cmd or pwsh.")
    }
    guard CurlExport.Variables(rawValue: variables) != nil else {
      throw ValidationError("--variables takes resolved or shell.")
    }
  }

  func run() async throws {
    Interruption.ignoreBrokenPipes()
    var plan = try TargetFinder(options: workspace).plan(for: target)
    try request.apply(to: &plan)
    transport.apply(to: &plan.context.options)
    let result = try command(for: plan)
    for notice in result.notices { Output.error.say("apus: \(TerminalText.shown(notice))") }
    try write(result.text.hasSuffix("\n") ? result.text : result.text + "\n")
  }

  private func command(for plan: SendPlan) throws(Failure) -> CurlExport.Result {
    let shell = CurlCommand.Shell(rawValue: shell) ?? .sh
    guard variables == CurlExport.Variables.shell.rawValue else {
      var prepared = try plan.prepared()
      prepared.request = try LiveClient.completed(prepared.request)
      return CurlExport.command(for: prepared, shell: shell, revealsSecrets: revealSecrets)
    }
    var definition = plan.definition
    for header in LiveClient.defaults.headers.fields
    where !definition.headers.contains(where: { $0.isEnabled && $0.name.lowercased() == header.name.lowercased() }) {
      definition.headers.append(Row(header.name, header.value))
    }
    do throws(SendRefusal) {
      return try CurlExport.command(
        for: definition, in: plan.context, shell: shell, variables: .shell, revealsSecrets: revealSecrets)
    } catch {
      throw Failure(.request, TerminalText.shown(error.description))
    }
  }

  private func write(_ text: String) throws(Failure) {
    guard let output else { return try Output.standard.write(text) }
    let file = try OutputFile(output)
    try file.output.write(text)
    try file.commit()
  }
}
