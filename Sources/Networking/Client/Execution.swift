import Bytes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One call of a client from start to end. All state of the call lives here and ends with it.
///
/// ```
/// layered ─► attempt: modified ─► hop ─► redirect? ─► hop … ─► judged ─► response
///               ▲                                                │
///               └──── wait ◄──── retry, refreshed token ◄────────┘
/// ```
struct Execution {
  struct Outcome: Sendable {
    var exchange: Exchange
    var response: Response?
  }

  /// What one attempt came to: the last of its hops.
  struct Attempt {
    /// As modified, after redirects.
    var request: Request
    var head: ResponseHead?
    var body: ByteStore?
    var failure: NetworkError?
    /// The token that went along, where one did.
    var token: String?
  }

  enum Step {
    case accept(Response)
    case again(Hop.Cause)
  }

  let client: Client
  let config: ExecutionConfig
  let tell: (@Sendable (TransferEvent) -> Void)?
  var stream: StreamSink?
  /// Told to observers only, and made for them only: it costs system calls.
  private let id: UUID?
  private let began = ContinuousClock.now
  private(set) var original: Request?
  var exchange: Exchange
  var retries = 0
  var didRefresh = false
  private var last: Response?

  init(
    client: Client, config: ExecutionConfig, tell: (@Sendable (TransferEvent) -> Void)?, stream: StreamSink? = nil
  ) {
    self.client = client
    self.config = config
    self.tell = tell
    self.stream = stream
    id = config.observers.isEmpty ? nil : UUID()
    exchange = Exchange(startedAt: config.clock.now(), attempts: 0)
  }

  mutating func run(_ request: Request) async -> Outcome {
    original = request
    observe(.enqueued)
    do throws(NetworkError) {
      last = try await attempts(request)
    } catch {
      var error = error
      if error.request == nil { error.request = "\(request.method.rawValue) \(request.url)" }
      exchange.failure = error
    }
    exchange.attempts = max(1, exchange.attempts)
    exchange.duration = ContinuousClock.now - began
    last?.exchange = exchange
    observe(.finished(exchange))
    tell?(.finished(exchange))
    return Outcome(exchange: exchange, response: last)
  }

  private mutating func attempts(_ request: Request) async throws(NetworkError) -> Response {
    let base = try layered(request)
    var cause = Hop.Cause.initial
    while true {
      exchange.attempts += 1
      let attempt = await attempt(base, cause)
      exchange.body = attempt.body
      switch try await judge(attempt) {
      case .accept(let response): return response
      case .again(let next): cause = next
      }
      if let hop = exchange.hops.last { tell?(.continued(hop)) }
    }
  }

  private func layered(_ request: Request) throws(NetworkError) -> Request {
    guard let defaults = client.defaults else { return request }
    do throws(RequestError) {
      return try request.layered(over: defaults)
    } catch {
      throw NetworkError(error)
    }
  }

  /// The response as it stands, for those who judge it.
  func response(_ attempt: Attempt) -> Response? {
    guard let head = attempt.head, let original else { return nil }
    var so = exchange
    so.duration = ContinuousClock.now - began
    return Response(request: original, exchange: so, head: head, body: attempt.body ?? ByteStore([]))
  }

  /// Keeps the response that an error will be about, so that it can be shown.
  mutating func keep(_ response: Response) {
    last = response
    exchange.body = response.body
  }

  func observe(_ moment: ClientObserver.Moment) {
    guard let id, let original else { return }
    let notice = ClientObserver.Notice(id: id, request: original, moment: moment)
    for observer in config.observers { observer.observe(notice) }
  }

  /// What is left of the time for the whole call; `nil` is no limit.
  var remaining: Duration? {
    config.timeout.map { max(.zero, began + $0 - .now) }
  }
}

/// Whether this runs to serve another request: a refresh, or what a retry does first. Such a request never retries,
/// never refreshes and asks for no token, or two of them could wait for each other for ever.
enum ExecutionScope {
  // A task-local value, not global state: it belongs to the task that serves.
  @TaskLocal static var isServing = false
}
