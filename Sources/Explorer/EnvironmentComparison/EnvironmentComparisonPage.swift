package import HTTPModel
package import Terminal
package import Workspaces

/// Sends the open request under several environments at once, and compares the answers: first a list of environments to
/// tick, then their answers. It is kept while its box is closed.
package struct EnvironmentComparisonPage: ClosableFeature {
  package enum Action: Equatable, Sendable {
    case requested
    case pressed(Key)
    case clicked(Mouse)
    /// The user confirmed the protected environments.
    case confirmed
    case answered(send: Int, Exchange, AnswerChecks, AnswerScope, secrets: Set<String> = [])
    case failed(send: Int, String)
    /// A send was withdrawn because it needs answers to prompts.
    case asked(send: Int, [PromptQuestion])
    /// The answers to the prompts, by label.
    case formAnswered([String: String])
    case formLeft
  }

  /// The request when the list was opened.
  struct Subject: Equatable, Sendable {
    var key: RequestKey
    var draft: RequestDefinition
  }

  enum Outcome: Equatable, Sendable {
    case idle
    case sending(Int)
    case asked([PromptQuestion])
    case answered(Exchange, AnswerChecks)
    /// The reason there is no answer.
    case failed(String)
  }

  struct Row: Equatable, Sendable {
    let environment: String
    let isProtected: Bool
    var isTicked: Bool
    var outcome = Outcome.idle
    var secrets: Set<String> = []

    /// The number of its send, while that runs.
    var sending: Int? { if case .sending(let number) = outcome { number } else { nil } }
    var exchange: Exchange? { if case .answered(let exchange, _) = outcome { exchange } else { nil } }
  }

  /// `nil` until the list is opened.
  private(set) var subject: Subject?
  private(set) var rows: [Row] = []
  private(set) var cursor = ListCursor()
  /// The row that others are compared with; `nil` for the first.
  private(set) var marked: Int?
  /// True if the rows are results; otherwise they can be ticked.
  private(set) var hasSent = false
  /// The answers to prompts so far.
  private var answers: [String: String] = [:]
  /// True while a form asks for answers.
  private var isAsking = false

  var isOpen: Bool { subject != nil }

  /// The rows of this stage, as indexes.
  var shown: [Int] { rows.indices.filter { !hasSent || rows[$0].outcome != .idle } }
  private var current: Int? { shown.indices.contains(cursor.row) ? shown[cursor.row] : nil }
}

extension EnvironmentComparisonPage {
  mutating func apply(_ action: Action, in context: inout FeatureContext) {
    switch action {
    case .requested: request(in: &context)
    case .pressed(let key): press(key, in: &context)
    case .clicked(let mouse): click(mouse, in: &context)
    case .confirmed: send(isConfirmed: true, in: &context)
    case .answered(let number, let exchange, let checks, let scope, let secrets):
      change(send: number) { row in
        row.outcome = .answered(exchange, checks)
        row.secrets = secrets
      }
      if checks.changesVariables { context.capture(checks, for: scope) }
    case .failed(let number, let text): change(send: number) { $0.outcome = .failed(text) }
    case .asked(let number, let questions):
      change(send: number) { $0.outcome = .asked(questions) }
      ask(in: &context)
    case .formAnswered(let answers):
      isAsking = false
      self.answers.merge(answers) { _, new in new }
      show(in: &context)
      send(isConfirmed: true, in: &context)
    case .formLeft: leaveForm(in: &context)
    }
  }

  private func show(in context: inout FeatureContext) { context.perform(.overlay(.show(.environmentComparison))) }

  private mutating func change(send number: Int, _ body: (inout Row) -> Void) {
    guard let index = rows.firstIndex(where: { $0.sending == number }) else { return }
    body(&rows[index])
  }

  private mutating func request(in context: inout FeatureContext) {
    guard let session = context.app.session else { return }
    let subject = Subject(key: session.key, draft: session.kept(session.sent))
    // The results are kept while they are about the same request.
    if self.subject == subject, hasSent { return show(in: &context) }
    let before = self.subject?.key == subject.key ? Set(rows.filter(\.isTicked).map(\.environment)) : []
    cancel(in: &context)
    self = EnvironmentComparisonPage()
    self.subject = subject
    let environments = context.app.environment
    rows = environments.all.map { environment in
      Row(
        environment: environment.name, isProtected: environment.isProtected,
        isTicked: before.isEmpty ? environment.name == environments.chosen : before.contains(environment.name))
    }
    show(in: &context)
  }

  private mutating func press(_ key: Key, in context: inout FeatureContext) {
    switch key {
    case .escape, .control("c"): return close(in: &context)
    case .character(" "): if hasSent { marked = marked == current ? nil : current } else { tick() }
    case .character("a") where !hasSent:
      let areAll = rows.allSatisfy(\.isTicked)
      for index in rows.indices { rows[index].isTicked = !areAll }
    case .character("e") where hasSent:
      cancel(in: &context)
      (hasSent, cursor, marked, answers) = (false, ListCursor(), nil, [:])
    case .character("d") where hasSent: compare(in: &context)
    case .enter: if hasSent { open(in: &context) } else { begin(in: &context) }
    default:
      if let motion = Motion(key) { cursor.move(motion, count: shown.count, height: height(in: context)) }
    }
  }

  /// The number of visible rows.
  private func height(in context: FeatureContext) -> Int {
    OverlayView.content(of: frame(in: context.app)).height
  }

