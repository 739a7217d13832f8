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
    let made: PreviewedRequest
    do throws(PreviewFault) {
      let written = plan.written(revealingSecrets: printing.revealSecrets)
      made = try await session.rehearse(written, through: .rehearsing(client))
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
    printer.tellOfMasks()
    if printer.isCut { throw Failure(.unexpected, "only the beginning of the body was read") }
  }
}

extension SendPlan {
  /// The failure for a request that cannot be previewed.
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
  let rehearsal: RunPreview
  let client: Client
  let printing: PrintChoice
  /// True if the requests are sent once for each row of a data file.
  let hasRows: Bool

  /// - Returns: the status for the first request that cannot be previewed; the others are printed.
  func run() async throws -> ExitStatus {
    var printer = PreviewPrinter(printing)
    var status = ExitStatus.done
    do {
      try await rehearsal.run(through: .rehearsing(client, isAttended: false)) { item in
        guard let failure = try show(item, with: &printer) else { return }
        Output.error.say("apus: \(failure.message)")
        if status == .done { status = failure.status }
      }
    } catch let fault as DataTable.Fault {
      throw Failure(.file, "\(fault.description); the rows before it are printed")
    }
    printer.tellOfMasks()
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
      let last = made.sent.body?.allBytes.last
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
  private static let limit = 256 << 20

  private let printing: PrintChoice
  /// True if a secret was masked in the output.
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

  mutating func write(_ made: PreviewedRequest, to output: Output) throws(Failure) {
    for notice in made.notices + [made.saying].compactMap(\.self) { SendPrinter.tell(notice, made.redaction) }
    let wire = Wire(made, reveals: printing.revealSecrets)
    hasMasked = hasMasked || wire.isMasked
    isCut = wire.isCut
    var head = PieceWriter(output)
    try head.write(wire.head)
    try head.finish()
    var body = BodyWriter(ByteStore(wire.body), contentType: wire.contentType, printing, to: output)
    try body.drain(isOver: true)
    if let note = body.note { Output.error.say("apus: \(note)") }
  }

  /// Reports that secrets were masked, if any were.
  func tellOfMasks() {
    guard hasMasked, !printing.silent else { return }
    Output.error.say("apus: secrets are shown as \(Redaction.standard.mask); --reveal-secrets writes them")
  }
}

/// The printed bytes of a request.
private struct Wire {
  let head: [UInt8]
  let body: [UInt8]
  let contentType: String?
  let isMasked: Bool
  /// True if more of the body would be sent.
  let isCut: Bool

  init(_ made: PreviewedRequest, reveals: Bool) {
    let sent = made.sent
    let redaction = reveals ? Redaction.none : made.redaction
    contentType = sent.headers["Content-Type"]
    let whole = sent.body?.allBytes ?? []
    let lines = String(decoding: sent.head, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
    // Bytes that are not UTF-8 stay unchanged if there is nothing to mask.
    let masked = lines.enumerated().map { index, line in
      line.isEmpty ? "" : redaction.masked(headLine: line, isFirst: index == 0)
    }
    let hides = masked != lines.map(String.init)
    head = hides ? Array(masked.joined(separator: "\r\n").utf8) : sent.head
    body = redaction.masked(bytes: whole, type: contentType ?? "")
    isMasked = hides || body != whole
    let isChunked = sent.headers["Transfer-Encoding"] != nil
    let goesOn =
      isChunked
      ? !whole.suffix(5).elementsEqual("0\r\n\r\n".utf8)
      : sent.headers["Content-Length"].flatMap { Int($0) }.map { $0 > whole.count } ?? false
    // Messages shown in place of a body are complete.
    isCut = goesOn && made.saying == nil
  }
}
