import Basics
import HTTPTypes
import Networking
import Sessions
import Workspaces

/// Prints a send in progress: notices about the request, the exchange, and what could not be recorded.
struct SendPrinter: ~Copyable {
  private let plan: SendPlan
  private let printing: PrintChoice
  private let cutoff: OutputCutoff
  /// The request's redaction once the request is resolved.
  private(set) var redaction = Redaction.standard
  private var printer: ExchangePrinter?
  /// True if the answer consists of separate messages.
  private var holdsMessages = false

  /// - Parameter cutoff: ends the output early.
  init(_ plan: SendPlan, _ printing: PrintChoice, cutoff: OutputCutoff = OutputCutoff()) {
    self.plan = plan
    self.printing = printing
    self.cutoff = cutoff
  }

  /// - Throws: an error that ends the send.
  mutating func show(_ event: SendEvent) throws(Failure) {
    switch event {
    case .resolved(let send): try begin(send.prepared)
    case .conversation(let event):
      switch event {
      case .head(let head, _): holdsMessages = head.messageFormat != nil
      case .streamed: holdsMessages = true
      default: break
      }
      try printer?.show(event)
    // A partial response is neither shown nor saved, but messages are shown and stay.
    case .cancelling: if !keepsPart { throw Failure(.interrupted) }
    case .finished(let exchange): try printer?.show(.finished(exchange))
    case .judged(let answer): try finish(answer)
    default: try event.report(of: plan, redaction)
    }
  }

  /// True if the partial answer is useful by itself.
  private var keepsPart: Bool { plan.definition.kind == .webSocket || holdsMessages }

  /// Removes the output file.
  mutating func abandon() { printer.take()?.abandon() }

  /// Reports something unusual about an otherwise valid request or response.
  static func report(_ notice: String, _ redaction: Redaction) {
    Output.error.say("apus: \(redaction.masked(text: notice))")
  }

  /// Opens the output before anything is sent.
  private mutating func begin(_ prepared: PreparedRequest) throws(Failure) {
    redaction = prepared.redaction
    for notice in prepared.notices { Self.report(notice, redaction) }
    // A download writes its own file.
    guard printing.download == nil else { return }
    let query = try printing.query.map { expression throws(Failure) in
      try QueryPrinter(expression, style: .values, name: "the body", printing.display, in: plan.workspace)
    }
    let joins = prepared.operation?.isIncremental == true && (!printing.messages || printing.joined)
    printer = try ExchangePrinter(
      printing, printing.revealSecrets ? .none : redaction, in: plan.workspace, query: query, joins: joins,
      cutoff: cutoff)
  }

  /// Reports unverified servers, whose answers could come from anybody.
  private func reportUnverified(_ exchange: Exchange) {
    let hops = exchange.hops.filter { $0.connection?.tls?.verifiedBy == .nothing }
    for server in Set(hops.compactMap { TransferOptions.TrustedCertificate.server(of: $0.request.url) }).sorted() {
      Self.report("TLS is not verified: the identity of \(server) is unknown", redaction)
    }
  }

  /// Writes the whole exchange, if requested, before the output file gets its final name.
  private mutating func finish(_ answer: SessionAnswer) throws(Failure) {
    // A conversation was written message by message.
    if printing.json, !printing.messages, answer.record.exchange.conversation == nil {
      let redaction = printing.revealSecrets ? Redaction.none : answer.redaction
      try printer?.showJSON(HARDocument(answer.record, redaction: redaction))
    }
    reportUnverified(answer.record.exchange)
    for missed in answer.checks.missed {
      Self.report("\(missed.variable) has no value: nothing at \(missed.expression)", answer.redaction)
    }
    try printer.take()?.close(keeping: printing.json || answer.record.exchange.failure == nil)
  }
}

