import Basics
import Networking
import Sessions
import Workspaces

/// Prints what each request of a run would send, under its name, and sends nothing.
struct RunDryRun {
  let rehearsal: RunRehearsal
  let client: Client
  let printing: PrintChoice
  /// Whether the requests are sent once for each row of a data file.
  let hasRows: Bool

  /// - Returns: what the first request that is not known leads to; the others are printed.
  func run() async throws -> ExitStatus {
    var printer = RehearsalPrinter(printing)
    var status = ExitStatus.done
    do {
      try await rehearsal.run(through: .rehearsing(client, isAttended: false)) { item in
        guard let failure = try show(item, with: &printer) else { return }
        Output.error.say("apus: \(failure.message)")
        if status == .done { status = failure.status }
      }
    } catch let fault as DataTable.Fault {
      throw Failure(.file, "\(fault.description); what came before it is printed")
    }
    printer.tellOfMasks()
    return status
  }

  private func show(_ item: RunRehearsal.Item, with printer: inout RehearsalPrinter) throws(Failure) -> Failure? {
    try Interruption.check()
    switch item.result {
    case .file(let error): return Failure(.file, TerminalText.line("\(item.node.id): \(error.description)"))
    case .unknown(let fault, let plan): return plan.failure(for: fault)
    case .made(let made):
      let row = hasRows ? ", row \(item.iteration)" : ""
      try Output.standard.write(TerminalText.line("== \(item.node.id)\(row)") + "\n")
      try printer.write(made, to: .standard)
      // The next name starts on a line of its own, after an empty one, as that at the end of a head.
      let last = made.sent.body?.allBytes.last
      if let last { try Output.standard.write(last == 0x0A ? "\n" : "\n\n") }
      return printer.isCut
        ? Failure(.unexpected, TerminalText.line("\(item.node.id): the body goes on; only its beginning was read"))
        : nil
    }
  }
}
