import Basics
import HTTPModel
import SessionModel
import Terminal
import Workspaces

/// The user's choices before and after a run: data, parallelism, rate, the report.
extension Run {
  static let parallelChoices = [1, 2, 4, 8, 16, 32, 64, 128, 256]

  mutating func choose(_ action: Action, in context: inout FeatureContext) {
    if isInProgress { return context.say("Stop the run first: \(key: "runStop")") }
    switch action {
    case .parallelChanged(let step): changeParallel(by: step)
    case .dataRequested:
      let title = "Data file, CSV or JSON: the folder runs for each row"
      context.ask(Prompt(title, .run(.data), text: data?.name ?? "", verb: "read", completesPath: true))
    case .dataTyped(let path) where path.isEmpty:
      data = nil
      reset()
    case .dataTyped(let path):
      isReadingData = true
      context.run(.run(.readData(path: path)))
    case .untilRequested:
      let known = until?.assertion
      let words = known.map { [$0.expression, $0.operator, $0.value].filter { !$0.isEmpty }.joined(separator: " ") }
      let title = "Send each request again, every second for a minute, until: res.status eq 200"
      context.ask(Prompt(title, .run(.until), text: words ?? "", verb: "set"))
    case .untilTyped(let text): repeatUntil(text, in: &context)
    case .profileRequested:
      let title = "Count, duration or rate, such as 100x, 30s, 50/s; empty: once"
      context.ask(Prompt(title, .run(.profile), text: profile.words, verb: "set"))
    case .profileTyped(let text):
      do throws(LoadProfile.Fault) { profile = try LoadProfile(words: text) } catch {
        return context.say(error.description, .error)
      }
      reset()
    case .reportRequested, .reportTyped: writeReport(action, in: &context)
    default: break
    }
  }

  private mutating func changeParallel(by step: Int) {
    let index = (Self.parallelChoices.firstIndex(of: parallel) ?? 0) + step
    guard Self.parallelChoices.indices.contains(index) else { return }
    parallel = Self.parallelChoices[index]
    // Continuing with another number would mix two runs.
    if phase == .stopped { reset() }
  }

  /// Edits the condition that repeats each request until it holds.
  private mutating func repeatUntil(_ text: String, in context: inout FeatureContext) {
    let assertion = Assertion(words: text)
    if assertion == nil, !text.isEmpty {
      return context.say("Write a path, an operator and a value, such as res.status eq 200", .error)
    }
    until = assertion.map { RetryCondition($0) }
    reset()
  }

  private func writeReport(_ action: Action, in context: inout FeatureContext) {
    guard case .reportTyped(let path) = action else {
      let title = "Report as .html, .xml (JUnit), .json or .tap"
      return context.ask(Prompt(title, .run(.report), text: "report.html", verb: "write"))
    }
    if !path.isEmpty { context.run(.run(.report(RunReport(path: path, summary: summary)))) }
  }

  /// Adopts a data file, then starts the run if the user has asked for it meanwhile.
  mutating func read(_ action: Action, in context: inout FeatureContext) {
    if isInProgress { return context.say("Stop the run first: \(key: "runStop")") }
    switch action {
    case .dataRefused(let text):
      (isReadingData, startsOnceRead) = (false, false)
      context.say(text, .error)
    // Unless the user has moved on to another folder.
    case .dataRead(let data) where isReadingData:
      let starts = startsOnceRead
      self.data = data
      reset()
      let rows =
        data.isStreamed
        ? " is read row by row" : ": \(Quantity.amount(data.rows.count, "row"))"
      context.say("\(data.name)\(rows), the folder runs for each")
      if starts { begin(in: &context) }
    default: break
    }
  }

  /// The reason why an answer is invalid.
  static func fault(of question: Question, _ text: String) -> String? {
    switch question {
    case .data, .report: return nil
    case .until:
      return text.isEmpty || Assertion(words: text) != nil
        ? nil : "A path, an operator and a value, such as res.status eq 200"
    case .profile:
      do throws(LoadProfile.Fault) { _ = try LoadProfile(words: text) } catch { return error.description }
      return nil
    }
  }
}

/// The form for the prompts of the requests.
extension Run {
  /// Shows one form for the prompts of all requests before the first is sent.
  mutating func ask(for questions: [PromptQuestion], in context: inout FeatureContext) {
    let isConfirmed = isConfirmed
    reset()
    (isAsking, self.isConfirmed) = (true, isConfirmed)
    // Never ask while the user is typing or answering another question, because a key could answer unread.
    guard context.app.page == .run, !context.app.isOccupied else {
      isAsking = false
      return context.say(
        "The run needs input first: \(key: "runFolder") shows it, \(key: "runStop") asks again", .warning)
    }
    let form = AnswerForm("Before sending", questions, offered: context.app.outbox.lastAnswers, by: .run)
    context.perform(.overlay(.show(.answers(form))))
  }

  mutating func leaveAnswers(in context: inout FeatureContext) {
    guard isAsking else { return }
    isAsking = false
    context.say("Nothing was sent: \(key: "runStop") asks again")
  }
}

/// The cursor in the list.
extension Run {
  /// Opens the request under the cursor, with its answer.
  func enter(in context: inout FeatureContext) {
    guard let index = current else { return }
    let finish = done[index].map { RunFinish($0.result, $0.answer) }
    context.open(node(index), to: finish.map { .showResult($0) } ?? .show)
  }

  func leave(in context: inout FeatureContext) {
    context.close()
    if isInProgress { context.say("The run continues: \(key: "runFolder") shows it") }
  }

  mutating func move(_ motion: Motion, in context: FeatureContext) {
    follows = false
    moveCursor(motion, in: context)
  }

  mutating func click(_ mouse: Mouse, in context: inout FeatureContext) {
    let former = cursor
    let isPressed = clickCursor(mouse, in: context) != nil
    if isPressed || cursor != former { follows = false }
    if isPressed, mouse.clicks > 1 { enter(in: &context) }
  }
}

extension AppState {
  /// Shows the result of a run in an open request.
  mutating func show(_ finish: RunFinish, of key: RequestKey) -> [Effect] {
    if case .sending? = sessions[key]?.response.phase { return [] }
    guard let answer = finish.answer else {
      if let message = finish.result.message {
        sessions[key]?.response.phase = .refused(Refusal(.other, message))
      }
      return setFocus(.response)
    }
    let exchange = answer.exchange
    let sending = Sending(
      id: nextSerial(), method: finish.result.method, url: finish.result.url,
      startedAt: exchange.startedAt)
    sessions[key]?.response.begin(sending)
    let table = sessions[key]?.variables
    let effects = sessions[key]?.response.finish(with: exchange, key: key, table).map { Effect.document($0) } ?? []
    sessions[key]?.checks = answer.checks
    sessions[key]?.response.scripts = answer.scripts
    if let session = sessions[key] {
      sessions[key]?.response.addressVariable = session.addressVariable
      sessions[key]?.response.tests = TestReport(
        answer.checks.judging(exchange), of: session.draft, in: session.variables, scripts: answer.scripts)
    }
    let isRefuted =
      answer.checks.judging(exchange).assertions.contains { !$0.passed } || answer.scripts?.passed == false
    return effects + setFocus(.response) + respond(.shown, of: key)
      + (isRefuted ? respond(.tabChosen(.tests), of: key) : [])
  }
}
