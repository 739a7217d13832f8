import Basics
package import HTTPModel
package import SessionModel
import Terminal
package import Workspaces

/// The steps before a send, and its results besides the response.
///
/// It asks if a protected environment, a prompt or a consent requires it, and restores the pane if nothing was sent.
package struct Outbox: Feature {
  /// Sends that can still be withdrawn, by number.
  var revocableSends: [Int: RevocableSend] = [:]
  /// The send that waits for the user's answers.
  var pending: PendingSend?
  /// The request whose scripts run again on its answer once the user's permission is recorded.
  var rerun: RequestKey?
  /// The last answer to each label, unless secret; saved and offered again.
  var lastAnswers: [String: String] = [:]
  /// The answers typed into a closed form, offered in preference to `lastAnswers`.
  var typedAnswers: [String: String] = [:]
  /// The request whose response the user is waiting for: no key or button has been pressed since the send.
  var watched: RequestKey?
  /// The pages that are requested in place of a request's own URL, until it is sent again itself.
  var pages: [RequestKey: String] = [:]

  package enum Action: Equatable, Sendable {
    /// A step of the send of a request, even if its file was moved while the work was running.
    case step(RequestKey, Step)
    case answered([String: String])
    /// Answers to the prompts of another feature, by label, to offer again.
    case remembered([String: String])
    /// The form or question was left with these answers typed.
    case abandoned(typed: [String: String] = [:])
  }

  package enum Step: Equatable, Sendable {
    /// `^R`, after the edited text was taken.
    case requested
    /// The next page of an answer, at a URL that a server named.
    case pageRequested(url: String)
    case opened
    /// The user confirmed a send in a protected environment.
    case confirmed
    case cancelled
    /// Redraws the elapsed time of a running send.
    case ticked(send: Int)
    /// The prompts of `{{?label}}`, in the order of the request.
    case answersNeeded(send: Int, [PromptQuestion])
    /// The request would use the user's resources, and its collection has no consent yet.
    case consentNeeded(send: Int, ConsentQuestion)
    /// Another request would be sent again for its answer, and may change something.
    case resendNeeded(send: Int, ResendQuestion)
    case resendAgreed(requestID: String)
    /// The consent is recorded: continue with the send.
    case allowed
    /// The scripts of the collection would run, and the user has not allowed them yet.
    case scriptsNeeded(send: Int, ScriptQuestion)
    /// The scripts cannot run here; contains their number and the reason.
    case scriptsUnavailable(send: Int, Int, String)
    /// The user wants to send without scripts.
    case scriptsDeclined
    /// The scripts before the request kept it from being sent.
    case scriptsSkipped(send: Int, ScriptResults)
    /// The scripts ran again on the answer shown.
    case scriptsRan(ScriptResults)
    /// The scripts after the answer asked for something that the user has not allowed them.
    case scriptValuesNeeded(ConsentQuestion)
    /// The user allows it: record that, then run the scripts again on the answer.
    case scriptValuesAllowed(ConsentQuestion)
    /// The response was checked; its captures are set for the requests of their scope. Results of scripts are masked.
    case judged(AnswerChecks, AnswerScope, ScriptResults? = nil)
    /// Shows an answer to a send of another page as that of the request.
    case answerShown(Exchange, AnswerChecks)
    /// `⌥r`: sends the saved request of a history entry in its current form, with current variables.
    case resendToday
    /// The user wants to see the certificate of a server that no authority vouches for.
    case certificateRequested(url: String)
    case certificatePresented(CertificateOffer)
    /// The certificate is trusted now: sends the request unless the user has gone on to something else.
    case trusted
  }

  mutating func apply(_ action: Action, in context: inout FeatureContext) {
    switch action {
    case .step(let key, let step): apply(step, of: context.app.sessions.follower(key), in: &context)
    case .answered(let answers): answer(answers, in: &context)
    case .remembered(let answers):
      let known = lastAnswers
      lastAnswers.merge(answers) { _, new in new }
      if lastAnswers != known { context.remember() }
    case .abandoned(let typed):
      typedAnswers.merge(typed) { _, new in new }
      guard pending != nil else { return }
      pending = nil
      context.say("Nothing was sent")
    }
  }

  private mutating func apply(_ step: Step, of key: RequestKey, in context: inout FeatureContext) {
    switch step {
    case .requested: request(key, in: &context)
    case .pageRequested(let url): request(key, page: url, in: &context)
    case .opened:
      pages[key] = nil
      sendUnlessProtected(key, in: &context)
    case .confirmed: begin(key, SendAgreement(isConfirmed: true), in: &context)
    case .cancelled:
      if let sending = context.app.sending(key) { context.run(.transfer(.cancel(send: sending.id))) }
    case .ticked(let id): if context.app.sending(key)?.id == id { tick(key, id, in: &context) }
    case .answersNeeded(let id, let questions): ask(for: questions, of: id, key, in: &context)
    case .consentNeeded(let id, let question): ask(question, of: id, key, in: &context)
    case .allowed: allowed(key, in: &context)
    case .resendNeeded(let id, let question): ask(question, of: id, key, in: &context)
    case .resendAgreed(let other):
      var agreement = takeAgreement()
      agreement.resends.insert(other)
      begin(key, agreement, in: &context)
    case .scriptsNeeded(let id, let question): ask(question, of: id, key, in: &context)
    case .scriptsUnavailable(let id, let count, let why):
      ask(withoutScripts: count, why, of: id, key, in: &context)
    case .scriptsDeclined:
      var agreement = takeAgreement()
      agreement.skipsScripts = true
      begin(key, agreement, in: &context)
    case .scriptsSkipped(let id, let results): skipped(results, of: id, key, in: &context)
    case .scriptsRan(let results): show(results, of: key, in: &context)
    case .scriptValuesNeeded(let question): ask(question, afterAnswerTo: key, in: &context)
    case .scriptValuesAllowed(let question):
      rerun = key
      context.run(.transfer(.allow(question, key)))
    case .judged(let checks, let scope, let scripts): judge(key, checks, scope, scripts, in: &context)
    case .answerShown(let exchange, let checks): show(exchange, checks, of: key, in: &context)
    case .resendToday:
      if let node = context.app.savedRequest(of: key) { context.open(.file(node.path), to: .send) }
    case .certificateRequested(let url):
      guard let session = context.app.sessions[key] else { return }
      context.say("Fetching the certificate…")
      context.run(.transfer(.inspectCertificate(key, session.draft, context.app.terms(of: session), url: url)))
    case .certificatePresented(let offer): present(offer, for: key, in: &context)
    case .trusted:
      if mayAsk(key, context.app), context.app.sending(key) == nil { request(key, in: &context) }
    }
  }

  /// Records that the user has pressed a key or button, and so no longer waits for a send's question or response.
  mutating func stopWaiting() {
    watched = nil
    for id in revocableSends.keys { revocableSends[id]?.isAwaited = false }
  }
}

