package import Networking
package import Terminal
package import Workspaces

/// Sends the open request under several environments at once, and compares what they answer.
package enum SeveralFeature {
  package enum Action: Equatable, Sendable {
    case requested
    case pressed(Key)
    case rowClicked(Int)
    /// The user confirmed the protected ones.
    case confirmed
    case answered(send: Int, Exchange, AnswerChecks, AnswerScope, secrets: Set<String> = [])
    case failed(send: Int, String)
    /// A send was taken back: it asks for something.
    case asked(send: Int, [PromptQuestion])
    /// What was asked for, by label.
    case formAnswered([String: String])
    case formLeft
  }

  struct Surroundings {
    /// `nil` while no request is open.
    var key: RequestKey?
    var draft: RequestDefinition?
    var environments: [Environment]
    var chosen: String?
    var terms: SendTerms
    /// A new number for the first of several sends.
    var number: Int
    /// Earlier answers to what a request asks for.
    var offered: [String: String]
  }

  enum Outcome: Equatable {
    case show
    case close
    case said(Message.Kind, String)
    /// Asks whether to send in these protected environments.
    case askProtected([String])
    case ask(AnswerForm)
    case send(Int, RequestKey, RequestDefinition, SendTerms)
    case cancel(Int)
    case captured([VariableInputs.Pair], AnswerScope)
    /// Shows an answer in its pane, or compares it with another one.
    case open(SeveralPage.Row, against: SeveralPage.Row?)
  }

  static func reduce(_ page: inout SeveralPage?, _ action: Action, in given: Surroundings) -> [Outcome] {
    switch action {
    case .requested: return request(&page, in: given)
    case .pressed(let key): return press(key, &page, in: given)
    case .rowClicked(let row):
      page?.cursor = row
      if page?.hasSent == false { tick(&page) }
      return []
    case .confirmed: return send(&page, in: given, isConfirmed: true)
    case .answered(let number, let exchange, let checks, let scope, let secrets):
      page?.change(send: number) { row in
        row.outcome = .answered(exchange, checks)
        row.secrets = secrets
      }
      return checks.captured.isEmpty ? [] : [.captured(checks.captured, scope)]
    case .failed(let number, let text):
      page?.change(send: number) { $0.outcome = .failed(text) }
      return []
    case .asked(let number, let questions):
      page?.change(send: number) { $0.outcome = .asked(questions) }
      return ask(&page, in: given)
    case .formAnswered(let answers):
      page?.isAsking = false
      page?.answers.merge(answers) { _, new in new }
      return [.show] + send(&page, in: given, isConfirmed: true)
    case .formLeft:
      page?.isAsking = false
      for index in page?.rows.indices ?? 0..<0 {
        if case .asked? = page?.rows[index].outcome { page?.rows[index].outcome = .failed("Not sent") }
      }
      return [.show]
    }
  }

  private static func request(_ page: inout SeveralPage?, in given: Surroundings) -> [Outcome] {
    guard let key = given.key, let draft = given.draft else { return [] }
    // The results are there as long as it is about the same request.
    if let shown = page, shown.key == key, shown.draft == draft, shown.hasSent { return [.show] }
    let before = page?.key == key ? Set(page?.rows.filter(\.isTicked).map(\.environment) ?? []) : []
    let cancelled = cancel(page)
    page = SeveralPage(
      key: key, draft: draft,
      rows: given.environments.map { environment in
        SeveralPage.Row(
          environment: environment.name, isProtected: environment.isProtected,
          isTicked: before.isEmpty ? environment.name == given.chosen : before.contains(environment.name))
      })
    return cancelled + [.show]
  }

  private static func press(_ key: Key, _ page: inout SeveralPage?, in given: Surroundings) -> [Outcome] {
    guard var shown = page else { return [.close] }
    defer { page = page == nil ? nil : page }
    switch key {
    case .escape, .control("c"):
      let cancelled = cancel(page)
      // Answers that are there can be looked at again.
      if !shown.hasSent || shown.rows.allSatisfy({ $0.exchange == nil }) { page = nil }
      return cancelled + [.close]
    case .up, .character("k"): shown.cursor -= 1
    case .down, .character("j"): shown.cursor += 1
    case .home, .character("g"): shown.cursor = 0
    case .end, .character("G"): shown.cursor = shown.shown.count - 1
    case .character(" "):
      guard shown.hasSent else {
        tick(&page)
        return []
      }
      shown.marked = shown.marked == shown.current ? nil : shown.current
    case .character("a") where !shown.hasSent:
      let areAll = shown.rows.allSatisfy(\.isTicked)
      for index in shown.rows.indices { shown.rows[index].isTicked = !areAll }
    case .character("e") where shown.hasSent:
      let cancelled = cancel(page)
      shown.hasSent = false
      (shown.cursor, shown.marked, shown.answers) = (0, nil, [:])
      page = shown
      return cancelled
    case .character("d") where shown.hasSent: return compare(shown)
    case .enter: return shown.hasSent ? open(shown) : begin(&page, in: given)
    default: break
    }
    shown.cursor = min(max(0, shown.cursor), max(0, shown.shown.count - 1))
    page = shown
    return []
  }

  private static func tick(_ page: inout SeveralPage?) {
    guard let index = page?.current else { return }
    page?.rows[index].isTicked.toggle()
  }

  private static func open(_ page: SeveralPage) -> [Outcome] {
    guard let index = page.current else { return [] }
    switch page.rows[index].outcome {
    case .answered: return [.open(page.rows[index], against: nil)]
    case .failed(let text): return [.said(.warning, "\(page.rows[index].environment): \(text)")]
    case .sending, .asked, .idle: return [.said(.information, "No answer yet")]
    }
  }

  private static func compare(_ page: SeveralPage) -> [Outcome] {
    guard let index = page.current, page.rows[index].exchange != nil, let other = page.comparand,
      page.rows[other].exchange != nil
    else { return [.said(.information, "Two answers are needed to compare: Space marks one, d compares another")] }
    return [.open(page.rows[index], against: page.rows[other])]
  }
}
