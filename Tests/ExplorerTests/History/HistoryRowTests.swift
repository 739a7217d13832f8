import Testing

@testable import Explorer

@Suite("The rows of the history page") struct HistoryRowTests {
  private func journey(columns: Int) -> Journey {
    var journey = Journey(columns: columns, rows: 40)
    journey.type("H")
    journey.apply(.history(.loaded(Samples.history)))
    return journey
  }

  @Test("The rows name the host; a narrow list prefers the path")
  func hosts() {
    #expect(journey(columns: 180).text.contains("127.0.0.1:4010/users/42"))
    #expect(journey(columns: 60).text.contains("/users/42"))
  }

  @Test("q goes back from the page, and quits elsewhere")
  func back() {
    var journey = journey(columns: 120)
    journey.forget()
    journey.type("q")
    #expect(journey.state.page == nil && journey.effects.isEmpty)
    journey.type("q")
    #expect(!journey.effects.isEmpty)
  }
}
