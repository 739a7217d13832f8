import Networking
import Sessions
import Terminal
import Testing
@testable import Workspaces

@testable import Explorer

@Suite("The run page on the screen") struct RunScreenTests {
  private func journey(columns: Int = 120, rows: Int = 40) -> Journey {
    var journey = Journey(columns: columns, rows: rows)
    journey.apply(.tree(.select(.folder("/w/demo/users"))))
    journey.type("R")
    return journey
  }

  /// A finished run with one failure.
  private func ended(columns: Int = 120, rows: Int = 40) -> Journey {
    var journey = journey(columns: columns, rows: rows)
    journey.type(" ")
    let number = journey.state.run.number
    for (index, status, expected) in [(0, 200, 200), (1, 200, 200), (2, 403, 201)] {
      journey.apply(.run(.started(run: number, index: index)))
      let finish = RunSamples.result(index, status: status, milliseconds: 20 + index, expected: expected)
      journey.apply(.run(.finished(run: number, index: index, finish)))
    }
    journey.apply(.run(.ended(run: number)))
    return journey
  }

  @Test("The requests of the folder under the cursor are listed, and Space sends them")
  func lists() {
    var journey = journey()
    #expect(journey.text.contains("Run of Users"))
    #expect(journey.text.contains("3 requests: Space sends them"))
    for name in ["List users", "Get user", "Create user"] { #expect(journey.text.contains(name)) }
    #expect(!journey.text.contains("Health"))
    #expect(journey.footer.contains("Space start"))
    journey.forget()
    journey.type(" ")
    let begun = journey.effects.contains { if case .run(.begin) = $0 { true } else { false } }
    #expect(begun)
    #expect(journey.footer.contains("Space stop"))
  }

  @Test("Prompts are answered in a form, sent with the run and offered again")
  func asks() {
    var journey = journey()
    journey.type(" ")
    let number = journey.state.run.number
    journey.apply(.run(.asked(run: number, [PromptQuestion("Order"), PromptQuestion("PIN", isHidden: true)])))
    #expect(journey.text.contains("Before sending") && journey.text.contains("Order"))
    journey.type("42")
    journey.press(.enter)
    journey.type("9876")
    #expect(!journey.text.contains("9876"))
    journey.forget()
    journey.press(.enter)
    let orders = journey.effects.compactMap { if case .run(.begin(_, let order)) = $0 { order } else { nil } }
    #expect(orders.map(\.inputs.prompts) == [["Order": "42", "PIN": "9876"]])
    #expect(journey.state.outbox.lastAnswers == ["Order": "42"])
    #expect(journey.effects.contains { if case .system(.remember) = $0 { true } else { false } })
  }

  @Test("A form never opens over an edited text; the run waits for another start")
  func asksLater() {
    var journey = journey()
    journey.type(" ")
    let number = journey.state.run.number
    journey.press(.escape)
    journey.apply(.run(.asked(run: number, [PromptQuestion("Order")])))
    #expect(!journey.text.contains("Before sending") && journey.state.run.phase == .ready)
    #expect(journey.text.contains("The run needs input first"))
  }

  @Test("A restarted run sends and shows the requests listed at that time")
  func listsAgain() {
    var journey = ended()
    var tree = Samples.workspace
    let node = Samples.node("users/list", "/w/demo/users/List users.yml", "List users", "DELETE")
    tree.collections[0].items[0] = .folder(FolderNode(name: "Users", path: "/w/demo/users", items: [.request(node)]))
    journey.apply(.files(.treeRefreshed(tree)))
    journey.forget()
    journey.type("r")
    let begun = journey.effects.compactMap { if case .run(.begin(_, let order)) = $0 { order } else { nil } }
    #expect(begun.map { $0.nodes.map(\.method) } == [["DELETE"]])
    #expect(journey.lines.contains { $0.contains("DEL") && $0.contains("List users") })
    #expect(!journey.text.contains("Create user"))
  }

  @Test(
    "Totals, percentiles and the failure under the cursor are shown beside the list", arguments: [(120, 40), (200, 60)])
  func totals(columns: Int, rows: Int) {
    let journey = ended(columns: columns, rows: rows)
    let text = journey.text
    #expect(text.contains("3 of 3"))
    #expect(text.contains("2 of 3"))
    #expect(text.contains("21 ms · 22 ms · 22 ms"))
    #expect(text.contains("p99 max") && text.contains("1 (test)"))
    #expect(text.contains("✗ res.status  expected 201  was 403"), "\(text)")
    // Three answers are dots, not bars.
    #expect(text.contains("•") && !text.contains("▁"))
    #expect(text.contains("admins only"))
  }

  @Test("Errors are shown in words, not by their names in reports") func kinds() {
    var journey = journey(columns: 200, rows: 60)
    journey.type(" ")
    let number = journey.state.run.number
    let troubles: [RunResult.Trouble] = [
      .transfer("late", .totalTimeout), .transfer("slow", .connectTimeout), .request("no value"),
    ]
    for (index, trouble) in troubles.enumerated() {
      var finish = RunSamples.result(index)
      finish.result.status = 0
      finish.result.trouble = trouble
      journey.apply(.run(.started(run: number, index: index)))
      journey.apply(.run(.finished(run: number, index: index, finish)))
    }
    #expect(journey.text.contains("3 (1 connect timeout · 1 not sent · 1 timeout)"), "\(journey.text)")
    // Kinds that do not fit their line continue below it.
    journey.apply(.terminal(.resized(Size(columns: 100, rows: 40))))
    for kind in ["connect timeout", "1 not sent", "1 timeout)"] {
      #expect(journey.text.contains(kind), "\(kind) in \(journey.text)")
    }
  }

  @Test("Each test shows the expected value in words, even if it passed") func verdicts() {
    let tests = [
      AssertionResult(expression: "res.time lt 500", passed: true, actual: "14"),
      AssertionResult(expression: "res.body isArray", passed: false, actual: "{}"),
      AssertionResult(expression: "res.body.a b", passed: false, actual: ""),
    ]
    let lines = RunVerdicts(tests, width: 60, Journey().state).lines.map { $0.map(\.text).joined() }
    #expect(
      lines.map { $0.split(separator: " ").joined(separator: " ") } == [
        "✗ res.body expected an array was {}", "✗ res.body.a b", "✓ res.time below 500 was 14",
      ])
  }

