import ArgumentParser
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
    name: [.customShort("o", allowingJoined: true), .customLong("output")], parsing: .unconditional,
    help: "Write to this file instead of standard output.", completion: .file())
  var output: String?

  @Flag(help: "Write secrets too.")
  var revealSecrets = false

  func run() async throws {
    Interruption.ignoreBrokenPipes()
    var plan = try TargetFinder(options: workspace).plan(for: target)
    try request.apply(to: &plan)
    transport.apply(to: &plan.context.options)
    let prepared = try plan.prepared()
    let redaction = revealSecrets ? Redaction.none : prepared.redaction
    let command = CurlCommand(try LiveClient.completed(prepared.request), redaction: redaction)
    for notice in command.notices { Output.error.say("apus: \(TerminalText.shown(notice))") }
    try write(command.text + "\n")
  }

  private func write(_ text: String) throws(Failure) {
    guard let output else { return try Output.standard.write(text) }
    let file = try OutputFile(output)
    try file.output.write(text)
    try file.commit()
  }
}
