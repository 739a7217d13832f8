import ArgumentParser
import Basics
import Documents
import Networking
import Sessions
import Workspaces

/// Requests each next page that the answers name, and writes the pages as one.
struct Paging: Sendable {
  let plan: SendPlan
  let printing: PrintChoice
  let choice: PagingChoice

  func run(in session: SendSession, through drivers: [ConversationDriver]) async throws(Failure) {
    let query = try printing.query.map { expression throws(Failure) in
      try QueryPrinter(expression, style: .values, name: "the page", printing.display, in: plan.workspace)
    }
    var output = try PageOutput(printing, query, in: plan.workspace, asLines: choice.asLines)
    do throws(Failure) { try await follow(in: session, through: drivers, to: &output) } catch {
      // The received pages are written anyway.
      try output.finish(isWhole: false)
      throw error
    }
    try output.finish(isWhole: true)
  }

  private func follow(
    in session: SendSession, through drivers: [ConversationDriver], to output: inout PageOutput
  ) async throws(Failure) {
    let rule = PageRule(path: choice.path)
    let most = choice.most ?? PagingChoice.usualMost
    var plan = plan
    var start: URLParts?
    /// The pages that were requested or named, references as whole URLs.
    var seen: Set<NextPage> = []
    var progress = ProgressLine(printing, in: plan.workspace)
    defer { progress?.clear() }
    for number in 1... {
      if number > 1 { progress?.show(words: "Requesting page \(number)") }
      guard let answer = try await send(plan, in: session, through: drivers) else { throw Failure(.interrupted) }
      progress?.clear()
      let exchange = answer.record.exchange
      if let failure = exchange.failure { throw Self.failure(number, Failure(failure, answer.redaction)) }
      let refusal = exchange.refusalWords
      if let refusal, number > 1 { throw Self.failure(number, Failure(.unexpected, refusal)) }
      try output.add(exchange, number)
      if let refusal { throw Failure(.unexpected, refusal) }
      guard let next = rule.next(after: exchange)?.absolute(after: exchange) else { return }
      let first = start ?? URLParts(exchange.hops.first?.request.url ?? "")
      if start == nil { seen.insert(.reference(first.description)) }
      start = first
      guard seen.insert(next).inserted else {
        throw Self.failure(number, Failure(.unexpected, "names an earlier page as the next one"))
      }
      guard number < most else {
        // The limit that the user gave.
        if choice.most != nil { return }
        throw Failure(.unexpected, "there are more than \(most) pages; --max-pages raises the limit")
      }
      try turn(&plan, to: next, from: first)
    }
  }

  private func send(
    _ plan: SendPlan, in session: SendSession, through drivers: [ConversationDriver]
  ) async throws(Failure) -> SessionAnswer? {
    var redaction = Redaction.standard
    let answer = try await session.send(plan, through: drivers, following: false) { event throws(Failure) in
      if case .resolved(let send) = event {
        redaction = send.prepared.redaction
        for notice in send.prepared.notices { SendPrinter.report(notice, redaction) }
      }
      try event.report(of: plan, redaction)
    }
    try Interruption.check()
    return answer
  }

  /// Points the plan at the next page. Its credentials are sent only to the first server.
  private func turn(
    _ plan: inout SendPlan, to next: NextPage, from first: URLParts
  ) throws(Failure) {
    switch next {
    case .value(let value):
      guard let parameter = choice.parameter, !parameter.isEmpty else {
        throw Failure(
          .usage, "the next page is \(TerminalText.line(value)), not a URL; --next-param names its parameter")
      }
      guard !value.contains("{{") else { throw Failure(.unexpected, "the next page is a URL template") }
      plan.definition.setParameter(parameter, value)
    case .reference(let url):
      let target = URLParts(url)
      guard target.isSameOrigin(as: first) else {
        let place = TerminalText.line(target.hostAndPort)
        throw Failure(
          .unexpected, "the next page is on another server, \(place), which gets no credentials; send it separately")
      }
      plan.definition.turn(toPageAt: target)
      plan.context.urlEncoding = .asTyped
    }
  }

  private static func failure(_ number: Int, _ failure: Failure) -> Failure {
    number == 1 ? failure : Failure(failure.status, "page \(number): \(failure.message)")
  }
}

