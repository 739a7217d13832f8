import Basics
import HTTPTypes
import Networking
package import Serving
package import Workspaces

/// Reads the answers for a server from a workspace: examples, and recorded answers with their secrets masked.
///
/// Opens no file that the collection names, sends nothing and runs nothing. Answers contain no secrets, no variables of
/// the user and no files of requests.
package struct ServedCollection: Sendable {
  package let workspace: Workspace
  /// The environment for variables in front of paths; `nil` for none.
  package var environment: String?
  /// True if recorded answers are used, too.
  package var usesHistory = true

  /// The limits: recorded answers (the newest per URL), bytes per answer, and bytes in total including examples.
  private static let (mostRecorded, largestBody, mostBytes) = (2000, 4 << 20, 64 << 20)

  package init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// - Parameter report: called for each omitted item, with the reason.
  package func table(of selection: RunSelection, report: (Notice) -> Void) -> ServedTable {
    var requests: [ServedRequest] = []
    var places: [HistoryName: Int] = [:]
    for item in selection.items {
      let (node, definition, context): (RequestNode, RequestDefinition, SendContext)
      do throws(WorkspaceError) {
        node = item.node
        definition = try item.source.get().file().definition
        guard RequestDefinition.Kind.wordsOfHTTP.contains(definition.kind.word) else { continue }
        context = try workspace.context(for: node.path, environment: environment, inputs: VariableInputs())
      } catch {
        report(Notice(.warning, item.node.path, error.description))
        continue
      }
      places[HistoryName(node.id, in: HistoryName.collection(context.folder, workspace.path))] = requests.count
      requests.append(request(node, definition, context))
    }
    var bytes = requests.flatMap(\.answers).reduce(0) { $0 + $1.body.count }
    if usesHistory { addRecorded(to: &requests, at: places, &bytes, report) }
    return ServedTable(requests)
  }

  private func request(
    _ node: RequestNode, _ definition: RequestDefinition, _ context: SendContext
  ) -> ServedRequest {
    let table = context.table(for: definition)
    let url = ServedURL { text in
      let resolved = table.resolved(text)
      let isSecret = resolved.segments.contains { if case .resolved(_, _, true) = $0.kind { true } else { false } }
      let isOwn = isSecret || resolved.outside.contains { $0 != .shared }
      return isOwn || !resolved.unresolved.isEmpty ? nil : resolved.text
    }
    let target = url.pattern(of: definition.url)
    let answers = definition.examples.map { example in answer(example, url, target, definition.method) }
    return ServedRequest(id: node.id, method: definition.method.uppercased(), target: target, answers: answers)
  }

  private func answer(
    _ example: RequestExample, _ url: ServedURL, _ target: TargetPattern, _ method: String
  ) -> ServedAnswer {
    var own: TargetPattern?
    if !example.url.isEmpty {
      let rows = { (place: Parameter.Place) in example.params.filter { $0.place == place && $0.row.isEnabled } }
      let values = rows(.path).map { ($0.row.name, $0.row.value) }.filter { !$0.1.contains("{{") }
      own = url.pattern(
        of: example.url, values: Dictionary(values) { first, _ in first },
        query: rows(.query).map { QueryText.Pair($0.row.name, $0.row.value) })
    }
    let isSame = example.method.isEmpty || example.method.uppercased() == method.uppercased()
    var headers = example.answer.headers.filter(\.isEnabled).map { ServedAnswer.Field($0.name, $0.value) }
    if !headers.contains(where: { $0.name.lowercased() == "content-type" }), !example.answer.body.isEmpty,
      let type = Self.contentTypes[example.answer.type]
    {
      headers.append(ServedAnswer.Field("Content-Type", type))
    }
    return ServedAnswer(
      name: example.name, method: isSame || example.url.isEmpty ? nil : example.method.uppercased(),
      target: own == target ? nil : own, status: example.answer.status ?? 200, headers: headers,
      body: Array(example.answer.body.utf8))
  }

  private static let contentTypes = [
    "json": "application/json", "xml": "application/xml", "html": "text/html; charset=utf-8",
    "text": "text/plain; charset=utf-8",
  ]
}

