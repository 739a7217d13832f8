import Basics
import Foundation
import HTTPTypes
import Locks
import Networking

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One transfer on a session: receives its delegate calls and forwards them, in order, on its own queue.
final class SessionCall: TransportCall {
  private struct State {
    var task: URLSessionTask?
    var pool: SessionPool?
    var head: ResponseHead?
    var body: ByteStore?
    var received = 0
    var refusesRedirect = false
    var isFinished = false

    init(isFinished: Bool = false) { self.isFinished = isFinished }
  }

  private let request: TransportRequest
  private let events: @Sendable (TransportEvent) -> Void
  /// Accessed on `queue` only; the lock satisfies the compiler.
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "URLSessionTransport.call")
  private let began = ContinuousClock.now

  init(_ request: TransportRequest, events: @escaping @Sendable (TransportEvent) -> Void) {
    self.request = request
    self.events = events
  }

  func begin(on pool: SessionPool) {
    // Before the pool knows this call and may end it.
    state.withLock { $0.pool = pool }
    guard pool.add(self) else { return fail(.shutDown) }
    if let limit = request.request.options.totalTimeout, limit > .zero {
      let milliseconds = Int(min(limit / .milliseconds(1), 1e9))
      queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [weak self] in
        self?.stop(
          NetworkError(.totalTimeout, "No complete response within \(limit)", request: self?.request.request))
      }
    }
    guard case .stream(let stream) = request.request.body else {
      return queue.async { self.start(on: pool, body: self.request.request.body) }
    }
    // Sessions read streams differently on each system, so this code reads the stream itself.
    Task {
      do {
        let read = try stream.open()
        var bytes: [UInt8] = []
        while let chunk = try await read() { bytes += chunk }
        queue.async { [bytes] in self.start(on: pool, body: .bytes(bytes)) }
      } catch {
        fail(NetworkError(thrown: error, as: .storage, "The body stream failed"))
      }
    }
  }

  private func start(on pool: SessionPool, body: Request.Body) {
    do throws(RequestError) {
      let plain = try request.request.with { $0.body = .none }
      var native = try URLRequest(plain)
      native.httpBody = try URLRequest.data(body)
      // The session only has an idle timeout; this class enforces the total timeout.
      if plain.options.idleTimeout == nil {
        native.timeoutInterval = max(60, (plain.options.totalTimeout ?? .zero) / .seconds(1) * 2)
      }
      guard !state.withLock({ $0.isFinished }) else { return }
      guard let task = try pool.task(for: native, call: self) else { return finish(.shutDown) }
      // A hint for transfers of the same session, between 0 and 1.
      if let priority = plain.options.priority, priority != 0 {
        task.priority = priority > 0 ? URLSessionTask.highPriority : URLSessionTask.lowPriority
      }
      state.withLock { $0.task = task }
      task.resume()
    } catch {
      finish(NetworkError(error))
    }
  }

  func consumed(_ count: Int) {}

  func cancel() {
    queue.async { self.stop(NetworkError.cancelled.of(self.request.request)) }
  }

  func fail(_ error: NetworkError) {
    queue.async { self.finish(error) }
  }

  /// Ends the transfer because its transport ends.
  func shutDown() {
    queue.async { self.stop(.shutDown) }
  }

  /// Ends the transfer now. Another thread, which holds no lock, cancels the task.
  private func stop(_ error: NetworkError) {
    let task = state.withLock { $0.isFinished ? nil : $0.task }
    finish(error)
    DispatchQueue.global().async { task?.cancel() }
  }

  private func finish(_ failure: NetworkError?) {
    let last: State? = state.withLock { state in
      guard !state.isFinished else { return nil }
      let last = state
      state = State(isFinished: true)
      return last
    }
    guard let last else { return }
    last.pool?.remove(self)
    last.body?.finish()
    var failure = failure
    failure?.head = last.head
    let sent = SentRequest(
      method: request.request.method.rawValue, url: request.request.url, headers: request.request.headers,
      body: Self.kept(request.request.body))
    let sizes = Hop.Sizes(requestBody: request.request.body.count ?? 0, responseBody: last.received)
    let hop = Hop(
      request: sent, response: last.head, timing: Hop.Timing(total: ContinuousClock.now - began), sizes: sizes)
    var result = TransportResult(hop: hop, body: last.body, failure: failure)
    result.refusesRedirect = last.refusesRedirect
    events(.finished(result))
  }

  private static func kept(_ body: Request.Body) -> ByteStore? {
    if case .bytes(let bytes) = body { ByteStore(bytes) } else { nil }
  }

  private func receive(_ head: ResponseHead) {
    let store: ByteStore? = state.withLock { state in
      guard !state.isFinished else { return nil }
      let threshold = if case .store(let limit) = request.delivery { limit } else { 0 }
      let store = ByteStore(spillThreshold: threshold)
      state.head = head
      state.body = store
      return store
    }
    if let store { events(.head(head, body: store)) }
  }

  private func receive(_ piece: [UInt8]) {
    let limit = BodyLimit(of: request)
    let taken: (body: ByteStore, count: Int)? = state.withLock { state in
      guard !state.isFinished, let body = state.body else { return nil }
      let count = limit.room(for: piece.count, after: state.received)
      state.received += count
      return (body, count)
    }
    guard let (body, count) = taken else { return }
    keep(count == piece.count ? piece : Array(piece[..<count]), in: body)
    if count < piece.count { stop(limit.error(request.request)) }
  }

  private func keep(_ bytes: [UInt8], in body: ByteStore) {
    if case .stream = request.delivery { return events(.content(bytes)) }
    do throws(ByteStoreError) {
      try body.append(bytes)
      let received = body.count
      events(.progress(TransferProgress(received: received)))
    } catch {
      stop(NetworkError(.storage, error.description))
    }
  }
}

