import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("The search's reducer, by itself")
struct FindFeatureTests {
  private var state = FindFeature.State()

  private mutating func apply(_ action: FindFeature.Action, serial: Int = 7) -> [FindFeature.Outcome] {
    FindFeature.reduce(
      &state, action,
      in: FindFeature.Surroundings(size: Size(columns: 100, rows: 30), workspace: Samples.workspace, serial: serial))
  }

  private func hit(_ path: String, name: String = "Get user") -> SearchHit {
    SearchHit(path: path, id: "users/get-user", name: name, line: 3, text: "page: 1", match: 0..<4)
  }

  @Test("Each change of the text ends the search before it and begins another when the fingers rest")
  mutating func types() {
    let next = [FindFeature.Outcome.search(.stop), .pause(serial: 7)]
    #expect(apply(.pressed(.character("p"))) == next)
    #expect(apply(.pressed(.left)).isEmpty)
    #expect(apply(.rested(serial: 6)).isEmpty)
    #expect(
      apply(.rested(serial: 7))
        == [.search(.begin("p", Samples.workspace, serial: 7, limit: FindFeature.limit))])
    #expect(state.isRunning)
    _ = apply(.ended(serial: 7))
    #expect(!state.isRunning)
  }

  @Test("Hits of another text are not listed, and the cursor stays among those that are")
  mutating func hits() {
    _ = apply(.pasted("page"))
    _ = apply(.found(serial: 7, [hit(Samples.getUserPath), hit("/w/demo/opencollection.yml")]))
    _ = apply(.found(serial: 3, [hit("/w/other.yml")]))
    #expect(state.hits.count == 2)
    for _ in 0..<5 { _ = apply(.pressed(.down)) }
    #expect(state.cursor.row == 1)
  }

  @Test("Enter closes the box and says what is to be opened: a request where the text stands, or an environment")
  mutating func takes() throws {
    #expect(apply(.pressed(.enter)).isEmpty)
    _ = apply(.pasted("page"))
    let node = try #require(Samples.workspace.request(at: Samples.getUserPath))
    _ = apply(.found(serial: 7, [hit(Samples.getUserPath), hit("/w/demo/environments/local.yml", name: "local")]))
    let closed: [FindFeature.Outcome] = [.close, .search(.stop)]
    #expect(apply(.pressed(.enter)) == closed + [.open(node, text: "page")])
    _ = apply(.pressed(.down))
    let opened = FindFeature.Outcome.editEnvironment(named: "local", path: "/w/demo/environments/local.yml")
    #expect(apply(.pressed(.enter)) == closed + [opened])
  }

  @Test("Esc keeps what was typed for the next time")
  mutating func leaves() {
    _ = apply(.pasted("page"))
    #expect(apply(.pressed(.escape)) == [.abandon("page"), .search(.stop)])
    state = FindFeature.State()
    _ = apply(.broughtBack("page"), serial: 8)
    #expect(state.field.text == "page")
    #expect(state.serial == 8)
  }
}
