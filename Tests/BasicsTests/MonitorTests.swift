import Testing

@testable import Basics

@Suite struct MonitorTests {
  @Test func `A waiting task continues once its condition holds, and not before.`() async {
    let monitor = Monitor(0)
    let waiting = Task {
      await monitor.wait { $0 >= 3 }
      return monitor.read { $0 }
    }
    for _ in 0..<3 { monitor.change { $0 += 1 } }
    #expect(await waiting.value == 3)
    await monitor.wait { $0 == 3 }
  }

  @Test func `No change is lost with many writers and many waiting tasks.`() async {
    let monitor = Monitor(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<50 {
        // Each task consumes what another produces.
        group.addTask { for _ in 0..<100 { monitor.change { $0 += 1 } } }
        group.addTask {
          var taken = 0
          while taken < 100 {
            await monitor.wait { $0 > 0 }
            let isMine = monitor.change { value in
              guard value > 0 else { return false }
              value -= 1
              return true
            }
            if isMine { taken += 1 }
          }
        }
      }
    }
    #expect(monitor.read { $0 } == 0)
  }

  @Test func `A cancelled task stops waiting, whenever it is cancelled; the others continue.`() async {
    let monitor = Monitor(false)
    let other = Task { await monitor.wait { $0 } }
    for _ in 0..<200 {
      let waiting = Task { await monitor.wait { $0 } }
      if Bool.random() { await Task.yield() }
      waiting.cancel()
      await waiting.value
    }
    monitor.change { $0 = true }
    await other.value
  }
}
