import Basics
import FoundationEssentials
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("A transfer ends with a response or a precise error for any server")
struct CurlFaultTests {
  let transport = CurlTransport()

  @Test("N55: a refused connection is a connect error with the address, said once")
  func refused() async throws {
    let port = try RawServer.refusedPort()
    let received = await transport.received(makeRequest("http://127.0.0.1:\(port)/"))
    let error = try #require(received.failure)
    #expect(error.category == .connect)
    #expect(error.message == "Could not connect to 127.0.0.1:\(port) (connection refused)")
    #expect(error.detail == nil)
    #expect(error.request?.summary == "GET http://127.0.0.1:\(port)/")
  }

  @Test("N55: an unknown host is a resolve error")
  func unresolved() async {
    let error = await transport.received(makeRequest("http://no-such-host.invalid/")).failure
    #expect(error?.category == .resolve)
    #expect(error?.message == "Could not find the address of no-such-host.invalid")
  }

  @Test(
    "N55: invalid responses have their category",
    arguments: [
      ("", NetworkError.Category.truncated),
      ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello", .truncated),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel", .truncated),
      ("HTTP/1.1 200 OK\r\nA: b\r\n", .truncated), ("HTTP/1.1 103 Hint\r\n\r\n", .truncated),
      ("SSH-2.0-OpenSSH_9.2\r\n", .malformed),
      ("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello", .malformed),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello", .malformed),
    ])
  func faulty(_ answer: String, _ category: NetworkError.Category) async throws {
    let server = try oneShot(answer)
    let received = await transport.received(makeRequest(server.url))
    let found = try #require(received.failure)
    #expect(found.category == category, "\(found)")
    #expect(!found.message.isEmpty)
  }

  @Test(
    "A body longer than declared is cut at the declared length, and the surplus is reported",
    arguments: [("5", "hello", 9), ("13", "hello and mor", 1), ("0", "", 14), ("14", "hello and more", 0)])
  func longer(_ length: String, _ body: String, _ surplus: Int) async throws {
    let server = try oneShot("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\nhello and more")
    // With an idle limit libcurl's debug messages are always on, without one only while they may report a surplus.
    for limit in [nil, Duration.seconds(60)] {
      var request = makeRequest(server.url)
      request.options.idleTimeout = limit
      let received = await transport.received(request)
      #expect(received.failure == nil)
      #expect(received.bodyText == body)
      #expect(received.result.hop.sizes.responseSurplus == surplus)
    }
  }

  @Test("The notice has the address and the size of the surplus")
  func surplusWords() {
    let sent = SentRequest(method: "GET", url: "http://127.0.0.1:4010/a")
    func notice(_ surplus: Int) -> String? {
      Exchange(startedAt: .now, hops: [Hop(request: sent, sizes: Hop.Sizes(responseSurplus: surplus))]).notice
    }
    #expect(notice(9) == "127.0.0.1:4010 sent at least 9 bytes beyond its Content-Length; left out")
    #expect(notice(1) == "127.0.0.1:4010 sent at least 1 byte beyond its Content-Length; left out")
    #expect(notice(0) == nil)
  }

  @Test(
    "Surplus messages of every libcurl version are recognised, and no others",
    arguments: [
      ("Excess found in a read: excess = 36, size = 5, maxdownload = 5, bytecount = 0\n", 36),
      ("Excess found in a non pipelined read: excess = 7, size = 1, maxdownload = 1, bytecount = 0", 7),
      ("Excess found writing body: excess = 12, size = 3, maxdownload = 3, bytecount = 3", 12),
      ("Excess found: excess = 14 url = /a (zero-length body)", 14),
      ("excess found: excess = 99999999999999999999999999999999 url = /", 1 << 60), ("Excess found: excess = ", nil),
      ("Excess found", nil), ("", nil), ("SSL connection using TLSv1.3 / excess = 3", nil),
      ("Connection #0 to host excess found: excess = 5 left intact", nil),
    ])
  func remarks(_ text: String, _ bytes: Int?) {
    #expect(Array(text.utf8).withUnsafeBytes { SurplusNote.bytes(in: $0) } == bytes)
  }

  @Test("A head that begins with a folded line does not affect other responses")
  func foldedStart() async throws {
    let count = Mutex(0)
    let server = try RawServer { connection in
      guard connection.readRequest() != nil else { return }
      let isFolded = count.withLock { count in
        count += 1
        return count % 2 == 0
      }
      let first = isFolded ? " folded: from the start" : "X-Ordinary: a value that is long enough to lie on the heap"
      try connection.write("HTTP/1.1 200 OK\r\n\(first)\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")
    }
    let transport = CurlTransport()
    for _ in 0..<50 {
      #expect(await transport.received(makeRequest(server.url)).bodyText == "ok")
      // Some versions accept the folded line, some reject it.
      let folded = await transport.received(makeRequest(server.url))
      #expect(folded.bodyText == "ok" || folded.failure?.category == .malformed, "\(folded)")
    }
  }

  @Test("N55: a reset within the body keeps the head, the body so far and the timings")
  func reset() async throws {
    let arrived = Gate()
    let server = try RawServer { connection in
      _ = connection.readRequest()
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\npartial")
      arrived.wait()
      connection.reset()
    }
    let received = await transport.received(
      makeRequest(server.url),
      seen: { event in
        if case .head = event { arrived.open() }
      })
    #expect(received.failure?.category == .truncated)
    #expect(received.head?.status.code == 200)
    #expect(received.failure?.head?.status.code == 200)
    #expect(received.result.hop.timing.firstByte != nil)
    #expect(received.result.body?.isFinished == true)
  }

  @Test("N19: silence is an idle timeout, slowness a total timeout, each with its own message")
  func timeouts() async throws {
    let gate = Gate()
    let silent = try RawServer { connection in
      _ = connection.readRequest()
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nsome")
      gate.wait()
    }
    let idle = await transport.received(
      makeRequest(silent.url, options: makeOptions { $0.idleTimeout = .milliseconds(150) }))
    #expect(idle.failure?.category == .idleTimeout)
    #expect(idle.failure?.message == "127.0.0.1:\(silent.port) sent nothing for more than 150 ms")
    #expect(idle.bodyText == "some")
    let total = await transport.received(
      makeRequest(silent.url, options: makeOptions { $0.totalTimeout = .milliseconds(150) }))
    #expect(total.failure?.category == .totalTimeout)
    #expect(total.result.hop.timing.total >= .milliseconds(150))
    gate.open()
  }

  @Test(
    "N19: a server that stalls in any phase after the connection is an idle timeout",
    arguments: [
      "", "HTTP/1.1 103 Hint\r\n\r\n", "HTTP/1.1 200 OK\r\nA: ", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nTrailer: x\r\n",
    ])
  func stalls(_ start: String) async throws {
    let gate = Gate()
    let server = try RawServer { connection in
      _ = connection.readRequest()
      try connection.write(start)
      gate.wait()
    }
    let received = await transport.received(
      makeRequest(server.url, options: makeOptions { $0.idleTimeout = .milliseconds(100) }))
    #expect(received.failure?.category == .idleTimeout)
    gate.open()
  }

  @Test("N19: an unanswered TLS handshake is a connect timeout")
  func connectTimeout() async throws {
    let gate = Gate()
    let server = try RawServer { _ in gate.wait() }
    let options = makeOptions { $0.connectTimeout = .milliseconds(200) }
    let received = await transport.received(makeRequest("https://127.0.0.1:\(server.port)/", options: options))
    #expect(received.failure?.category == .connectTimeout)
    #expect(received.failure?.message == "Connecting to 127.0.0.1:\(server.port) took longer than 200 ms")
    gate.open()
  }

  @Test("N36: a transfer can be cancelled before it starts, while waiting and during the body")
  func cancelling() async throws {
    let gate = Gate()
    let server = try RawServer { connection in
      _ = connection.readRequest()
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nsome")
      gate.wait()
    }
    let atOnce = await transport.received(makeRequest(server.url), started: { $0.cancel() })
    #expect(atOnce.failure?.category == .cancelled)

    let seenHead = Gate()
    var stopper: Task<Void, Never>?
    let during = await transport.received(
      makeRequest(server.url),
      started: { call in
        stopper = Task {
          await seenHead.opened()
          call.cancel()
          call.cancel()
        }
      }, seen: { event in if case .head = event { seenHead.open() } })
    await stopper?.value
    #expect(during.failure?.category == .cancelled)
    #expect(during.head?.status.code == 200)
    #expect(during.result.hop.timing.firstByte != nil)

    let narrow = CurlTransport(transfers: 1)
    let first = Gate()
    let blocking = Task { await narrow.received(makeRequest(server.url), seen: { _ in first.open() }) }
    await first.opened()
    let queued = await narrow.received(makeRequest(server.url), started: { $0.cancel() })
    #expect(queued.failure?.category == .cancelled)
    #expect(queued.head == nil)
    gate.open()
    _ = await blocking.value
  }

  @Test("N36: a transfer can be cancelled during the TLS handshake, even while others run")
  func cancellingHandshake() async throws {
    let (greeted, closed) = (Gate(), Gate())
    let server = try RawServer { connection in
      _ = connection.read()
      greeted.open()
      connection.waitForClose()
      closed.open()
    }
    let other = try AnsweringServer { _ in Answer.text("done") }
    var stopper: Task<Void, Never>?
    // The other task may wait longer for a thread than a handshake usually takes.
    let options = makeOptions { $0.connectTimeout = .zero }
    let received = await transport.received(
      makeRequest("https://127.0.0.1:\(server.port)/", options: options),
      started: { call in
        stopper = Task {
          await greeted.opened()
          #expect(await transport.received(makeRequest(other.url)).bodyText == "done")
          call.cancel()
        }
      })
    await stopper?.value
    #expect(received.failure?.category == .cancelled)
    await closed.opened()
  }

  @Test("Cancelling after the end changes nothing")
  func cancelLate() async throws {
    let server = try AnsweringServer { _ in Answer.text("done") }
    var kept: (any TransportCall)?
    let received = await transport.received(makeRequest(server.url), started: { kept = $0 })
    kept?.cancel()
    #expect(received.failure == nil)
    #expect(await transport.received(makeRequest(server.url)).bodyText == "done")
  }

  @Test("Releasing a transport ends its thread and its transfers")
  func released() async throws {
    let gate = Gate()
    let server = try RawServer { connection in
      _ = connection.readRequest()
      gate.wait()
    }
    let ended = Gate()
    do {
      let transport = CurlTransport()
      _ = transport.start(TransportRequest(makeRequest(server.url))) { event in
        if case .finished(let result) = event {
          #expect(result.failure?.category == .shutDown)
          ended.open()
        }
      }
    }
    await ended.opened()
    gate.open()
  }
}