/// Starting a send.
extension Outbox {
  /// `^R`: sends the request as displayed; a protected environment asks first.
  /// - Parameter page: the URL of a page to request instead. A request whose variables now name another server does
  ///   not send its credentials there.
  private mutating func request(_ key: RequestKey, page: String? = nil, in context: inout FeatureContext) {
    guard let session = context.app.sessions[key] else { return }
    if let fault = session.fault { return context.say("\(fault)", .error) }
    if context.app.sending(key) != nil { return context.say("Already running: \(key: "leave") cancels it") }
    if case .history = key, refuses(session, in: &context) { return }
    if let page, !session.sends(toServerOf: page) {
      let place = URLParts(page).hostAndPort
      return context.say("The next page is on another server, \(place), which gets no credentials", .warning)
    }
    pages[key] = page
    sendUnlessProtected(key, in: &context)
  }

  /// `^R` on a history entry sends it unchanged. Returns true if that cannot be done, after a question or the reason.
  private func refuses(_ session: RequestSession, in context: inout FeatureContext) -> Bool {
    let draft = session.sent
    if draft.holds(Redaction.standard.mask) {
      guard let node = context.app.savedRequest(of: session.key) else {
        context.say(
          "The secrets of this request are masked in the history, and its file is gone: fill them in and send", .warning
        )
        return true
      }
      let text = "Its secrets are masked in the history. Send \(node.name) as it is now?"
      context.ask(.confirm("Send again", text, yes: .sending(.step(session.key, .resendToday))))
      return true
    }
    // Text that was sent literally, such as from a response, must not become a template now.
    func names(in definition: RequestDefinition) -> [String] {
      SendContext().missing(in: definition).map(\.variable.name)
    }
    guard let saved = session.saved else { return false }
    let drafted = names(in: draft)
    guard let name = names(in: saved).first(where: drafted.contains) else { return false }
    context.say("{{\(name)}} was sent as plain text: \(key: "resendToday") sends the current request", .warning)
    return true
  }

