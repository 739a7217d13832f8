import Basics
import HTTPModel
import SessionModel
import Terminal
import Workspaces

/// Questions before a send, which withdraw it before any data has been sent.
extension Outbox {
  /// Withdraws a send and shows the last response again.
  mutating func takeBack(_ id: Int, _ key: RequestKey, in context: inout FeatureContext) -> RevocableSend? {
    guard var session = context.app.sessions[key], context.app.sending(key)?.id == id,
      let revoked = revocableSends.removeValue(forKey: id)
    else { return nil }
    session.response = revoked.former
    context.put(session)
    return revoked
  }

  /// Withdraws a send in order to ask; false if the user cannot be asked now, and is told why nothing was sent.
  private mutating func withdraws(
    _ id: Int, _ key: RequestKey, orSays why: String, in context: inout FeatureContext
  ) -> Bool {
    guard let revoked = takeBack(id, key, in: &context) else { return false }
    // A server may choose the moment of a question, so it is only shown to a user waiting for the send.
    guard mayAsk(key, context.app), revoked.isAwaited else {
      context.say("\(context.app.sessions[key]?.sent.shownName ?? "") was not sent: \(why)", .warning)
      return false
    }
    pending = PendingSend(key: key, agreement: revoked.agreement)
    return true
  }

  /// True if it is the open request and nothing covers it; otherwise it must not ask.
  func mayAsk(_ key: RequestKey, _ app: AppState) -> Bool { key == app.current && !app.isOccupied }

  mutating func ask(
    for questions: [PromptQuestion], of id: Int, _ key: RequestKey, in context: inout FeatureContext
  ) {
    guard let revoked = takeBack(id, key, in: &context), let first = questions.first else { return }
    guard mayAsk(key, context.app) else {
      let name = context.app.sessions[key]?.sent.shownName ?? ""
      return context.say("\(name) was not sent: it asks for \(first.label)", .warning)
    }
    pending = PendingSend(key: key, questions: questions, agreement: revoked.agreement)
    let offered = lastAnswers.merging(typedAnswers) { _, typed in typed }
    context.perform(.overlay(.show(.answers(AnswerForm("Before sending", questions, offered: offered)))))
  }

  mutating func answer(_ answers: [String: String], in context: inout FeatureContext) {
    guard var asked = pending else { return }
    pending = nil
    guard context.app.sessions[asked.key] != nil else { return }
    let known = lastAnswers
    for question in asked.questions {
      typedAnswers[question.label] = nil
      guard let text = answers[question.label], question.remembers(text) else { continue }
      lastAnswers[question.label] = text
    }
    asked.agreement.prompts = answers
    begin(asked.key, asked.agreement, in: &context)
    if lastAnswers != known { context.remember() }
  }

  mutating func ask(
    _ asked: ConsentQuestion, of id: Int, _ key: RequestKey, in context: inout FeatureContext
  ) {
    let words = "it would use \(asked.summary); \(key: "send") asks again"
    guard withdraws(id, key, orSays: words, in: &context) else { return }
    var question = Question(
      "Before sending", "Allow this for this collection from now on?",
      [.init("y", "allow", .effect(.transfer(.allow(asked, key)))), .init("n", "not now", nil)])
    question.details = asked.details
    context.ask(question)
  }
}

/// The answer to such a question.
extension Outbox {
  /// Continues once the user's permission is recorded.
  mutating func allowed(_ key: RequestKey, in context: inout FeatureContext) {
    if rerun == key { return runScriptsAgain(of: key, in: &context) }
    begin(key, takeAgreement(), in: &context)
  }
}

/// The question before another request is sent a second time for its answer.
extension Outbox {
  mutating func ask(
    _ asked: ResendQuestion, of id: Int, _ key: RequestKey, in context: inout FeatureContext
  ) {
    let other = "\(asked.method) \(asked.name)"
    guard withdraws(id, key, orSays: "it needs \(other) again; \(key: "send") asks", in: &context) else { return }
    var question = Question(
      "Before sending", "Send \(other) again first, for its answer?",
      [
        .init("y", "send both", .sending(.step(key, .resendAgreed(requestID: asked.requestID)))),
        .init("n", "send nothing", nil),
      ])
    question.details = ["\(other) has no answer to use: \(asked.missing.words(at: context.app.clock))"]
    context.ask(question)
  }
}

/// The questions and results of scripts before a send.
extension Outbox {
  mutating func ask(_ asked: ScriptQuestion, of id: Int, _ key: RequestKey, in context: inout FeatureContext) {
    let words = "its scripts are not allowed yet; \(key: "send") asks again"
    guard withdraws(id, key, orSays: words, in: &context) else { return }
    context.perform(.overlay(.show(.scriptConsent(ScriptConsent(asked, for: key, in: context.app.size)))))
  }

