import Basics
import Networking
import Sessions
import Workspaces

/// Prints what a plan would send, head and body, and sends nothing.
struct DryRun: Sendable {
  let plan: SendPlan
  let printing: PrintChoice

  func run() async throws(Failure) {
    let client = PreviewPrinter.client()
    let session = LiveSession.make(plan.workspace, client: client, history: nil)
    let made: SendPreview
    do throws(PreviewFault) {
      let written = plan.written(revealingSecrets: printing.revealSecrets)
      made = try await session.preview(written, through: .previewing(client), limit: PreviewPrinter.limit)
    } catch {
      throw plan.failure(for: error)
    }
    try Interruption.check()
    var printer = PreviewPrinter(printing)
    if let path = printing.output {
      let file = try OutputFile(path)
      try printer.write(made, to: file.output)
      try file.commit()
    } else {
      try printer.write(made, to: .standard)
    }
    printer.reportMasks()
    reportScripts()
    if printer.isCut { throw Failure(.unexpected, "only the beginning of the body was read") }
  }

  /// Reports that the request has scripts, whose changes a send would include.
  private func reportScripts() {
    guard plan.runsScripts, !printing.silent,
      let count = plan.context.scripts(of: plan.definition, in: "")?.all.count, count > 0
    else { return }
    let scripts = count == 1 ? "1 script" : "\(count) scripts"
    let what = count == 1 ? "what it changes" : "what they change"
    Output.error.say("apus: its \(scripts) did not run; \(what) is not shown")
  }
}

extension SendPlan {
  func failure(for fault: PreviewFault) -> Failure {
    switch fault {
    case .refused(let fault): failure(for: fault)
    case .unknown:
      Failure(.request, TerminalText.line("\(shownName): not known before sending: \(fault.text)"))
    case .failed: Failure(.request, TerminalText.line("\(shownName): \(fault.text)"))
    }
  }

  /// The name of the saved request, or the URL without its credentials.
  var shownName: String { requestID ?? context.redaction().masked(url: definition.url) }
}

/// Prints what each request of a run would send, under its name, and sends nothing.
struct RunDryRun {
  let preview: RunPreview
  let client: Client
  let printing: PrintChoice
  /// True if the requests are sent once for each row of a data file.
  let hasRows: Bool

  /// - Returns: the status for the first request that cannot be previewed; the others are printed.
  func run() async throws -> ExitStatus {
    var printer = PreviewPrinter(printing)
    var status = ExitStatus.done
    do {
      try await preview.run(through: .previewing(client, isAttended: false), limit: PreviewPrinter.limit) { item in
        guard let failure = try show(item, with: &printer) else { return }
        Output.error.say("apus: \(failure.message)")
        if status == .done { status = failure.status }
      }
    } catch let fault as DataTable.Fault {
      throw Failure(.file, "\(fault.description); the rows before it are printed")
    }
    printer.reportMasks()
    return status
  }

  private func show(_ item: RunPreview.Item, with printer: inout PreviewPrinter) throws(Failure) -> Failure? {
    try Interruption.check()
    switch item.result {
    case .file(let error): return Failure(.file, TerminalText.line("\(item.node.id): \(error.description)"))
    case .unknown(let fault, let plan): return plan.failure(for: fault)
    case .made(let made):
      let row = hasRows ? ", row \(item.iteration)" : ""
      try Output.standard.write(TerminalText.line("== \(item.node.id)\(row)") + "\n")
      try printer.write(made, to: .standard)
      // The next name starts on its own line after an empty one, like the end of a head.
      let last = made.body.last
      if let last { try Output.standard.write(last == 0x0A ? "\n" : "\n\n") }
      return printer.isCut
        ? Failure(.unexpected, TerminalText.line("\(item.node.id): only the beginning of the body was read"))
        : nil
    }
  }
}

/// Prints requests as they would be sent, head and body.
struct PreviewPrinter {
  /// The limit on printed body bytes; only the beginning of a longer body is printed.
  static let limit = 256 << 20

  private let printing: PrintChoice
  private var hasMasked = false
  /// True if more of the last body would be sent.
  private(set) var isCut = false

  init(_ printing: PrintChoice) {
    self.printing = printing
  }

  /// A client that sends nothing.
  static func client() -> Client {
    Client(transport: PreviewTransport(limit: limit), defaults: LiveClient.defaults)
  }

  mutating func write(_ made: SendPreview, to output: Output) throws(Failure) {
    for notice in made.notices + [made.note].compactMap(\.self) { SendPrinter.report(notice, .none) }
    let masks = made.hidesSomething && !printing.revealSecrets
    hasMasked = hasMasked || masks
    isCut = made.isCut
    var head = PieceWriter(output)
    try head.write(masks ? made.maskedHead : made.headBytes)
    try head.finish()
    let shown = ByteStore(masks ? made.maskedBody : made.body)
    var body = BodyWriter(shown, contentType: made.contentType, printing, to: output)
    try body.drain(isOver: true)
    if let note = body.note { Output.error.say("apus: \(note)") }
  }

  func reportMasks() {
    guard hasMasked, !printing.silent else { return }
    Output.error.say("apus: secrets are shown as \(Redaction.standard.mask); --reveal-secrets writes them")
  }
}