  /// A protected environment asks before any send that may change something.
  private mutating func sendUnlessProtected(_ key: RequestKey, in context: inout FeatureContext) {
    guard let session = context.app.sessions[key] else { return }
    let environment = context.app.environment
    guard environment.current?.asks(before: session.sent.shownMethod) == true else { return begin(key, in: &context) }
    let text = "\(environment.chosen ?? "") is protected. Send \(session.draft.shownMethod) \(session.shownName)?"
    var question = Question.confirm("Protected environment", text, yes: .sending(.step(key, .confirmed)))
    let url = pages[key] ?? session.shownURL
    question.details = ["\(session.sent.shownMethod) \(VisibleText.of(url))"]
    context.ask(question)
  }

  mutating func begin(
    _ key: RequestKey, _ agreement: SendAgreement = SendAgreement(), in context: inout FeatureContext
  ) {
    guard var session = context.app.sessions[key] else { return }
    let id = context.nextSerial()
    rerun = nil
    var draft = session.sent
    if let page = pages[key] { draft.turn(toPageAt: URLParts(page)) }
    var terms = context.app.terms(of: session)
    terms.inputs.prompts = agreement.prompts
    terms.isConfirmed = agreement.isConfirmed
    terms.agreedResends = agreement.resends
    terms.skipsScripts = agreement.skipsScripts
    revocableSends[id] = RevocableSend(former: session.response, agreement: agreement)
    watched = key
    session.response.begin(
      Sending(
        id: id, method: draft.shownMethod, url: draft.url, startedAt: context.app.clock.now,
        takesInput: draft.kind == .webSocket))
    session.response.asked = session.draft
    session.response.addressVariable = session.addressVariable
    context.put(session)
    context.showResponse()
    context.run(.transfer(.send(key, send: id, draft, terms)))
    tick(key, id, in: &context)
  }

  /// Ends waiting for the user; returns what was agreed.
  mutating func takeAgreement() -> SendAgreement {
    defer { pending = nil }
    return pending?.agreement ?? SendAgreement()
  }

  private func tick(_ key: RequestKey, _ id: Int, in context: inout FeatureContext) {
    context.run(.after(.milliseconds(100), .sending(.step(key, .ticked(send: id)))))
  }
}

