import Basics
import Explorer
import Libc
import Sessions
import TerminalNCurses
import Workspaces

/// Asks for prompts (`{{?label}}`) on the terminal, and offers earlier answers.
enum Asking {
  /// Asks for the prompts of a plan. Without a terminal, the send is refused and names the missing values.
  static func complete(_ plan: inout SendPlan) throws(Failure) {
    var plans = [("", plan)]
    try complete(&plans)
    plan = plans[0].1
  }

  /// Asks for the prompts of several plans, each once.
  static func complete(_ plans: inout [(String, SendPlan)]) throws(Failure) {
    var search = PromptSearch()
    for (_, plan) in plans { search.add(plan) }
    let answers = try answers(to: search.questions, in: plans.first?.1.workspace)
    guard !answers.isEmpty else { return }
    for index in plans.indices { plans[index].1.context.answer(answers) }
  }

  /// - Returns: the answers by label; empty without a terminal.
  static func answers(
    to questions: [PromptQuestion], in workspace: Workspace?
  ) throws(Failure) -> [String: String] {
    guard !questions.isEmpty, Confirmation.isPossible else { return [:] }
    let file = workspace.map { PreferencesFile(workspace: $0) }
    var preferences = file?.read()
    let offered = preferences?.answers ?? [:]
    var answers: [String: String] = [:]
    // There is nothing to cancel while it waits for a line.
    let watch = Signals.watch([SIGINT, SIGTERM, SIGHUP]) { _ in Exit.leave(.interrupted) }
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

/// Asks a question that is answered by yes or no.
enum Confirmation {
  /// True if there is a terminal to ask on.
  static var isPossible: Bool { Output.error.isTerminal && Output.standardInputIsTerminal }

  /// - Returns: `nil` without a terminal to ask on.
  static func asked(_ question: String) -> Bool? {
    guard isPossible else { return nil }
    Output.error.write(quietly: "\(question) [y/N] ")
    return ["y", "yes"].contains(readLine()?.lowercased())
  }
}

/// Asks before sending a request that may change data in a protected environment.
enum Protection {
  static func check(_ plan: SendPlan, isConfirmed: Bool) throws(Failure) {
    _ = try check(plan.definition.method, in: plan.context.environment, isConfirmed: isConfirmed)
  }

  /// Returns whether the user was asked and agreed; `false` if there was no need to ask.
  static func check(_ method: String, in environment: Environment?, isConfirmed: Bool) throws(Failure) -> Bool {
    guard let environment, environment.asks(before: method), !isConfirmed else { return false }
    switch Confirmation.asked("Environment \(environment.name) is protected. Send this \(method)?") {
    case true?: return true
    case false?: throw Failure(.interrupted, "nothing was sent")
    case nil: throw Failure(.usage, "environment \(environment.name) is protected; add --yes to send a \(method)")
    }
  }
}

/// Reads a value that must not appear on the command line: from the terminal without echo, or from a pipe.
enum HiddenInput {
  private static let limit = 1 << 20

  /// Reads one value, without a trailing line end.
  /// - Throws: status 2 if there is no value.
  static func value(of name: String) throws(Failure) -> String {
    let bytes = Output.standardInputIsTerminal ? try ask("\(name): ") : try InputFile.bytes(of: "-", limit: limit)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(.usage, "the value of \(name) on standard input is not UTF-8 text")
    }
    let value = text.hasSuffix("\r\n") || text.hasSuffix("\n") ? String(text.dropLast()) : text
    guard !value.isEmpty else {
      throw Failure(.usage, "\(name) has no value; write \(name)=VALUE, or pass it on standard input")
    }
    return value
  }

  /// Reads a line from the terminal without echo. Echo is always restored, even after a signal.
  static func ask(_ question: String) throws(Failure) -> [UInt8] {
    guard let echo = TerminalEcho() else { throw Failure(.file, "the terminal cannot hide the typed text") }
    let watch = watch(echo, question)
    defer { watch.end() }
    echo.hide()
    Output.error.write(quietly: question)
    defer {
      echo.show()
      Output.error.say("")
    }
    var line: [UInt8] = []
    while line.count < limit, let byte = Descriptor.read(STDIN_FILENO, limit: 1)?.first, byte != UInt8(ascii: "\n") {
      line.append(byte)
    }
    return line
  }

  /// Handles the signals that would leave the terminal without echo.
  private static func watch(_ echo: TerminalEcho, _ question: String) -> Signals.Watch {
    Signals.watch([SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]) { number in
      echo.show()
      guard number == SIGTSTP else { Exit.leave(.interrupted) }
      JobControl.stop()
      echo.hide()
      Output.error.write(quietly: question)
    }
  }
}

/// The echo setting of the terminal on standard input.
struct TerminalEcho: Sendable {
  private let settings: termios

  /// Fails if standard input is not a terminal.
  init?() {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
    self.settings = settings
  }

  /// Turns echo off and drops input typed ahead: it was echoed, or meant for another program.
  func hide() {
    var hidden = settings
    hidden.c_lflag &= ~tcflag_t(ECHO | ECHONL)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
  }

  func show() {
    var shown = settings
    tcsetattr(STDIN_FILENO, TCSANOW, &shown)
  }
}