extension SendEvent {
  /// Reports what has nothing to do with the form of the output.
  /// - Throws: an error that ends the send.
  func report(of plan: SendPlan, _ redaction: Redaction) throws(Failure) {
    switch self {
    case .notKept(let why): LiveSession.report(notKept: why)
    case .cookiesNotKept(let why): LiveSession.report(cookiesNotKept: why)
    case .sendingFirst(let id, let method): LiveSession.report(sendingFirst: id, method: method)
    case .refused(let fault): throw plan.failure(for: fault)
    case .failed(let error): throw Failure(error, redaction)
    case .script(let event): LiveSession.report(script: event.masked(by: redaction))
    case .skipped(let results):
      let why = results.masked(by: redaction).failure.map { "\($0.name): \($0.message ?? "failed")" }
      throw Failure(.unexpected, TerminalText.line(why ?? "\(plan.shownName): a script skipped the request"))
    case .resolved, .conversation, .cancelling, .finished, .judged, .asking, .kept: break
    }
  }
}

extension Failure {
  /// The failure for a transfer without a response.
  init(_ error: NetworkError, _ redaction: Redaction) {
    let message = TerminalText.shown(redaction.masked(message: error.advised))
    switch error.category {
    case .cancelled: self.init(.interrupted)
    case .url, .encoding: self.init(.request, message)
    // Of a download; a WebSocket that was refused has no response to save.
    case .status where error.response != nil: self.init(.unexpected, "\(message); nothing was saved")
    case .storage: self.init(.file, message)
    default: self.init(.transfer, message)
    }
  }
}

extension SendPlan {
  /// The reason why the request was not sent, and the next step for the user.
  /// - Parameter keepsConsent: false if the collection lasts for this command only, so that no consent can be stored.
  func failure(for fault: SendFault, keepsConsent: Bool = true) -> Failure {
    switch fault {
    case .refusal(let refusal): failure(for: refusal, keepsConsent: keepsConsent)
    case .request(let error): Failure(.request, TerminalText.shown(error.description))
    case .file(let error): Failure(.file, TerminalText.shown(error.description))
    case .scripts(let refusal): Failure(.request, TerminalText.line("\(shownName): \(refusal)"))
    case .cancelled: Failure(.interrupted)
    }
  }

  func failure(for refusal: SendRefusal, keepsConsent: Bool = true) -> Failure {
    var message = "\(shownName): \(refusal)"
    // An environment can only add variables that are missing.
    if case .unresolved(let variables) = refusal.problem, variables.contains(where: { $0.reason == .missing }),
      environment == nil, context.environment == nil, requestID != nil
    {
      message += "; or choose an environment with --env"
    }
    if case .notAllowed(let uses) = refusal.problem, let collection = context.consent?.collection {
      message += keepsConsent ? "; allow it with: \(AllowLine(uses, for: collection).text)" : Self.advice(for: uses)
    }
    return Failure(.request, TerminalText.line(message))
  }
}

extension SendPlan {
  /// The next step if no consent can be stored.
  private static func advice(for uses: [UserValueUse]) -> String {
    let origins = uses.filter { $0.source.kind == .scriptOrigin }.map { "--allow-script-origin \($0.receiver)" }
    guard origins.count == uses.count else {
      return "; to allow it, import the file with `apus import` and run the collection"
    }
    return "; allow it with: apus run … \(origins.joined(separator: " "))"
  }
}

/// The command that grants the consent a refused request needs.
struct AllowLine {
  let text: String

  /// With several receivers, it covers only the first; the next attempt names the others.
  init(_ uses: [UserValueUse], for collection: String) {
    var words = ["apus", "allow", collection]
    var receiver: String?
    for use in uses {
      guard use.receiver == receiver ?? use.receiver else { continue }
      receiver = use.receiver
      words += ["--\(use.source.kind.rawValue)"] + (use.source.name.isEmpty ? [] : [use.source.name])
    }
    if let receiver, !receiver.isEmpty { words += ["--to", receiver] }
    // The line is typed again by the user: a name that is displayed differently would not match.
    text = words.map { VisibleText.of($0) == $0 ? ShellQuoting.word($0) : ShellQuoting.plainWord($0) }
      .joined(separator: " ")
  }
}

