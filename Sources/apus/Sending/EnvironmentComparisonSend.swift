import Basics
import Explorer
import HTTPTypes
import Networking
import Sessions
import Workspaces

/// Sends one request under several environments at once, and prints the answers and their differences.
struct EnvironmentComparisonSend: Sendable {
  let line: SendLine
  /// The option values: each is a list of names separated by commas, or one name.
  let words: [String]

  /// The answer under one environment, or the failure.
  private struct Answered: Sendable {
    let environment: String
    var result: Result<SessionAnswer, Failure>

    var answer: SessionAnswer? { if case .success(let answer) = result { answer } else { nil } }
  }

  func run(demoURL: String?) async throws {
    let plans = try plans(demoURL)
    let client = LiveClient.make()
    let history = line.noHistory ? nil : plans.first?.1.workspace.map { LiveSession.history(of: $0, line.transport) }
    let session = LiveSession.make(
      plans.first?.1.workspace, client: client, history: history, scripts: line.scripts)
    let drivers = LiveDrivers.all(client)
    let answered = await withTaskGroup(of: (Int, Answered).self) { group in
      for (index, (environment, plan)) in plans.enumerated() {
        group.addTask {
          (index, Answered(environment: environment, result: await answer(plan, session, drivers)))
        }
      }
      var all: [(Int, Answered)] = []
      for await one in group { all.append(one) }
      return all.sorted { $0.0 < $1.0 }.map(\.1)
    }
    try Interruption.check()
    try write(answered)
    try judge(answered)
  }

  // MARK: Plans

  /// Reads and asks for everything before anything is sent.
  private func plans(_ demoURL: String?) throws -> [(String, SendPlan)] {
    var options = line.workspace
    var base = try TargetFinder(options: options, demoURL: demoURL).plan(for: line.target)
    SettingsNotes.report(of: base.workspace)
    guard let workspace = base.workspace else {
      throw Failure(.usage, "--envs needs the request's workspace, or one named with -w")
    }
    if let words = line.request?.body.words, words.contains(where: { $0 == "-" || $0.hasSuffix("@-") }) {
      throw Failure(.usage, "--envs cannot send standard input several times; give a file")
    }
    let root = TargetFinder.isURL(line.target) ? workspace.path : base.context.folder
    let names = Self.names(words, known: Set(workspace.environmentNames(of: root)))
    guard names.count > 1 else { throw Failure(.usage, "--envs takes several environments, such as --envs local,live") }
    var plans: [(String, SendPlan)] = []
    for name in names {
      options.environment = name
      base = try TargetFinder(options: options, demoURL: demoURL).plan(for: line.target)
      try line.request?.apply(to: &base)
      line.transport?.apply(to: &base)
      plans.append((name, base))
    }
    try Asking.complete(&plans)
    for index in plans.indices {
      try Protection.check(plans[index].1, isConfirmed: line.yes)
      plans[index].1.isConfirmed = line.yes
    }
    return plans
  }

  /// The environment names without duplicates, in order; a name may contain a comma.
  static func names(_ words: [String], known: Set<String>) -> [String] {
    var seen: Set<String> = []
    let all = words.flatMap { word in
      known.contains(word) ? [word] : word.split(separator: ",").map { String($0).trimmed }
    }
    return all.filter { !$0.isEmpty && seen.insert($0).inserted }
  }

  private func answer(_ plan: SendPlan, _ session: SendSession, _ drivers: [ConversationDriver]) async
    -> Result<SessionAnswer, Failure>
  {
    do throws(Failure) {
      let answer = try await session.send(plan, through: drivers, following: false) { event throws(Failure) in
        // Every environment would report it.
        if case .sendingFirst = event { return }
        try event.report(of: plan, plan.context.redaction())
      }
      return answer.map { .success($0) } ?? .failure(Failure(.interrupted))
    } catch {
      return .failure(error)
    }
  }

  // MARK: Output

  private func write(_ answered: [Answered]) throws(Failure) {
    if line.printing.json { return try Output.standard.write(json(answered)) }
    for one in answered { try write(one) }
    guard let first = answered.first(where: { $0.answer != nil }) else { return }
    for other in answered where other.environment != first.environment {
      guard let comparison = compare(first, other) else { continue }
      let count = comparison.changes.count
      let summary = count == 0 ? "nothing differs" : "\(count) difference\(count == 1 ? "" : "s")"
      try Output.standard.write(
        TerminalText.line("== \(first.environment) → \(other.environment): \(summary)") + "\n"
          + comparison.changes.map(ComparisonText.lines).joined())
      if comparison.isCut { Output.error.say("apus: only the first differences are shown") }
    }
  }

