import Workspaces

extension SeveralFeature {
  /// Enter in the list: protected environments ask first.
  static func begin(_ page: inout SeveralPage?, in given: Surroundings) -> [Outcome] {
    let ticked = page?.rows.filter(\.isTicked) ?? []
    guard ticked.count > 1 else { return [.said(.information, "Tick at least two environments: Space ticks one")] }
    let draft = page?.draft
    let protected = given.environments.filter { environment in
      environment.asks(before: draft?.method ?? "") && ticked.contains { $0.environment == environment.name }
    }
    guard protected.isEmpty else { return [.askProtected(protected.map(\.name))] }
    return send(&page, in: given, isConfirmed: false)
  }

  /// Sends under the ticked ones, or only under those that asked for something.
  static func send(_ page: inout SeveralPage?, in given: Surroundings, isConfirmed: Bool) -> [Outcome] {
    guard var sent = page else { return [] }
    let isAgain = sent.hasSent
    if !isAgain { for index in sent.rows.indices { sent.rows[index].outcome = .idle } }
    sent.hasSent = true
    var outcomes: [Outcome] = []
    for index in sent.rows.indices where sent.rows[index].isTicked {
      if isAgain { guard case .asked = sent.rows[index].outcome else { continue } }
      let number = given.number + outcomes.count
      var terms = given.terms
      terms.environment = sent.rows[index].environment
      terms.inputs.prompts = sent.answers
      terms.isConfirmed = isConfirmed
      sent.rows[index].outcome = .sending(number)
      outcomes.append(.send(number, sent.key, sent.draft, terms))
    }
    sent.cursor = min(sent.cursor, max(0, sent.shown.count - 1))
    page = sent
    return outcomes
  }

  /// One form for all that is asked for, one at a time.
  static func ask(_ page: inout SeveralPage?, in given: Surroundings) -> [Outcome] {
    guard let shown = page, !shown.isAsking else { return [] }
    var questions: [PromptQuestion] = []
    for case .asked(let more) in shown.rows.map(\.outcome) { questions.add(more) }
    guard !questions.isEmpty else { return [] }
    page?.isAsking = true
    return [.ask(AnswerForm("Before sending", questions, offered: given.offered))]
  }

  /// Those that are on their way.
  static func cancel(_ page: SeveralPage?) -> [Outcome] {
    (page?.rows ?? []).compactMap { $0.sending.map { .cancel($0) } }
  }
}