extension SessionCall {
  func didReceive(_ response: URLResponse) {
    if let head = ResponseHead(response) { queue.async { self.receive(head) } }
  }

  func didReceive(_ data: Data, of task: URLSessionTask) {
    let bytes = [UInt8](data)
    let head = missingHead(of: task)
    queue.async {
      self.receiveMissing(head)
      self.receive(bytes)
    }
  }

  /// The session does not always report the head of a response: not in the background, and not without content.
  private func missingHead(of task: URLSessionTask) -> ResponseHead? {
    state.withLock { $0.head == nil } ? task.response.flatMap(ResponseHead.init) : nil
  }

  private func receiveMissing(_ head: ResponseHead?) {
    if let head, state.withLock({ $0.head == nil }) { receive(head) }
  }

  /// Answers a redirect, unless the transfer has ended: the task is then cancelled, and FoundationNetworking ends the
  /// process if a redirect of a cancelled task is answered. `stop` marks the end under this lock before it cancels.
  func didRedirect(isRefused: Bool, _ answer: () -> Void) {
    state.withLock { state in
      guard !state.isFinished else { return }
      state.refusesRedirect = isRefused
      answer()
    }
  }

  #if canImport(Darwin)
  /// The body of a background transfer. The system removes the file after this call; its mapped bytes stay.
  func didDownload(to file: URL, of task: URLSessionTask) {
    do {
      let data = try Data(contentsOf: file, options: .alwaysMapped)
      let head = missingHead(of: task)
      queue.async {
        self.receiveMissing(head)
        for start in stride(from: 0, to: data.count, by: 1 << 20) {
          self.receive([UInt8](data[start..<min(data.count, start + 1 << 20)]))
        }
      }
    } catch {
      fail(NetworkError(.storage, "The body could not be read", detail: error.localizedDescription, underlying: error))
    }
  }
  #endif

  /// - Parameter response: set for responses without other delegate calls.
  func didComplete(_ response: URLResponse?, failure: (any Error)?) {
    let failure = failure.map { NetworkError(transport: $0, request: request.request) }
    let head = response.flatMap(ResponseHead.init)
    queue.async {
      if failure == nil { self.receiveMissing(head) }
      self.finish(failure)
    }
  }
}

extension ResponseHead {
  /// Sorts headers by name: Foundation loses their order and joins those with the same name.
  init?(_ response: URLResponse) {
    guard let http = response as? HTTPURLResponse else { return nil }
    let fields = http.allHeaderFields.map { Header("\($0.key)", "\($0.value)") }
    self.init(
      status: HTTPResponse.Status(code: min(max(http.statusCode, 0), 999)),
      headers: Headers(fields.sorted { $0.name < $1.name }))
  }
}