  private func write(_ one: Answered) throws(Failure) {
    guard let answer = one.answer else {
      return try Output.standard.write(TerminalText.line("== \(one.environment): \(words(one))") + "\n")
    }
    let exchange = answer.record.exchange
    try Output.standard.write(TerminalText.line("== \(one.environment): \(words(one))") + "\n")
    if line.printing.include, let head = exchange.response {
      var writer = PieceWriter(.standard)
      try writer.write(VerboseText.head(head))
      try writer.finish()
    }
    guard let (body, type) = line.printing.body(of: exchange), body.count > 0 else { return }
    var writer = BodyWriter(body, contentType: type, line.printing, to: .standard)
    try writer.drain(isOver: true)
    // The next name must start on a new line.
    if !Output.standard.isTerminal, body.bytes(in: body.count - 1..<body.count) != [0x0A] {
      try Output.standard.write("\n")
    }
    if let note = writer.note { Output.error.say("apus: \(note)") }
  }

  /// One line: status, time and size, or the failure.
  private func words(_ one: Answered) -> String {
    switch one.result {
    case .failure(let failure): return "not sent: \(failure.message)"
    case .success(let answer):
      let exchange = answer.record.exchange
      let time = Quantity.duration(exchange.transferTime)
      guard let head = exchange.response, exchange.failure == nil else {
        return "\(Failure(exchange.failure ?? NetworkError(.other, "no answer"), answer.redaction).message), \(time)"
      }
      let status = exchange.shortStatus.name ?? "\(head.status.code) \(head.status.reasonPhrase)"
      return "\(status), \(time), \(Quantity.bytes(exchange.body?.count ?? exchange.conversation?.size ?? 0))"
    }
  }

  /// Compares two answers. The secrets of both are masked and not compared.
  private func compare(_ one: Answered, _ other: Answered) -> ExchangeComparison? {
    guard let left = one.answer, let right = other.answer else { return nil }
    if line.printing.revealSecrets {
      return ExchangeComparison(from: left.record.exchange, to: right.record.exchange)
    }
    let redaction = left.redaction.adding(right.redaction.secrets)
    guard let old = left.record.masked(by: redaction), let new = right.record.masked(by: redaction) else { return nil }
    return ExchangeComparison(from: old, to: new)
  }

  private func json(_ answered: [Answered]) -> JSONValue {
    let answers = answered.map { one -> JSONValue in
      var members = [JSONValue.Member("environment", .string(one.environment))]
      switch one.result {
      case .failure(let failure): members.append(.init("failure", .string(failure.message)))
      case .success(let answer):
        let redaction = line.printing.revealSecrets ? Redaction.none : answer.redaction
        members.append(.init("exchange", HARDocument.entry(answer.record, redaction: redaction)))
      }
      return .object(members)
    }
    let first = answered.first { $0.answer != nil }
    let differences = answered.filter { $0.environment != first?.environment }.flatMap { other -> [JSONValue] in
      guard let first, let comparison = compare(first, other) else { return [] }
      return comparison.changes.map { change in
        .object([
          .init("from", .string(first.environment)), .init("to", .string(other.environment)),
          .init("difference", ComparisonText.json(change)),
        ])
      }
    }
    return .object([.init("answers", .array(answers)), .init("differences", .array(differences))])
  }

  /// Throws the first failure, which decides the exit status.
  private func judge(_ answered: [Answered]) throws(Failure) {
    for one in answered {
      switch one.result {
      case .failure(let failure): throw Failure(failure.status, "\(one.environment): \(failure.message)")
      case .success(let answer):
        let exchange = answer.record.exchange
        if let error = exchange.failure {
          let failure = Failure(error, answer.redaction)
          throw Failure(failure.status, TerminalText.line("\(one.environment): \(failure.message)"))
        }
        guard line.printing.fail, let words = exchange.refusalWords else { continue }
        throw Failure(.unexpected, "\(one.environment): \(words)")
      }
    }
  }
}

/// Formats a difference between two exchanges.
enum ComparisonText {
  static func lines(_ change: ExchangeComparison.Change) -> String {
    var lines: [String] = ["\(change.part.rawValue): \(change.name)"]
    if let old = change.old { lines.append("  - \(old)") }
    if let new = change.new { lines.append("  + \(new)") }
    return lines.map { TerminalText.line($0) + "\n" }.joined()
  }

  static func json(_ change: ExchangeComparison.Change) -> JSONValue {
    let (old, new) = (change.old.map(JSONValue.string), change.new.map(JSONValue.string))
    return .object([
      JSONValue.Member("place", .string("\(change.part.rawValue): \(change.name)")),
      JSONValue.Member("old", old ?? .null), JSONValue.Member("new", new ?? .null),
    ])
  }
}
