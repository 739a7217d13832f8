import Networking
import Sessions
import Workspaces

/// Prints a send in progress: notices about the request, the exchange, and what could not be recorded.
struct SendPrinter: ~Copyable {
  private let plan: SendPlan
  private let printing: PrintChoice
  /// The request's redaction once the request is resolved.
  private(set) var redaction = Redaction.standard
  private var printer: ExchangePrinter?
  /// Whether the answer holds many messages, each whole by itself.
  private var holdsMessages = false

  init(_ plan: SendPlan, _ printing: PrintChoice) {
    self.plan = plan
    self.printing = printing
  }

  /// - Throws: an error that ends the send.
  mutating func show(_ event: SendEvent) throws(Failure) {
    switch event {
    case .resolved(let send): try begin(send.prepared)
    case .conversation(let event):
      if case .head(let head, _) = event { holdsMessages = head.messageFormat != nil }
      try printer?.show(event)
    // A partial response is neither shown nor saved, but messages were shown, and stay.
    case .cancelling: if !keepsPart { throw Failure(.interrupted) }
    case .finished(let exchange): try printer?.show(.finished(exchange))
    case .judged(let answer): try finish(answer)
    case .notKept(let why): LiveSession.tell(notKept: why)
    case .cookiesNotKept(let why): LiveSession.tell(cookiesNotKept: why)
    case .refused(let fault): throw plan.failure(for: fault)
    case .failed(let error): throw Failure(error, redaction)
    case .asking, .sentFirst, .kept: break
    }
  }

  /// Whether what has come so far is something by itself.
  private var keepsPart: Bool { plan.definition.kind == .webSocket || holdsMessages }

  /// Removes the output file.
  mutating func abandon() { printer.take()?.abandon() }

  /// Reports something unusual about an otherwise valid request or response.
  static func tell(_ notice: String, _ redaction: Redaction) {
    Output.error.say("apus: \(redaction.masked(text: notice))")
  }

  /// Opens the output before anything is sent.
  private mutating func begin(_ prepared: PreparedRequest) throws(Failure) {
    redaction = prepared.redaction
    for notice in prepared.notices { Self.tell(notice, redaction) }
    // A download writes its own file.
    guard printing.download == nil else { return }
    let query = try printing.query.map { expression throws(Failure) in
      try QueryPrinter(expression, style: .values, name: "the body")
    }
    printer = try ExchangePrinter(printing, printing.revealSecrets ? .none : redaction, query: query)
  }

  /// Names the servers that nobody verified: what they answered could be anybody's.
  private func tellUnverified(_ exchange: Exchange) {
    let hops = exchange.hops.filter { $0.connection?.tls?.verifiedBy == .nothing }
    for server in Set(hops.compactMap { TrustedCertificate.server(of: $0.request.url) }).sorted() {
      Self.tell("TLS is not verified: nobody vouches for who answered as \(server)", redaction)
    }
  }

  /// Writes the whole exchange, if requested, before the output file gets its final name.
  private mutating func finish(_ answer: SessionAnswer) throws(Failure) {
    // A conversation was written message by message.
    if printing.json, !printing.messages, answer.record.exchange.conversation == nil {
      let redaction = printing.revealSecrets ? Redaction.none : answer.redaction
      try printer?.showJSON(HARDocument(answer.record, redaction: redaction))
    }
    tellUnverified(answer.record.exchange)
    try printer.take()?.close(keeping: printing.json || answer.record.exchange.failure == nil)
  }
}

extension Failure {
  /// Why a transfer has no response.
  init(_ error: NetworkError, _ redaction: Redaction) {
    let message = TerminalText.shown(redaction.masked(text: error.advised))
    switch error.category {
    case .cancelled: self.init(.interrupted)
    case .url, .encoding: self.init(.request, message)
    case .status: self.init(.unexpected, "\(message); nothing was saved")
    case .storage: self.init(.file, message)
    default: self.init(.transfer, message)
    }
  }
}
