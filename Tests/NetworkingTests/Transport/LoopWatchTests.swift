import Synchronization
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

@Suite struct LoopWatchTests {
  @Test func `A body that ends with its connection is incomplete after the time limit.`() async throws {
    let isCut = Gate()
    let server = try RawServer { connection in
      _ = connection.readRequest()
      try connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: one\n\n")
      connection.waitForClose()
      isCut.open()
    }
    let request = try Request.with(RequestConfig(url: server.url)) { $0.options.totalTimeout = .milliseconds(100) }
    // Keeps libcurl in one call until the connection is cut.
    let exchange = await Client().exchange(for: request) { event in
      if case .progress(let progress) = event, progress.received > 0 { isCut.wait() }
    }
    #expect(exchange.failure?.category == .totalTimeout, "\(String(describing: exchange.failure))")
  }
}
