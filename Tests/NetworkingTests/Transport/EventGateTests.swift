import Synchronization
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("The events of one transfer")
struct EventGateTests {
  private final class EventNames: Sendable {
    let names = Mutex<[String]>([])

    func gate() -> EventGate {
      EventGate { event in self.names.withLock { $0.append(String("\(event)".prefix { $0 != "(" })) } }
    }
  }

  private let end = CurlTransport.failed(makeRequest("http://h/"), NetworkError(.cancelled, "over"), after: .zero)

  @Test("N36: no event follows the end, from any reporter")
  func order() {
    let events = EventNames()
    let gate = events.gate()
    gate.report(.progress(TransferProgress()))
    gate.close(with: end)
    gate.report(.progress(TransferProgress()))
    gate.report(.finished(end))
    gate.close(with: end)
    #expect(events.names.withLock { $0 } == ["progress", "finished"])
  }

  @Test("N36: once a transfer has sent something, only the loop reports its end")
  func sent() {
    let events = EventNames()
    let gate = events.gate()
    gate.sent()
    gate.close(with: end)
    gate.report(.finished(end))
    gate.close(with: end)
    #expect(events.names.withLock { $0 } == ["finished"])
  }

  @Test("N36: a transfer cancelled by its own event handler does not end within it")
  func inside() {
    let events = EventNames()
    let gate = Mutex<EventGate?>(nil)
    let end = end
    let nested = EventGate { event in
      events.names.withLock { $0.append("received") }
      gate.withLock { $0 }?.close(with: end)
    }
    gate.withLock { $0 = nested }
    nested.report(.progress(TransferProgress()))
    nested.report(.finished(end))
    #expect(events.names.withLock { $0 } == ["received", "received"])
    gate.withLock { $0 = nil }
  }
}