/// The output of pages: joined at the end, or each as it arrives.
struct PageOutput: ~Copyable {
  private let output: Output
  private var file: OutputFile?
  private let query: QueryPrinter?
  private let asLines: Bool
  private let printing: PrintChoice
  private let colors: OutputColors?
  private var joined: JSONValue?
  private var isJSON = false

  /// - Parameter query: the query whose results are written instead of the pages.
  init(
    _ printing: PrintChoice, _ query: QueryPrinter?, in workspace: Workspace?, asLines: Bool
  ) throws(Failure) {
    self.query = query
    self.printing = printing
    self.asLines = asLines
    if let path = printing.output {
      let made = try OutputFile(path)
      output = made.output
      file = consume made
    } else {
      output = .standard
      file = nil
    }
    colors = printing.raw ? nil : OutputColors(for: output, printing.display, in: workspace)
  }

  mutating func add(_ exchange: Exchange, _ number: Int) throws(Failure) {
    guard let body = exchange.answerBody, body.count > 0 else { return }
    if let query { return try query.write(body, to: output) }
    let page = exchange.json
    if number == 1 { isJSON = page != nil }
    guard isJSON else {
      var writer = BodyWriter(body, contentType: exchange.answerType, printing, in: colors, to: output)
      return try writer.drain(isOver: true)
    }
    guard let page else { throw Failure(.unexpected, "page \(number) is not JSON, unlike the pages before it") }
    if asLines { return try write(page.text) }
    joined = joined?.joined(with: page) ?? page
  }

  private func write(_ text: String) throws(Failure) {
    var writer = PieceWriter(output, as: .json, .json, in: colors)
    try writer.write(Array((text + "\n").utf8))
    try writer.finish()
  }

  /// Writes the joined pages and moves the file to its destination.
  consuming func finish(isWhole: Bool) throws(Failure) {
    if let joined {
      try write(printing.display.formats(output) && !printing.raw ? joined.pretty : joined.text)
    }
    guard let file = file.take() else { return }
    if isWhole { try file.commit() } else { _ = file.keepPart() }
  }
}

/// The options for an answer of several pages.
struct PagingOptions: ParsableArguments {
  @Flag(
    help: """
      Fetch the next pages, too, and write all as one: by `Link`, or by the URL in `links.next`, `next`, `nextLink` or \
      a similar member.
      """)
  var paginate = false

  @Option(
    help: ArgumentHelp(
      "--paginate: a JSONPath of the next page in the body: its URL, a cursor, or its number.", valueName: "expression")
  )
  var nextPage: String?

  @Option(
    help: ArgumentHelp("--next-page: the query parameter for a cursor or a number.", valueName: "name"))
  var nextParam: String?

  @Option(help: ArgumentHelp("--paginate: the maximum number of pages. Default: 100.", valueName: "number"))
  var maxPages: Int?

  @Flag(help: "--paginate: write each page as a line of JSON.")
  var lines = false

  func validate() throws {
    guard paginate else {
      if nextPage != nil || nextParam != nil || maxPages != nil || lines {
        throw ValidationError("--next-page, --next-param, --max-pages and --lines need --paginate.")
      }
      return
    }
    if let maxPages, maxPages < 1 { throw ValidationError("--max-pages takes a number of pages, 1 or more.") }
    guard let nextPage else {
      if nextParam != nil { throw ValidationError("--next-param needs --next-page.") }
      return
    }
    do { _ = try JSONPath(parsing: nextPage) } catch { throw ValidationError("--next-page: \(error)") }
  }

  /// The paging settings; `nil` without paging.
  var chosen: PagingChoice? {
    guard paginate else { return nil }
    // Checked by `validate`.
    let path = nextPage.flatMap { try? JSONPath(parsing: $0) }
    return PagingChoice(path: path, parameter: nextParam, most: maxPages, asLines: lines)
  }
}

/// The settings for requesting several pages.
struct PagingChoice: Sendable {
  static let usualMost = 100

  var path: JSONPath?
  var parameter: String?
  /// The page limit; `nil` if the user gave none.
  var most: Int?
  var asLines = false
}
