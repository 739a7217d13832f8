import Testing

@testable import SessionModel
@testable import Sessions

@Suite("The rate of a run") struct RunPaceTests {
  @Test(
    "A rate is a number of requests per second, minute or hour",
    arguments: [
      ("50/s", 50.0), ("50", 50), ("3000/m", 50), ("3600/h", 1), ("0.5/s", 0.5), ("1e9", 1e9), ("10/500ms", nil),
      ("0", nil), ("-1/s", nil), ("nan", nil), ("inf/s", nil), ("1e10", nil), ("1e-9", nil), ("", nil), ("/s", nil),
      ("1/", nil), ("1/s/s", nil), ("50/x", nil),
    ])
  func rates(text: String, rate: Double?) {
    #expect(SendSchedule.rate(text) == rate)
  }

  @Test("At a rate, each request has its due time, whether or not earlier ones were sent in time")
  func due() throws {
    let schedule = RunSchedule(count: nil, pace: SendSchedule(rate: 0.01), stopsAtFailure: false)
    let turns = try (0..<3).map { _ in try #require(schedule.next()) }
    let due = try turns.map { try #require($0.due) }
    #expect(due[1] - due[0] == .seconds(100) && due[2] - due[1] == .seconds(100))
    #expect(turns[0].wait == .zero && turns[2].wait > .seconds(190) && turns[2].wait <= .seconds(200))
    #expect(schedule.overdue == 0)
  }

  @Test("Overdue requests are counted without using memory, however high the rate")
  func overdue() async throws {
    let schedule = RunSchedule(
      count: nil, pace: SendSchedule(rate: 1e9, duration: .nanoseconds(1_000)), stopsAtFailure: false)
    let first = try #require(schedule.next())
    #expect(first.index == 0)
    while schedule.next() != nil {}
    #expect(schedule.overdue > 0 && schedule.overdue < 1_000)
  }

  @Test("After the duration, no request starts, also no returned one")
  func duration() throws {
    let schedule = RunSchedule(count: nil, pace: SendSchedule(duration: .nanoseconds(1)), stopsAtFailure: false)
    _ = schedule.next()
    schedule.giveBack(0)
    while schedule.next() != nil {}
    #expect(schedule.next() == nil)
    let open = RunSchedule(count: 1, pace: SendSchedule(duration: .seconds(3_600)), stopsAtFailure: false)
    #expect(open.next()?.index == 0 && open.next() == nil)
  }

  @Test("A run without further rows has no more requests")
  func end() {
    let schedule = RunSchedule(count: nil, stopsAtFailure: false)
    _ = (schedule.next(), schedule.next())
    schedule.end(at: 1)
    #expect(schedule.next() == nil)
  }
}