extension Exchange {
  /// The `--fail` message for a failed answer of HTTP, GraphQL, gRPC or WebSocket; `nil` for a success.
  var refusalWords: String? {
    if let status = response?.status, status.code >= 400 {
      return "the server answered \(status.code) \(status.reasonPhrase)"
    }
    if let fault { return "the answer has \(fault.name): \(TerminalText.line(fault.message))" }
    guard let close = conversation?.close, let name = close.failureName else { return nil }
    return close.name == nil ? "the WebSocket closed with \(name)" : "the call ended with \(name)"
  }

  /// The next step on the command line after an answer that refuses the type of the body; `nil` for other answers.
  /// - Parameter option: sends JSON in this command.
  func typeAdvice(json option: String) -> String? {
    guard response?.status.code == 415, let sent = hops.last?.request else { return nil }
    let type = sent.headers["Content-Type"]
    let refused = type.map { "the Content-Type \(TerminalText.line($0))" } ?? "a body without a Content-Type"
    let json = type?.contains("json") == true ? "" : "\(option) sends JSON, "
    return "the server refuses \(refused); \(json)-H 'Content-Type: …' sends another type"
  }
}

extension NetworkError {
  /// The failure, plus the next step on the command line if it is not obvious.
  var advised: String {
    if [.connect, .resolve, .connectTimeout, .proxy].contains(category), let advice = recoverySuggestion {
      return "\(text.sentence) \(advice)"
    }
    let advice: String? =
      switch category {
      case .tls:
        trustFault.map(Self.advice) ?? identityFault.map(advice) ?? handshakeFault.map(Self.advice)
          ?? "does the server speak TLS at this port? http:// (ws://, grpc://) sends without TLS"
      case .malformed where detail?.contains("HTTP/0.9") == true: "is it a port for https://?"
      case .refusedRedirect where detail == nil: "--location-trusted sends secrets to other hosts too"
      case .bodyTooLarge: "--max-body raises the limit"
      default: nil
      }
    return advice.map { "\(text); \($0)" } ?? text
  }

  private func advice(_ fault: IdentityFault) -> String {
    switch fault {
    case .wanted: "name one under config.clientCertificates in opencollection.yml, or with --cert and --key"
    case .refused: "does this server accept it, and is it still valid?"
    case .unusable where detail?.contains("unsupported") == true:
      "its encryption is outdated: convert it with openssl pkcs12 -legacy"
    case .unusable: "are its path and passphrase right, and does the key match?"
    }
  }

  private static func advice(_ fault: HandshakeFault) -> String {
    switch fault {
    case .noTLS: "http:// (ws://, grpc://) sends without TLS; or is the port wrong?"
    case .versionRefused: "is --tls-max, or the newest TLS of the request's settings, too old for it?"
    case .oldVersion: "the server's operator must update it"
    case .noVersion: "--tls-min and --tls-max, or the request's settings, exclude each other"
    case .cipher, .weak: "the server's operator must allow newer ciphers"
    case .name: "is the host's name right?"
    }
  }

  private static func advice(_ fault: TrustFault) -> String {
    switch fault {
    case .authority: "--cacert or SSL_CERT_FILE sets the trusted authorities, -k accepts any certificate"
    case .host: "is the address right? -k accepts any certificate"
    case .changed: "was it renewed? Send the request on the screen to see it; or the connection is intercepted"
    case .time: "is this machine's clock right? -k accepts any certificate"
    case .revoked: "do not send there: the server's operator must replace it"
    case .revocation: "get the current list from its authority, and name it with --crlfile"
    case .weak: "the server's operator must renew it; -k accepts any certificate"
    }
  }
}
