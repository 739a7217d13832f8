import Testing
import Workspaces

@testable import Sessions

@Suite("The order of a run whose scripts choose the next request") struct RunFlowTests {
  /// The requests sent, as `iteration.identifier`, while `next` gives the choice of each.
  private func order(
    _ rules: ScriptRules, _ requests: [(id: String, name: String)], iterations: Int = 2,
    _ next: (_ index: Int, _ id: String) -> NextRequest?
  ) -> (sent: [String], faults: [RunFlow.Fault]) {
    var flow = RunFlow(requests)
    var (sent, faults): ([String], [RunFlow.Fault]) = ([], [])
    while let place = flow.place, place.iteration < iterations {
      let id = requests[place.request].id
      sent.append("\(place.iteration).\(id)")
      if let fault = flow.finished(next: next(sent.count - 1, id), rules) { faults.append(fault) }
    }
    return (sent, faults)
  }

  private static let three = [(id: "a", name: "A"), (id: "b", name: "B"), (id: "c", name: "C")]

  @Test("Without a choice, each iteration sends all requests in order")
  func usual() {
    let (sent, faults) = order(.postman, Self.three) { _, _ in nil }
    #expect(sent == ["0.a", "0.b", "0.c", "1.a", "1.b", "1.c"] && faults.isEmpty)
    var flow = RunFlow(Self.three)
    #expect(flow.finished(next: nil, .postman) == nil && !flow.isChanged)
  }

  @Test("A request is chosen by its name or identifier, forwards and backwards")
  func named() {
    let forwards = order(.postman, Self.three, iterations: 1) { _, id in id == "a" ? .named("C") : nil }
    #expect(forwards.sent == ["0.a", "0.c"])
    let backwards = order(.bruno, Self.three, iterations: 1) { index, _ in index == 1 ? .named("a") : nil }
    #expect(backwards.sent == ["0.a", "0.b", "0.a", "0.b", "0.c"])
  }

  @Test("Of several requests with one name, Postman means the last and Bruno the first")
  func sameName() {
    let same = [(id: "a", name: "X"), (id: "b", name: "Y"), (id: "c", name: "X")]
    for (rules, request) in [(ScriptRules.postman, 2), (.bruno, 0)] {
      var flow = RunFlow(same)
      #expect(flow.finished(next: .named("X"), rules) == nil && flow.place?.request == request)
    }
  }

  @Test("The end of an iteration goes on with the next one in Postman and ends the run in Bruno")
  func ends() {
    #expect(order(.postman, Self.three) { _, _ in .end }.sent == ["0.a", "1.a"])
    #expect(order(.bruno, Self.three) { _, _ in .end }.sent == ["0.a"])
  }

  @Test("An unknown name ends the iteration in Postman, is passed over in Bruno, and is reported in both")
  func unknown() {
    let postman = order(.postman, Self.three) { _, _ in .named("none") }
    #expect(postman.sent == ["0.a", "1.a"] && postman.faults == [.unknown("none"), .unknown("none")])
    let bruno = order(.bruno, Self.three, iterations: 1) { _, id in id == "a" ? .named("none") : nil }
    #expect(bruno.sent == ["0.a", "0.b", "0.c"] && bruno.faults == [.unknown("none")])
  }

  @Test("Requests that choose each other end after 10,000 choices in each iteration")
  func endless() {
    let (sent, faults) = order(.postman, Self.three) { _, _ in .named("A") }
    #expect(sent.count == 2 * (RunFlow.mostJumps + 1) && faults == [.tooManyJumps, .tooManyJumps])
  }

  @Test("A stopped run has no further request")
  func stopped() {
    var flow = RunFlow(Self.three)
    flow.stop()
    #expect(flow.place == nil && flow.isChanged && flow.finished(next: .named("b"), .bruno) == nil)
  }
}
