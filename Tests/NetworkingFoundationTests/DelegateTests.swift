import Foundation
import HTTPTypes
import Networking
import NetworkingFoundation
import Synchronization
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Foundation: the delegate of a session")
struct DelegateTests {
  private func request(_ url: String, _ configure: (inout RequestConfig) -> Void = { _ in }) throws -> Request {
    try Request.with(RequestConfig(url: url), configure)
  }

  @Test("N48: a session's delegate gets the head, the content and the end of every call, on its serial queue")
  func session() async throws {
    let server = try AnsweringServer { _ in Answer.text("content", status: "203 Other") }
    let delegate = RecordingDelegate()
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    delegate.queue = queue
    let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: queue)
    #expect(try await session.response(for: request(server.url)).text() == "content")
    await delegate.isComplete.opened()
    #expect(delegate.calls == ["head 203", "content content", "end nil"])
    #expect(delegate.isOnQueue)
    _ = try await session.response(for: request(server.url))
    #expect(delegate.calls.count > 3)
  }

  @Test("N48: a transport's delegate gets its calls, and the progress of an upload")
  func transport() async throws {
    let server = try AnsweringServer { Answer.text("\($0.body.count)") }
    let delegate = RecordingDelegate()
    let client = Client(transport: URLSessionTransport(configuration: .ephemeral, delegate: delegate))
    let upload = try request(server.url) {
      $0.method = .post
      $0.body = .bytes([UInt8](repeating: 1, count: 200_000))
    }
    #expect(try await client.response(for: upload).text() == "200000")
    await delegate.isComplete.opened()
    #expect(delegate.calls.first == "sent 200000" && delegate.calls.last == "end nil")
  }

  @Test("N48: on a concurrent queue, the content still arrives in order")
  func concurrentQueue() async throws {
    let text = (0..<200_000).map { "\($0) " }.joined()
    let server = try AnsweringServer { _ in Answer.text(text) }
    let session = URLSession(configuration: .ephemeral, delegate: RecordingDelegate(), delegateQueue: OperationQueue())
    #expect(try await session.response(for: request(server.url)).text() == text)
  }

  @Test("N35: a delegate that refuses a redirect makes it the response, with its body")
  func refusedRedirect() async throws {
    let server = try AnsweringServer { request in
      request.target == "/a" ? Answer.redirect(302, to: "/b") : Answer.text("there")
    }
    for isRefused in [true, false] {
      let delegate = RecordingDelegate()
      delegate.refusesRedirects = isRefused
      let client = Client(transport: URLSessionTransport(configuration: .ephemeral, delegate: delegate))
      let response = try await client.response(for: request(server.url + "/a"))
      #expect(response.text() == (isRefused ? "moved" : "there"))
      #expect(response.exchange.hops.map { $0.response?.status.code } == (isRefused ? [302] : [302, 200]))
      #expect(delegate.calls.first == "redirect /b")
    }
    #expect(server.requests.map(\.target) == ["/a", "/a", "/b"])
  }

  @Test("N36: a delegate that cancels at the head ends the call as cancelled")
  func cancelledByDelegate() async throws {
    let server = try RawServer { connection in
      guard connection.readRequest() != nil else { return }
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbegun")
      connection.waitForClose()
    }
    defer { server.stop() }
    let delegate = RecordingDelegate()
    delegate.cancelsAtHead = true
    let client = Client(transport: URLSessionTransport(configuration: .ephemeral, delegate: delegate))
    let error = await #expect(throws: NetworkError.self) { try await client.response(for: request(server.url)) }
    #expect(error?.category == .cancelled && error?.head?.status.code == 200)
    await delegate.isComplete.opened()
    #expect(delegate.calls.last == "end cancelled")
  }

  @Test("N36: a delegate learns the end of a call that its caller cancelled")
  func cancelledByCaller() async throws {
    let isRequested = Gate()
    let server = try RawServer { connection in
      guard connection.readRequest() != nil else { return }
      isRequested.open()
      connection.waitForClose()
    }
    defer { server.stop() }
    let delegate = RecordingDelegate()
    let client = Client(transport: URLSessionTransport(configuration: .ephemeral, delegate: delegate))
    let request = try request(server.url)
    let task = Task { try await client.response(for: request) }
    await isRequested.opened()
    task.cancel()
    await #expect(throws: NetworkError.self) { try await task.value }
    await delegate.isComplete.opened()
    #expect(delegate.calls == ["end cancelled"])
  }

  @Test("N28: a 401 that asks for Basic credentials completes for the delegate, too")
  func challenge() async throws {
    let server = try AnsweringServer { _ in
      Answer.text("who?", status: "401 Unauthorized", headers: ["WWW-Authenticate: Basic realm=\"x\""])
    }
    let delegate = RecordingDelegate(tasks: 20)
    let client = Client(transport: URLSessionTransport(configuration: .default, delegate: delegate))
    for _ in 0..<20 {
      let response = try await client.response(for: request(server.url))
      #expect(response.status == .unauthorized && response.text() == "who?")
    }
    await delegate.isComplete.opened()
    #expect(delegate.calls.filter { $0.hasPrefix("end ") } == Array(repeating: "end nil", count: 20))
  }
}

/// Writes down its calls.
private final class RecordingDelegate: NSObject, URLSessionDataDelegate {
  private struct State: Sendable {
    var calls: [String] = []
    var queue: OperationQueue?
    var isOnQueue = true
    var refusesRedirects = false
    var cancelsAtHead = false
  }

  private let state = Mutex(State())
  private let tasks: Int
  /// Opens at the end of the last task.
  let isComplete = Gate()

  init(tasks: Int = 1) { self.tasks = tasks }

  var calls: [String] { state.withLock { $0.calls } }
  var isOnQueue: Bool { state.withLock { $0.isOnQueue } }
  var queue: OperationQueue? {
    get { state.withLock { $0.queue } }
    set { state.withLock { $0.queue = newValue } }
  }
  var refusesRedirects: Bool {
    get { state.withLock { $0.refusesRedirects } }
    set { state.withLock { $0.refusesRedirects = newValue } }
  }
  var cancelsAtHead: Bool {
    get { state.withLock { $0.cancelsAtHead } }
    set { state.withLock { $0.cancelsAtHead = newValue } }
  }

  private func add(_ call: String) {
    let current = OperationQueue.current
    state.withLock { state in
      // Content in several pieces is one call here, and so is progress.
      let kind = call.prefix { $0 != " " } + " "
      if kind != "end ", state.calls.last?.hasPrefix(kind) == true { state.calls.removeLast() }
      state.calls.append(call)
      if let queue = state.queue, current !== queue { state.isOnQueue = false }
    }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    add("head \((response as? HTTPURLResponse)?.statusCode ?? 0)")
    completionHandler(cancelsAtHead ? .cancel : .allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    add("content \(String(decoding: data, as: UTF8.self))")
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    add("redirect \(request.url?.path ?? "")")
    completionHandler(refusesRedirects ? nil : request)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData sent: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend expected: Int64
  ) {
    add("sent \(totalBytesSent)")
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let code = (error as? URLError)?.code
    add("end \(code == .cancelled ? "cancelled" : error.map { "\($0)" } ?? "nil")")
    if calls.count(where: { $0.hasPrefix("end ") }) == tasks { isComplete.open() }
  }
}