  /// Asks whether to send a request without its scripts, because they cannot run here.
  mutating func ask(
    withoutScripts count: Int, _ why: String, of id: Int, _ key: RequestKey, in context: inout FeatureContext
  ) {
    guard let revoked = takeBack(id, key, in: &context) else { return }
    guard mayAsk(key, context.app), revoked.isAwaited else { return context.say("Not sent: \(why)", .warning) }
    pending = PendingSend(key: key, agreement: revoked.agreement)
    var question = Question(
      "Before sending", "Send without its \(Quantity.amount(count, "script"))?",
      [.init("y", "send without scripts", .sending(.step(key, .scriptsDeclined))), .init("n", "send nothing", nil)])
    question.details = [why]
    context.ask(question)
  }

  /// A script decided that the request is not sent, or failed before it.
  mutating func skipped(
    _ results: ScriptResults, of id: Int, _ key: RequestKey, in context: inout FeatureContext
  ) {
    guard let sending = context.app.sending(key), sending.id == id else { return }
    if results.console.isEmpty, results.verdicts.isEmpty {
      _ = takeBack(id, key, in: &context)
    } else {
      revocableSends[id] = nil
      show(results, insteadOfAnswerTo: sending, of: key, in: &context)
    }
    let name = context.app.sessions[key]?.sent.shownName ?? ""
    guard let failure = results.failure else { return context.say("\(name) was not sent: a script skipped it") }
    context.say("\(name) was not sent: \(failure.name): \(failure.message ?? "")", .warning)
  }

  /// Asks for what scripts used after the answer. The answer stays, and the scripts run again on it.
  mutating func ask(_ asked: ConsentQuestion, afterAnswerTo key: RequestKey, in context: inout FeatureContext) {
    guard let session = context.app.sessions[key] else { return }
    let words = "The scripts of \(session.sent.shownName) would use \(asked.summary)"
    guard key == context.app.current else { return context.say("\(words); send it again to allow that", .warning) }
    var question = Question(
      "Scripts", "Allow this for this collection, and run the scripts again?",
      [.init("y", "allow from now on", .sending(.step(key, .scriptValuesAllowed(asked)))), .init("n", "not now", nil)])
    question.details = asked.details
    context.askUnasked(question, orSay: "\(words); \(key: "rerunScripts") in the tab Tests asks again")
  }

  mutating func runScriptsAgain(of key: RequestKey, in context: inout FeatureContext) {
    rerun = nil
    guard let session = context.app.sessions[key], let exchange = session.response.exchange else { return }
    context.run(.transfer(.rerunScripts(key, session.sent, context.app.terms(of: session), exchange)))
  }

  /// Shows the tests and console lines of scripts that kept a request from being sent.
  private func show(
    _ results: ScriptResults, insteadOfAnswerTo sending: Sending, of key: RequestKey, in context: inout FeatureContext
  ) {
    let error =
      results.failure.map { NetworkError(.other, "Not sent: \($0.name): \($0.message ?? "")") }
      ?? NetworkError(.cancelled, "Not sent: a script skipped it")
    let exchange = Exchange(startedAt: sending.startedAt, failure: error)
    context.perform(.response(.transfer(send: sending.id, .finished(exchange)), of: key))
    let scope = AnswerScope(collection: "", environment: nil)
    context.perform(.sending(.step(key, .judged(AnswerChecks(), scope, results))))
  }

  /// Shows the results of scripts that ran again on the answer.
  mutating func show(_ results: ScriptResults, of key: RequestKey, in context: inout FeatureContext) {
    guard var session = context.app.sessions[key], session.response.exchange?.response != nil else { return }
    session.response.scripts = results
    session.response.tests = TestReport(
      session.checks ?? AnswerChecks(), of: session.draft, in: session.variables, scripts: results)
    session.response.tab = results.verdicts.isEmpty ? .console : .tests
    context.put(session)
    let judged = results.verdicts.filter { !$0.isSkipped }
    let words = judged.isEmpty ? "" : ": \(judged.count(where: \.passed))/\(judged.count) tests passed"
    context.say("The scripts ran again\(words)", results.passed ? .information : .warning)
  }
}

/// The answers and consents of the user for a send.
struct SendAgreement: Equatable, Sendable {
  var isConfirmed = false
  /// The answers to the request's prompts, by label.
  var prompts: [String: String] = [:]
  /// The requests that the user agreed to send again for their answers.
  var resends: Set<String> = []
  /// True if the user wants to send without scripts.
  var skipsScripts = false
}

/// A send that waits for the user's answers.
struct PendingSend: Equatable, Sendable {
  var key: RequestKey
  var questions: [PromptQuestion] = []
  var agreement: SendAgreement
}

/// A send that can still be withdrawn because no data has been sent.
struct RevocableSend: Equatable, Sendable {
  var former: ResponsePane
  var agreement: SendAgreement
  /// True if the user has not pressed a key since.
  var isAwaited = true
}
