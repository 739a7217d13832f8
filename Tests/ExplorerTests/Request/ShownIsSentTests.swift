import Networking
import Terminal
import TestSupport
import Testing
import Workspaces

@testable import Explorer

@Suite("Rows shown as enabled are sent, and sent rows are shown") struct ShownIsSentTests {
  /// Generates rows that a file may have: in conflict with the URL, duplicated, empty, without a file, after a header
  /// with the same name.
  private struct Maker {
    var random: SeededGenerator

    mutating func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: values.indices, using: &random)] }
    mutating func count() -> Int { Int.random(in: 0...4, using: &random) }
    mutating func flag() -> Bool { Int.random(in: 0...3, using: &random) > 0 }

    mutating func definition() -> RequestDefinition {
      var made = RequestDefinition(name: "x", method: pick(["GET", "HEAD", "POST", "DELETE"]))
      let path = (0..<count()).map { _ in pick(["users", ":id", ":x", "{id}", ":x.json"]) }
      let query = (0..<count()).map { _ in pick(["a=1", "a=2", "b=", "b", "c=1"]) }
      made.url = "http://h/" + path.joined(separator: "/")
      if !query.isEmpty { made.url += "?" + query.joined(separator: "&") }
      made.params = (0..<count() + count()).map { index in
        pick([true, false])
          ? Parameter(.path, Row(pick(["id", "x", "y"]), pick(["", "value\(index)"]), isEnabled: flag()))
          : Parameter(.query, Row(pick(["a", "b", "c", ""]), pick(["", "1", "2"]), isEnabled: flag()))
      }
      made.headers = (0..<count()).map { index in
        pick([true, true, false]) ? Row(pick(["X-A", "X-B"]), "\(index)", isEnabled: flag()) : Row(isEnabled: flag())
      }
      if pick([true, false, false]) { made.headers.append(Row("authorization", "own", isEnabled: flag())) }
      made.body = body()
      made.authentication = pick([
        .none, Authentication(.bearer, [.init("token", "t")]),
        Authentication(.apikey, [.init("key", "k"), .init("value", "v"), .init("placement", "query")]),
      ])
      if flag() { made.settings.encodeURL = false }
      return made
    }

    private mutating func body() -> BodyDefinition {
      switch Int.random(in: 0...3, using: &random) {
      case 0: .none
      case 1: .text(.json, "{\"a\": 1}")
      case 2: .form((0..<count()).map { _ in Row(pick(["a", "b", ""]), pick(["", "1"]), isEnabled: flag()) })
      default:
        .multipart(
          (0..<count()).map { index in
            let content: FormPart.Content = pick([.text("t"), .text(""), .files([]), .files([""])])
            return FormPart(pick(["p\(index)", ""]), content, isEnabled: flag())
          })
      }
    }
  }

  /// The rows that the screen shows as enabled.
  private func shown(_ draft: RequestDefinition, _ kind: TableKind) -> [TableRow] {
    let unsent = draft.unsentRows(of: kind)
    return draft.rows(of: kind).enumerated().filter { $0.element.isEnabled && unsent[$0.offset] == nil }.map(\.element)
  }

  private func query(_ url: String) -> [String] {
    QueryText.pairs(of: url).map { "\($0.name)=\($0.value ?? "")" }.filter { $0 != "=" }
  }

  @Test("The rows on the screen match the request for any file", arguments: 0..<60)
  func everyRow(seed: Int) throws {
    var maker = Maker(random: SeededGenerator(seed: UInt64(seed)))
    for _ in 0..<40 {
      let file = maker.definition()
      let draft = file.withQueryInStep
      let sent: Request
      do { sent = try PreparedRequest(draft, in: SendContext()).request } catch {
        #expect(throws: SendRefusal.self) { try PreparedRequest(file, in: SendContext()) }
        continue
      }
      let same = try PreparedRequest(file, in: SendContext()).request
      #expect(same.url == sent.url && same.headers.fields.count == sent.headers.fields.count, "\(file)")
      checkURL(draft, sent)
      checkHeaders(draft, sent)
      try checkBody(draft, sent)
    }
  }

  private func checkURL(_ draft: RequestDefinition, _ sent: Request) {
    let rows = shown(draft, .params)
    var pairs = query(sent.url)
    if case .query = draft.authentication.carriage { #expect(pairs.popLast() == "k=v") }
    #expect(pairs == rows.filter { $0.tag == .query }.map { "\($0[0])=\($0[1])" }, "\(draft)")
    let path = sent.url.prefix { $0 != "?" }
    for row in draft.rows(of: .params) where row.tag == .path && !row[1].isEmpty {
      let isSent = path.contains(row[1])
      #expect(isSent == rows.contains(row), "\(row) of \(draft)")
    }
  }

  private func checkHeaders(_ draft: RequestDefinition, _ sent: Request) {
    let rows = shown(draft, .headers).map { "\($0[0]): \($0[1])" }
    let own = sent.headers.fields.filter { $0.name.hasPrefix("X-") || $0.value == "own" }.map {
      "\($0.name): \($0.value)"
    }
    #expect(own == rows, "\(draft)")
    var session = RequestSession(key: .scratch(1), draft: draft)
    session.editor.tab = .auth
    let isShown = !session.fieldLines.contains { $0.id == "overridden" }
    if draft.authentication.scheme == .bearer {
      #expect(sent.headers.fields.contains { $0.value == "Bearer t" } == isShown, "\(draft)")
    }
  }

  private func bytes(of body: Request.Body) -> [UInt8] {
    switch body {
    case .bytes(let bytes): return bytes
    case .sequence(let pieces):
      return pieces.flatMap { piece -> [UInt8] in if case .bytes(let bytes) = piece { bytes } else { [] } }
    case .none, .file, .stream: return []
    }
  }

  private func checkBody(_ draft: RequestDefinition, _ sent: Request) throws {
    let text = String(decoding: bytes(of: sent.body), as: UTF8.self)
    switch draft.body {
    case .text(_, let body): #expect(text == body)
    case .form: #expect(text == shown(draft, .form).map { "\($0[0])=\($0[1])" }.joined(separator: "&"), "\(draft)")
    case .multipart:
      let names = text.split(separator: "name=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
      #expect(names.map(String.init) == shown(draft, .multipart).map { $0[0] }, "\(draft)")
    default: #expect(text.isEmpty)
    }
  }

  @Test("The check boxes drawn as enabled belong to the sent rows", arguments: 0..<20)
  func boxes(seed: Int) {
    var maker = Maker(random: SeededGenerator(seed: UInt64(seed)))
    let draft = maker.definition().withQueryInStep
    var journey = Journey.request(draft, columns: 140, rows: 60)
    for (key, kind) in [("1", TableKind.params), ("2", .headers), ("3", .form), ("3", .multipart)] {
      journey.keys(key)
      guard case .table(kind)? = journey.state.session?.content else { continue }
      #expect(journey.pane.split(separator: "◉").count - 1 == shown(draft, kind).count, "\(journey.pane)")
    }
  }

  @Test("A query row missing from the URL is kept disabled; enabling it adds it to the URL")
  func queryRow() {
    var file = RequestDefinition(name: "x", url: "http://h/?a=2&c=3")
    file.params = [
      Parameter(.query, Row("a", "1", note: "first")), Parameter(.query, Row("b", "1")),
      Parameter(.query, Row("off", "1", isEnabled: false)),
    ]
    var journey = Journey.request(file.withQueryInStep)
    #expect(
      journey.draft.params.map(\.row) == [
        Row("a", "2", note: "first"), Row("c", "3"), Row("b", "1", isEnabled: false), Row("off", "1", isEnabled: false),
      ])
    journey.go("1 down down space")
    #expect(journey.draft.url == "http://h/?a=2&c=3&b=1")
  }

  @Test("An enabled row that is not sent is drawn as disabled, and the bottom line says why")
  func unsent() {
    var file = RequestDefinition(name: "x", url: "http://h/:id")
    file.params = [Parameter(.path, Row("id", "1")), Parameter(.path, Row("gone", "2"))]
    var journey = Journey.request(file.withQueryInStep)
    journey.go("1 down")
    #expect(journey.pane.contains("○  gone") && journey.footer.contains("The URL has no :gone"))
    #expect(journey.text.contains("Params 1"))
    var parts = Journey.request(Samples.post(.multipart([FormPart("photo", .files([]))])))
    parts.go("3")
    #expect(parts.pane.contains("○  photo") && parts.footer.contains("No file is chosen"))
  }

  @Test("A variable in the URL may use any path parameter, so its row stays enabled")
  func hiddenPlace() {
    var file = RequestDefinition(name: "x", url: "{{route}}")
    file.params = [Parameter(.path, Row("id", "1"))]
    #expect(file.withQueryInStep.unsentRows(of: .params).isEmpty)
    let table = VariableTable([VariableTable.Entry("route", "http://h/:other", origin: .commandLine)])
    #expect(file.withQueryInStep.unsentRows(of: .params, in: table) == [0: "The URL has no :id: this row is not sent"])
  }

  @Test("An authentication overridden by a header says so")
  func authentication() {
    var request = Samples.getUser
    request.headers = [Row("authorization", "mine")]
    request.authentication = Authentication(.bearer, [.init("token", "t")])
    var journey = Journey.request(request)
    journey.keys("4")
    #expect(journey.pane.contains("Not sent") && journey.pane.contains("the header authorization"))
  }

  @Test("Large queries are aligned in one pass", arguments: [2_000])
  func large(count: Int) {
    var file = RequestDefinition(name: "x")
    file.params = (0..<count).reversed().map { Parameter(.query, Row("n\($0)", "1")) }
    file.url = "http://h/?" + (0..<count).map { "n\($0)=1" }.joined(separator: "&")
    let shown = file.withQueryInStep
    #expect(shown.params.map(\.row.name) == (0..<count).map { "n\($0)" })
  }
}
