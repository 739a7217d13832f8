import Basics
import HTTPTypes

/// One call of a client from start to end. All state of the call is held here.
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

  /// The result of one attempt: its last hop.
  struct Attempt {
    /// As modified and redirected.
    var request: Request
    var head: ResponseHead?
    var body: ByteStore?
    var failure: NetworkError?
    /// The token sent with it, if any.
    var token: String?
  }

  enum Step {
    case accept(Response)
    case again(Hop.Cause)
  }

  let call: Call
  var exchange: Exchange
  var retries = 0
  var didRefresh = false
  private var last: Response?

  init(_ call: Call) {
    self.call = call
    exchange = Exchange(startedAt: call.config.clock.now(), attempts: 0)
  }

  mutating func run() async -> Outcome {
    call.observe(.enqueued)
    do throws(NetworkError) {
      last = try await attempts()
    } catch {
      var error = error
      if error.request == nil { error.request = call.request }
      if error.response == nil, error.head != nil { error.response = last }
      exchange.failure = error
    }
    exchange.attempts = max(1, exchange.attempts)
    exchange.duration = call.duration
    last?.exchange = exchange
    call.observe(.finished(exchange))
    call.tell?(.finished(exchange))
    return Outcome(exchange: exchange, response: last)
  }

  private mutating func attempts() async throws(NetworkError) -> Response {
    let base: Request
    do throws(RequestError) { base = try call.client.layered(call.request) } catch { throw NetworkError(error) }
    var cause = Hop.Cause.initial
    while true {
      exchange.attempts += 1
      let attempt = await attempt(base, cause)
      exchange.body = attempt.body
      switch try await judge(attempt) {
      case .accept(let response): return response
      case .again(let next): cause = next
      }
      if let hop = exchange.hops.last { call.tell?(.continued(hop)) }
    }
  }

  /// The response so far, for validators and retry rules.
  func response(_ attempt: Attempt) -> Response? {
    guard let head = attempt.head else { return nil }
    var so = exchange
    so.duration = call.duration
    return Response(request: call.request, exchange: so, head: head, body: attempt.body ?? ByteStore([]))
  }

  /// Keeps the response that an error is about, so that it can be shown.
  mutating func keep(_ response: Response) {
    last = response
    exchange.body = response.body
  }
}

/// Whether this task runs on behalf of another request: a token refresh, or the step before a retry. Such a request
/// never retries, never refreshes and asks for no token, because two of them could deadlock.
enum ExecutionScope {
  // A task-local value, not global state: it belongs to the task that does this work.
  @TaskLocal static var isServing = false
}
