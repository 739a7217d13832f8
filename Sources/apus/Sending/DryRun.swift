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

  /// Of a longer body only the beginning is printed.
  private static let limit = 256 << 20

  func run() async throws(Failure) {
    var client = Client(transport: RehearsalTransport(limit: Self.limit), defaults: LiveClient.defaults)
    configure(&client.execution)
    let session = LiveSession.make(plan.workspace, client: client, history: nil)
    let made: RehearsedRequest
    do throws(RehearsalFault) {
      made = try await session.rehearse(plan, through: ConversationDriver(client))
    } catch {
      throw failure(for: error)
    }
    for notice in made.notices { SendPrinter.tell(notice, made.redaction) }
    try Interruption.check()
    let shown = Wire(made, reveals: printing.revealSecrets)
    if let path = printing.output {
      let file = try OutputFile(path)
      try write(shown, to: file.output)
      try file.commit()
    } else {
      try write(shown, to: .standard)
    }
    if shown.isMasked, !printing.silent {
      Output.error.say("apus: secrets are shown as \(Redaction.standard.mask); --reveal-secrets writes them")
    }
    if shown.isCut { throw Failure(.unexpected, "the body goes on; only its beginning was read") }
  }

  private func write(_ wire: Wire, to output: Output) throws(Failure) {
    var head = PieceWriter(output)
    try head.write(wire.head)
    try head.finish()
    var body = BodyWriter(ByteStore(wire.body), contentType: wire.contentType, printing, to: output)
    try body.drain(isOver: true)
    if let note = body.note { Output.error.say("apus: \(note)") }
  }

  private func failure(for fault: RehearsalFault) -> Failure {
    switch fault {
    case .refused(let fault): plan.failure(for: fault)
    case .unknown:
      Failure(.request, TerminalText.line("\(plan.shownName): not known before it is sent: \(fault.text)"))
    case .failed: Failure(.request, TerminalText.line("\(plan.shownName): \(fault.text)"))
    }
  }
}

/// The bytes of a request as they are printed.
private struct Wire {
  let head: [UInt8]
  let body: [UInt8]
  let contentType: String?
  let isMasked: Bool
  /// Whether more of the body would be sent.
  let isCut: Bool

  init(_ made: RehearsedRequest, reveals: Bool) {
    let sent = made.sent
    let redaction = reveals ? Redaction.none : made.redaction
    contentType = sent.headers["Content-Type"]
    let whole = sent.body?.allBytes ?? []
    let lines = String(decoding: sent.head, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
    // Bytes that are not UTF-8 stay what they are where there is nothing to hide.
    let masked = lines.enumerated().map { index, line in
      line.isEmpty ? "" : redaction.masked(headLine: line, isFirst: index == 0)
    }
    let hides = masked != lines.map(String.init)
    head = hides ? Array(masked.joined(separator: "\r\n").utf8) : sent.head
    body = redaction.masked(bytes: whole, type: contentType ?? "")
    isMasked = hides || body != whole
    let isChunked = sent.headers["Transfer-Encoding"] != nil
    isCut =
      isChunked
      ? !whole.suffix(5).elementsEqual("0\r\n\r\n".utf8)
      : sent.headers["Content-Length"].flatMap { Int($0) }.map { $0 > whole.count } ?? false
  }
}

extension SendPlan {
  /// The saved request, or the URL.
  fileprivate var shownName: String { requestID ?? context.redaction().masked(url: definition.url) }
}
