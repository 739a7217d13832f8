import Testing

@testable import Sessions

@Suite struct RunScheduleTests {
  @Test("Requests are handed out in order, once each, to any caller")
  func order() {
    let schedule = RunSchedule(count: 3, stopsAtFailure: false)
    #expect((0..<4).map { _ in schedule.next()?.index } == [0, 1, 2, nil])
  }

  @Test("Each request waits for the previous one, and the first does not wait")
  func delay() throws {
    let schedule = RunSchedule(count: 3, pace: SendSchedule(delay: .seconds(3_600)), stopsAtFailure: false)
    let waits = try (0..<3).map { _ in try #require(schedule.next()).wait }
    #expect(waits[0] == .zero)
    #expect(waits[1] > .seconds(3_500) && waits[1] <= .seconds(3_600))
    #expect(waits[2] > .seconds(7_000) && waits[2] <= .seconds(7_200))
  }

  @Test("After a failure, no request starts if stopping was requested")
  func bail() {
    for (stops, next) in [(true, nil), (false, 2)] {
      let schedule = RunSchedule(count: 3, stopsAtFailure: stops)
      _ = (schedule.next(), schedule.next())
      schedule.finished(passed: true)
      #expect(schedule.goesOn)
      schedule.finished(passed: false)
      #expect(schedule.goesOn != stops && schedule.next()?.index == next)
    }
  }

  @Test("While held, nothing starts, and returned requests are next in order")
  func held() {
    let schedule = RunSchedule(count: 4, stopsAtFailure: false)
    _ = (schedule.next(), schedule.next(), schedule.next())
    schedule.hold()
    #expect(schedule.next() == nil && !schedule.goesOn)
    schedule.giveBack(2)
    schedule.giveBack(0)
    schedule.finished(passed: true)
    schedule.release()
    #expect(schedule.goesOn)
    #expect((0..<4).map { _ in schedule.next()?.index } == [0, 2, 3, nil])
  }
}