  @Test("The top line names the collection and the folder of the run") func path() {
    #expect(ended().lines[0].contains("Demo › Users › Run"))
  }

  @Test(
    "At every size the list, the row under the cursor and the way back are visible",
    arguments: [(80, 24), (60, 16), (40, 10), (20, 5)])
  func small(columns: Int, rows: Int) {
    let journey = ended(columns: columns, rows: rows)
    #expect(journey.lines.contains { $0.contains("DEL") || $0.contains("POST") })
    if columns >= 80 {
      #expect(journey.text.contains("1 failed") && journey.text.contains("p50"))
      #expect(journey.text.contains("was 403"))
      #expect(journey.footer.contains("Esc back"))
    }
  }

  @Test("Enter opens a failure with its tests, and Esc returns to the unchanged results")
  func opens() {
    var journey = ended()
    journey.press(.enter)
    #expect(journey.effects.contains(.files(.loadRequest(.file("/w/demo/users/Create user.yml")))))
    journey.open(
      RequestDefinition(name: "Create user", method: "POST", url: "{{base_url}}/users"),
      path: "/w/demo/users/Create user.yml")
    #expect(journey.state.page == nil && journey.state.focus == .response)
    #expect(journey.state.tree.selected?.id == .request("/w/demo/users/Create user.yml"))
    #expect(journey.state.session?.response.tab == .tests)
    #expect(journey.text.contains("403") && journey.text.contains("res.status eq 201"))
    journey.type("R")
    #expect(journey.text.contains("3 of 3"))
    journey.press(.escape)
    #expect(journey.state.page == nil)
    #expect(journey.text.contains("Collections"))
  }

