import Basics
import Explorer
import Sessions
import Workspaces

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Asks on the terminal for what requests need (`{{?label}}`), and offers what was answered before.
enum Asking {
  /// Without a terminal nothing is asked, and the send is refused with what is missing.
  static func complete(_ plan: inout SendPlan) throws(Failure) {
    var plans = [("", plan)]
    try complete(&plans)
    plan = plans[0].1
  }

  /// What several plans ask for is asked once.
  static func complete(_ plans: inout [(String, SendPlan)]) throws(Failure) {
    var search = PromptSearch()
    for (_, plan) in plans { search.add(plan) }
    let answers = try answers(to: search.questions, in: plans.first?.1.workspace)
    guard !answers.isEmpty else { return }
    for index in plans.indices { plans[index].1.context.answer(answers) }
  }

  /// - Returns: by label; nothing where there is no terminal.
  static func answers(
    to questions: [PromptQuestion], in workspace: Workspace?
  ) throws(Failure) -> [String: String] {
    guard !questions.isEmpty, Output.error.isTerminal, Output.standardInputIsTerminal else { return [:] }
    let file = workspace.map { PreferencesFile(workspace: $0) }
    var preferences = file?.read()
    let offered = preferences?.answers ?? [:]
    var answers: [String: String] = [:]
    // While it waits for a line, nothing is there to cancel.
    let watch = Signals.watch([SIGINT, SIGTERM, SIGHUP]) { _ in Ending.leave(.interrupted) }
    defer { watch.end() }
    for question in questions { answers[question.label] = try answer(to: question, offered[question.label]) }
    let kept = questions.filter { question in answers[question.label].map(question.remembers) ?? false }
    guard let file, !kept.isEmpty else { return answers }
    var remembered = offered
    for question in kept { remembered[question.label] = answers[question.label] }
    guard remembered != offered else { return answers }
    preferences?.answers = remembered
    if let preferences { file.write(preferences) }
    return answers
  }

  private static func answer(to question: PromptQuestion, _ before: String?) throws(Failure) -> String {
    let former = before.flatMap { !question.isSecret && question.accepts($0) ? $0 : nil }
    let usual = former ?? question.usual
    let words = usual.map { "\(question.label) [\(shown($0, question))]: " } ?? "\(question.label): "
    for (index, choice) in question.choices.enumerated() {
      Output.error.say("  \(index + 1)  \(choice)")
    }
    while true {
      let typed = try line(TerminalText.line(words), isHidden: question.isSecret)
      if typed.isEmpty, let usual { return usual }
      if question.choices.isEmpty || question.choices.contains(typed) { return typed }
      if let number = Int(typed), question.choices.indices.contains(number - 1) { return question.choices[number - 1] }
      Output.error.say("apus: choose by number or by name: 1 to \(question.choices.count)")
    }
  }

  private static func shown(_ usual: String, _ question: PromptQuestion) -> String {
    question.isSecret ? "as the request says" : usual
  }

  private static func line(_ question: String, isHidden: Bool) throws(Failure) -> String {
    let typed: String?
    if isHidden {
      typed = String(validating: try HiddenInput.ask(question), as: UTF8.self)
    } else {
      Output.error.write(quietly: question)
      typed = readLine()
    }
    guard let typed else { throw Failure(.interrupted, "nothing was sent") }
    return typed
  }
}
