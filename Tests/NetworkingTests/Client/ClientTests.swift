import Basics
import FoundationEssentials
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("A client")
struct ClientTests {
  @Test("N25: defaults fill in missing parts of a request; copies share their connections")
  func defaults() async throws {
    let server = try AnsweringServer()
    let client = Client(
      defaults: RequestConfig(query: ["key": "k"], headers: Headers([Header("X-Client", "c"), Header("Accept", "d")])))
    let copy = client
    let request = try Request.with(RequestConfig(host: server.url)) {
      $0.path = "/p"
      $0.headers.append("Accept", "mine")
    }
    _ = try await client.response(for: request)
    _ = try await copy.response(for: request)
    #expect(server.requests.map(\.target) == ["/p?key=k", "/p?key=k"])
    #expect(server.requests[0].values("Accept") == ["mine"])
    #expect(server.requests[0]["X-Client"] == "c")
    #expect(server.connectionCount == 1)
  }

  @Test("N26: the closure of a call changes only that call")
  func perCall() async throws {
    let server = try AnsweringServer { _ in Answer.text("", status: "404 Not Found") }
    let client = Client()
    let request = makeRequest(server.url)
    await #expect(throws: NetworkError.self) {
      try await client.response(for: request) { $0.validators = [.status()] }
    }
    #expect(try await client.response(for: request).status == .notFound)
  }

  @Test("N39: events arrive in order, with the body growing in one store, and end with the exchange")
  func events() async throws {
    let server = try AnsweringServer { request in
      request.target == "/" ? Answer.redirect(302, to: "/b") : Answer.text("hello")
    }
    var names: [String] = []
    var stores: [ByteStore] = []
    var last: Exchange?
    for await event in Client().events(for: makeRequest(server.url + "/")) {
      switch event {
      case .sent: names.append("sent")
      case .informational: names.append("informational")
      case .head(_, let body):
        names.append("head")
        stores.append(body)
      case .continued: names.append("continued")
      case .received: continue
      case .finished(let exchange):
        names.append("finished")
        last = exchange
      }
    }
    #expect(names == ["sent", "head", "continued", "sent", "head", "finished"])
    #expect(last?.body == stores.last)
    #expect(last?.body?.allBytes == Array("hello".utf8))
    #expect(last?.failure == nil)
    #expect(last?.attempts == 1)
  }

  @Test("A failure is an event, not a thrown error, and has the timing and partial body")
  func failedEvents() async throws {
    let server = try oneShot("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
    var last: Exchange?
    for await event in Client().events(for: makeRequest(server.url)) {
      if case .finished(let exchange) = event { last = exchange }
    }
    #expect(last?.failure?.category == .truncated)
    #expect(last?.body?.allBytes == Array("hello".utf8))
    #expect(last?.hops.first?.timing.firstByte != nil)
    #expect(last?.response?.status == .ok)
  }

  @Test("N36: cancelling the task or ending the iteration stops the transfer; a cancelled task never starts one")
  func cancelling() async throws {
    let (arrived, closed) = (Gate(), Gate())
    let server = try RawServer { connection in
      _ = connection.readRequest()
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\npart")
      arrived.open()
      connection.waitForClose()
      closed.open()
    }
    let client = Client()
    let task = Task { await client.exchange(for: makeRequest(server.url)) }
    await arrived.opened()
    task.cancel()
    let exchange = await task.value
    #expect(exchange.failure?.category == .cancelled)
    await closed.opened()

    let before = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await client.exchange(for: makeRequest(server.url))
    }
    #expect(await before.value.failure?.category == .cancelled)
  }

  @Test("N36: leaving the event loop cancels the request")
  func leaving() async throws {
    let closed = Gate()
    let server = try RawServer { connection in
      _ = connection.readRequest()
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\npart")
      connection.waitForClose()
      closed.open()
    }
    for await event in Client().events(for: makeRequest(server.url)) {
      if case .head = event { break }
    }
    await closed.opened()
  }

  @Test("N59: the completion handler is called once, even for a cancelled request")
  func completion() async throws {
    let server = try AnsweringServer { _ in Answer.text("hello") }
    let client = Client()
    let text = await withCheckedContinuation { continuation in
      client.send(makeRequest(server.url)) { result in
        continuation.resume(returning: (try? result.get()).map { $0.body.allBytes })
      }
    }
    #expect(text == Array("hello".utf8))
    let gate = Gate()
    let silent = try RawServer { _ in gate.wait() }
    let error = await withCheckedContinuation { continuation in
      let handle = client.send(makeRequest(silent.url)) { result in
        if case .failure(let error) = result { continuation.resume(returning: error) }
      }
      handle.cancel()
      handle.cancel()
    }
    #expect(error.category == .cancelled)
    gate.open()
  }

  @Test("N46: observers get every notice in order, with one id per call")
  func observers() async throws {
    let server = try AnsweringServer { request in
      request.target == "/" ? Answer.redirect(302, to: "/b") : Answer.text("hello")
    }
    let notices = Mutex<[(String, String)]>([])
    let observer = ClientObserver { notice in
      if case .progress = notice.moment { return }
      let name = "\(notice.moment)".prefix { $0 != "(" }
      notices.withLock { $0.append((String(name), notice.id.uuidString)) }
    }
    _ = try await Client().response(for: makeRequest(server.url + "/")) { $0.observers = [observer] }
    let names = notices.withLock { $0.map(\.0) }
    #expect(
      names == [
        "enqueued", "adapted", "willSend", "head", "sent", "redirected", "willSend", "head", "sent", "finished",
      ])
    #expect(Set(notices.withLock { $0.map(\.1) }).count == 1)
  }

  @Test("N20: modifiers run once per attempt, from the original")
  func modifiers() async throws {
    let count = Mutex(0)
    let server = try AnsweringServer { request in
      Answer.text("", status: request["X-Try"] == "1" ? "503 Busy" : "200 OK")
    }
    let request = try Request.with(RequestConfig(host: server.url)) { config in
      config.modifiers = [
        { request in
          let number = count.withLock { count in
            count += 1
            return count
          }
          try request.setHeader("X-Try", "\(number)")
        }
      ]
    }
    let response = try await Client().response(for: request) {
      $0.retry = RetryPolicy(maximum: 2, statuses: [503: .immediately])
    }
    #expect(response.status == .ok)
    #expect(server.requests.map { $0.values("X-Try") } == [["1"], ["2"]])
  }

  @Test("N50: a status can be compared by name, and has its kind and the server's reason")
  func status() async throws {
    let server = try AnsweringServer { _ in Answer.text("", status: "404 Nothing Here") }
    let response = try await Client().response(for: makeRequest(server.url))
    #expect(response.status == .notFound)
    #expect(response.status.kind == .clientError)
    #expect(response.status.reasonPhrase == "Nothing Here")
  }
}
