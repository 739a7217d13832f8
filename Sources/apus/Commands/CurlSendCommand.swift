import ArgumentParser
import Interchange
import Networking
import Workspaces

/// `apus curl ARG…`: a curl command line with `apus` in front sends what curl would send.
struct CurlSendCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "curl", abstract: "Send what a curl command line would send, shown and recorded like `send`.",
    discussion: "Example: apus curl -X POST https://example.com/users --json '{\"name\": \"Ada\"}'")

  @Argument(parsing: .captureForPassthrough, help: ArgumentHelp("curl's own options and URLs.", valueName: "argument"))
  var arguments: [String] = []

  func run() async throws {
    Interruption.ignoreBrokenPipes()
    if arguments == ["--help"] || arguments == ["-h"] { throw CleanExit.helpRequest(self) }
    let result = CurlImport.read(arguments: arguments, surroundings: CurlSurroundings.live())
    for notice in result.notices where notice.severity == .warning {
      Output.error.say("apus: \(TerminalText.shown(notice.message))")
    }
    if let refusal = result.notices.first(where: { $0.severity == .error }) {
      throw Failure(.usage, TerminalText.shown(refusal.message))
    }
    let printing = try PrintOptions.parse(CurlOutputOptions.arguments(of: arguments))
    // Files are written one after the other, like curl's; a workspace around the folder keeps the history.
    let workspace = try? WorkspaceLocator.open(WorkspaceLocator.currentFolder())
    for imported in result.requests {
      let plan = Self.plan(for: imported, workspace: workspace)
      try await Interruption.cancelling {
        try await Delivery(plan: plan, printing: printing, records: true).run()
      }
    }
  }

  private static func plan(for imported: CurlImport.Imported, workspace: Workspace?) -> SendPlan {
    var context = SendContext(folder: WorkspaceLocator.currentFolder())
    context.options = imported.options
    var plan = SendPlan(definition: imported.request, context: context, workspace: workspace)
    plan.body = imported.bytes
    plan.suppressed = imported.suppressedHeaders.sorted()
    return plan
  }
}