/// Results besides the response.
extension Outbox {
  /// Reports failed assertions and captures without a value; the Tests tab shows the others.
  private func judge(
    _ key: RequestKey, _ checks: AnswerChecks, _ scope: AnswerScope, _ scripts: ScriptResults?,
    in context: inout FeatureContext
  ) {
    if var session = context.app.sessions[key] {
      session.checks = checks
      session.response.scripts = scripts
      session.response.tests = TestReport(
        checks.judging(session.response.exchange), of: session.draft, in: session.variables, scripts: scripts)
      context.put(session)
    }
    // The answer may be one that the open request refers to.
    if context.app.session?.outlooks.isEmpty == false { context.refreshVariables() }
    // Captured variables reach other requests even if this one has been closed.
    if checks.changesVariables { context.capture(checks, for: scope) }
    // Without a response, the failure itself is reported; failing tests add nothing.
    guard let session = context.app.sessions[key], session.response.exchange?.response != nil else { return }
    let name = session.sent.shownName
    let verdicts = (scripts?.verdicts ?? []).filter { !$0.isSkipped }
    let failures =
      checks.assertions.filter { !$0.passed }.map { "\($0.expression), got \($0.shortActual)" }
      + verdicts.filter { !$0.passed }.map(\.name)
    if let first = failures.first {
      let count = "\(failures.count) of \(checks.assertions.count + verdicts.count) tests failed"
      context.say("\(name): \(count): \(first)", .warning)
    } else if let missed = checks.missed.first {
      context.say("\(name): \(missed.variable) has no value: nothing at \(missed.expression)", .warning)
    }
  }

  private func show(
    _ exchange: Exchange, _ checks: AnswerChecks, of key: RequestKey, in context: inout FeatureContext
  ) {
    guard var session = context.app.sessions[key] else { return }
    let (id, request) = (context.nextSerial(), exchange.request)
    session.response.begin(
      Sending(id: id, method: request?.method ?? "", url: request?.url ?? "", startedAt: exchange.startedAt))
    context.put(session)
    context.perform(.response(.transfer(send: id, .finished(exchange)), of: key))
    let scope = AnswerScope(collection: "", environment: nil)
    context.perform(.sending(.step(key, .judged(AnswerChecks(assertions: checks.assertions), scope))))
  }

  /// Asks whether to trust a server certificate that no authority has issued, showing the details needed to decide.
  private func present(_ offer: CertificateOffer, for key: RequestKey, in context: inout FeatureContext) {
    let app = context.app
    guard let session = app.sessions[key] else { return }
    let server = offer.trusted.host
    let hasFile = app.environment.current != nil && !session.isOlder && session.collection != nil
    let change = TrustChange(
      collection: session.collection ?? app.workspace.path, environment: hasFile ? app.environment.chosen : nil,
      added: [offer.trusted])
    guard app.environment.current?.trust.certificates.contains(offer.trusted) != true || !hasFile else {
      return context.say("This certificate is trusted for \(server) already: \(key: "send") sends the request")
    }
    var question = Question(
      "Certificate of \(server)", "Trust this certificate for \(server)?",
      [
        .init("y", "trust it and send again", .environment(.trustRequested(change, isStep: true, sends: key))),
        .init("n", "no", nil),
      ])
    question.details = ["Kept in", "  \(place(of: change, in: app.workspace))"]
    let replaced = hasFile ? app.environment.current?.trust.certificates.filter { $0.host == server } ?? [] : []
    if !replaced.isEmpty {
      question.details += ["", "Replaces"] + replaced.map { "  \($0.fingerprint)" }
    }
    question.details += [""] + offer.lines
    context.askUnasked(question, orSay: "The certificate of \(server) cannot be shown: try again")
  }

  private func place(of change: TrustChange, in workspace: WorkspaceTree) -> String {
    func short(_ name: String) -> String { Truncation.end.applied(to: name, columns: 60) }
    let name = workspace.collections.first { $0.path == change.collection }?.name ?? workspace.name
    guard let environment = change.environment else {
      return "your own list, for \(short(name)): apus allow --list shows it"
    }
    return "the file of environment \(short(environment)) in \(short(name)); others who use it must allow it too"
  }
}

extension RequestDefinition {
  /// True if a text occurs in the request that would be sent.
  fileprivate func holds(_ text: String) -> Bool {
    var all = [url] + headers.map(\.value) + authentication.fields.map(\.value)
    if case .text(_, let body) = body { all.append(body) }
    return all.contains { $0.contains(text) }
  }
}