  private mutating func click(_ mouse: Mouse, in context: inout FeatureContext) {
    let frame = frame(in: context.app)
    if mouse.kind == .press, mouse.button == .left, !frame.contains(mouse.point) { return close(in: &context) }
    let list = OverlayView.content(of: frame)
    let isPressed = cursor.click(mouse, count: shown.count, on: list, in: frame) != nil
    if isPressed, mouse.button == .left, !hasSent { tick() }
  }

  private mutating func tick() {
    guard let current else { return }
    rows[current].isTicked.toggle()
  }

  private mutating func close(in context: inout FeatureContext) {
    cancel(in: &context)
    context.perform(.overlay(.close))
    // Answers are kept, so that they can be shown again.
    if !hasSent || rows.allSatisfy({ $0.exchange == nil }) { self = EnvironmentComparisonPage() }
  }

  private func cancel(in context: inout FeatureContext) {
    for case let number? in rows.map(\.sending) { context.run(.transfer(.cancel(send: number))) }
  }
}

/// Sending.
extension EnvironmentComparisonPage {
  /// Enter in the list: protected environments ask first.
  private mutating func begin(in context: inout FeatureContext) {
    let ticked = rows.filter(\.isTicked).map(\.environment)
    guard ticked.count > 1 else { return context.say("Tick at least two environments: Space ticks one") }
    let method = subject?.draft.method ?? ""
    let asking = context.app.environment.all.filter { $0.asks(before: method) && ticked.contains($0.name) }
    guard !asking.isEmpty else { return send(isConfirmed: false, in: &context) }
    let names = asking.map(\.name).joined(separator: ", ")
    let text = "\(names) \(asking.count == 1 ? "is" : "are") protected. Send to all?"
    context.ask(.confirm("Protected environment", text, yes: .environmentComparison(.confirmed)))
  }

  /// Sends under the ticked environments, or only under those that showed a prompt.
  private mutating func send(isConfirmed: Bool, in context: inout FeatureContext) {
    guard let subject else { return }
    let isAgain = hasSent
    if !isAgain { for index in rows.indices { rows[index].outcome = .idle } }
    hasSent = true
    var terms = context.app.session.map { context.app.terms(of: $0) } ?? SendTerms()
    terms.inputs.prompts = answers
    terms.isConfirmed = isConfirmed
    for index in rows.indices where rows[index].isTicked {
      if isAgain { guard case .asked = rows[index].outcome else { continue } }
      let number = context.nextSerial()
      rows[index].outcome = .sending(number)
      terms.environment = rows[index].environment
      context.run(.transfer(.sendUnder(number, subject.key, subject.draft, terms)))
    }
    cursor.settle(count: shown.count, height: height(in: context))
  }

  /// Asks for the prompts of all sends in one form, unless one is open.
  private mutating func ask(in context: inout FeatureContext) {
    guard !isAsking else { return }
    var questions: [PromptQuestion] = []
    for case .asked(let more) in rows.map(\.outcome) { questions.add(more) }
    guard !questions.isEmpty else { return }
    // A closed box does not ask.
    guard context.app.overlay == .environmentComparison else { return leaveForm(in: &context) }
    isAsking = true
    let form = AnswerForm(
      "Before sending", questions, offered: context.app.outbox.lastAnswers, by: .environmentComparison)
    context.perform(.overlay(.show(.answers(form))))
  }

  private mutating func leaveForm(in context: inout FeatureContext) {
    isAsking = false
    for index in rows.indices {
      if case .asked = rows[index].outcome { rows[index].outcome = .failed("Not sent") }
    }
    show(in: &context)
  }
}

/// Showing answers.
extension EnvironmentComparisonPage {
  private func open(in context: inout FeatureContext) {
    guard let current else { return }
    switch rows[current].outcome {
    case .answered: show(rows[current], against: nil, in: &context)
    case .failed(let text): context.say("\(rows[current].environment): \(text)", .warning)
    case .sending, .asked, .idle: context.say("No answer yet")
    }
  }

  private func compare(in context: inout FeatureContext) {
    guard let current, rows[current].exchange != nil, let other = comparand, rows[other].exchange != nil else {
      return context.say("Comparing needs two answers: Space marks one, d compares another")
    }
    show(rows[current], against: rows[other], in: &context)
  }

  /// The row that the one under the cursor is compared with.
  private var comparand: Int? {
    guard let current else { return nil }
    if let marked, marked != current { return marked }
    return shown.first { $0 != current && rows[$0].exchange != nil }
  }

  /// Shows an answer as that of the request, and compares it.
  private func show(_ row: Row, against other: Row?, in context: inout FeatureContext) {
    guard let key = subject?.key, key == context.app.current, case .answered(let exchange, let checks) = row.outcome
    else { return context.say("Open the request of these answers first") }
    context.perform(.overlay(.close))
    context.perform(.sending(.step(key, .answerShown(exchange, checks))))
    context.focus(.response)
    guard let other, let old = other.exchange else { return context.say("The answer from \(row.environment)") }
    context.perform(
      .response(.comparandLoaded(old, named: other.environment, hiding: row.secrets.union(other.secrets)), of: key))
    context.say("\(row.environment), compared with \(other.environment)")
  }
}

/// The command that sends under several environments.
enum EnvironmentComparisonCommands {
  static let all: [Command] = [send]

  private static let send = Command(
    "sendUnderSeveral", "Send to several environments…", [.alt("e")], section: .request, rank: 12,
    refusal: { app in
      CommandTable.send.refusal(app)
        ?? (app.environment.all.count < 2
          ? "This needs at least two environments: \(key: "editEnvironment") adds one" : nil)
    },
    handler: { $0.leaveEditing() + $0.change(by: .environmentComparison(.requested)) })
}