// MARK: The history

extension ServedCollection {
  /// Adds the newest recorded answer for each URL.
  private func addRecorded(
    to requests: inout [ServedRequest], at places: [HistoryName: Int], _ bytes: inout Int, _ report: (Notice) -> Void
  ) {
    struct Sent: Hashable {
      var place: Int
      var method: String
      var url: String
    }
    var seen: Set<Sent> = []
    let records: [HistoryRecord]
    do throws(WorkspaceError) {
      records = try History(workspace: workspace).records(limit: Self.mostRecorded) { summary in
        guard let id = summary.requestID, let place = places[HistoryName(id, in: summary.collection)],
          summary.status > 0, summary.failure == nil, summary.size <= Self.largestBody,
          environment == nil || summary.environment == environment
        else { return false }
        return seen.insert(Sent(place: place, method: summary.method, url: summary.url)).inserted
      }
    } catch {
      return report(Notice(.warning, workspace.path, "the history is not used: \(error.description)"))
    }
    for record in records {
      guard let id = record.requestID, let place = places[HistoryName(id, in: record.collection)],
        let answer = answer(record), bytes + answer.body.count <= Self.mostBytes
      else { continue }
      bytes += answer.body.count
      requests[place].answers.append(answer)
    }
  }

  private func answer(_ record: HistoryRecord) -> ServedAnswer? {
    let exchange = record.exchange
    guard let head = exchange.response, let request = exchange.request, record.omittedBody == nil else { return nil }
    let body = exchange.body?.allBytes ?? []
    guard body.count <= Self.largestBody else { return nil }
    return ServedAnswer(
      name: "history \(record.id)", isExample: false, method: request.method.uppercased(),
      target: ServedURL { $0 }.pattern(of: request.url), status: head.status.code,
      headers: head.headers.fields.map { ServedAnswer.Field($0.name, $0.value) }, body: body)
  }
}

/// Converts the written URL of a request to a pattern for request targets.
struct ServedURL {
  /// Returns the value of a variable in front of the path; `nil` if it is unknown or secret.
  let value: (_ text: String) -> String?

  /// - Parameters:
  ///   - url: the URL with variables.
  ///   - values: the path parameters of the file.
  ///   - query: the query for a URL without one.
  func pattern(of url: String, values: [String: String] = [:], query: [QueryText.Pair] = []) -> TargetPattern {
    let written = QueryText.pairs(of: url)
    let pairs = (written.isEmpty ? query : written).map { pair in
      TargetPattern.Parameter(Self.decoded(pair.name), Self.parameter(pair.value ?? ""))
    }
    return TargetPattern(path: PathPattern(path(of: url), values: values), query: pairs)
  }

  /// The path without scheme, host and query, including path parts in the values of leading variables.
  private func path(of url: String) -> String {
    var text = QueryText.url(url, with: [])
    if let fragment = Self.first("#", in: text[...]) { text = String(text[..<fragment]) }
    let isRooted = text.hasPrefix("/")
    let start = text.firstRange(of: "://").map(\.upperBound) ?? text.startIndex
    let slash = Self.first("/", in: text[start...]) ?? text.endIndex
    guard !isRooted else { return text }
    return Self.afterHost(value(String(text[..<slash])) ?? "") + text[slash...]
  }

  private static func afterHost(_ text: String) -> String {
    let rest = text.firstRange(of: "://").map { text[$0.upperBound...] } ?? text[...]
    return rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? ""
  }

  /// The position of a character outside `{{…}}`.
  private static func first(_ mark: Character, in text: Substring) -> String.Index? {
    PathPattern.split(text, at: mark).first.flatMap { $0.endIndex < text.endIndex ? $0.endIndex : nil }
  }

  /// Converts a parameter; a masked value matches anything.
  private static func parameter(_ text: String) -> HoledText {
    text.contains(Self.mask) ? HoledText([.hole]) : HoledText(text.contains("{{") ? text : decoded(text))
  }

  private static func decoded(_ text: String) -> String { PercentEncoding.decodedText(text, plusIsSpace: true) }

  private static let mask = "••••"
}