  @Test("A run continues while its page is closed, and quitting asks")
  func background() {
    var journey = journey()
    journey.type(" ")
    journey.press(.escape)
    #expect(journey.footer.contains("The run continues: R shows it"))
    journey.type("q")
    #expect(journey.text.contains("A run is in progress. Quit and cancel it?"))
    journey.type("n")
    journey.type("R")
    #expect(journey.state.page == .run && journey.state.run.phase == .running)
  }

  @Test("Keys of the panes do nothing on the page, and a palette command leads back to the panes")
  func keys() {
    var journey = journey()
    let before = journey.state.sessions
    journey.type("nxeaJ")
    #expect(journey.state.page == .run && journey.state.sessions == before && journey.state.overlay == nil)
    journey.type(":")
    journey.type("New folder")
    journey.press(.enter)
    #expect(journey.state.page == nil && journey.state.overlay != nil)
  }

  @Test("A click selects a row, a double click opens it, and the footer's keys can be clicked")
  func mouse() throws {
    var journey = ended()
    let rows = journey.state.run.panes(in: journey.state).rows
    journey.click(rows.x + 8, rows.y)
    #expect(journey.state.run.current == 0)
    let column = try #require(journey.footer.firstRange(of: "failed only"))
    journey.click(journey.footer.distance(from: journey.footer.startIndex, to: column.lowerBound), 39)
    #expect(journey.state.run.showsFailedOnly)
    journey.click(rows.x + 8, rows.y, clicks: 2)
    #expect(journey.effects.contains(.files(.loadRequest(.file("/w/demo/users/Create user.yml")))))
  }

  @Test("Without UTF-8 only ASCII is drawn")
  func ascii() {
    var journey = ended()
    journey.state.capabilities.unicode = false
    #expect(journey.text.allSatisfy { $0.isASCII })
  }

  @Test("A running load measurement shows percentiles, rate, histogram and errors by kind")
  func measurement() {
    var journey = journey()
    journey.go("p ‹30s 50/s› enter")
    #expect(journey.text.contains("30s 50/s"), "\(journey.text)")
    journey.type(" ")
    let number = journey.state.run.number
    var statistics = RunStatistics()
    for index in 0..<40 {
      statistics.add(RunSamples.result(index, milliseconds: 20 + index).result, at: index)
    }
    let failure = RunSamples.result(41, status: 500, milliseconds: 500, expected: 200).result
    statistics.add(failure, at: 41)
    journey.apply(
      .run(
        .measured(
          run: number,
          RunMeasure(
            statistics: statistics, overdue: 3, failures: [RunMeasure.Failure(index: 41, result: failure)]))))
    for words in ["41 sent", "p50 p90 p95", "p99 max", "3 overdue", "1 (test)", "500 ms"] {
      #expect(journey.text.contains(words), "\(words)\n\(journey.text)")
    }
    #expect(journey.text.contains("▁") || journey.text.contains("█"))
    #expect(journey.lines.contains { $0.contains("✗") && $0.contains("500") })
    #expect(!journey.text.contains("List users  "))
  }

  @Test("A skipped request is reported and is not a failure")
  func skipped() {
    var journey = journey()
    journey.type(" ")
    let number = journey.state.run.number
    var result = RunSamples.result(0).result
    (result.status, result.assertions) = (0, [])
    result.skipped = "{{role}} eq admin does not hold"
    journey.apply(.run(.finished(run: number, index: 0, RunFinish(result))))
    #expect(journey.text.contains("skipped: {{role}} eq admin"), "\(journey.text)")
    #expect(journey.text.contains("0 · 1 skipped"))
  }
}
