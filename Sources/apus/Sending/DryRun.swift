import Basics
import Networking
import Sessions
import Workspaces

/// Prints what a plan would send, head and body, and sends nothing.
struct DryRun: Sendable {
  let plan: SendPlan
  let printing: PrintChoice
  /// Adjusts the client's execution.
  var configure: @Sendable (inout ExecutionConfig) -> Void = { _ in }

  func run() async throws(Failure) {
    let client = RehearsalPrinter.client(configure)
    let session = LiveSession.make(plan.workspace, client: client, history: nil)
    let made: RehearsedRequest
    do throws(RehearsalFault) {
      made = try await session.rehearse(plan, through: .rehearsing(client))
    } catch {
      throw plan.failure(for: error)
    }
    try Interruption.check()
    var printer = RehearsalPrinter(printing)
    if let path = printing.output {
      let file = try OutputFile(path)
      try printer.write(made, to: file.output)
      try file.commit()
    } else {
      try printer.write(made, to: .standard)
    }
    printer.tellOfMasks()
    if printer.isCut { throw Failure(.unexpected, "the body goes on; only its beginning was read") }
  }
}

extension SendPlan {
  /// Why it is not known what would be sent.
  func failure(for fault: RehearsalFault) -> Failure {
    switch fault {
    case .refused(let fault): failure(for: fault)
    case .unknown:
      Failure(.request, TerminalText.line("\(shownName): not known before it is sent: \(fault.text)"))
    case .failed: Failure(.request, TerminalText.line("\(shownName): \(fault.text)"))
    }
  }

  /// The saved request, or the URL.
  private var shownName: String { requestID ?? context.redaction().masked(url: definition.url) }
}
