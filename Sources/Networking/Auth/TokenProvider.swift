/// Supplies the bearer token of requests and refreshes it when a server refuses it: once for all requests that are
/// refused at the same time.
public final class TokenProvider: Sendable {
  private let current: @Sendable () async throws -> String?
  private let renewal: SingleFlight

  /// - Parameters:
  ///   - token: the valid token; `nil` sends the request without one.
  ///   - refresh: makes a new one after the given one was refused, so that `token` gives it from then on; `false`
  ///     when there is none to be had. Requests that it sends through a client carry no token and are never retried.
  public init(
    token: @escaping @Sendable () async throws -> String?,
    refresh: @escaping @Sendable (_ rejected: String) async throws -> Bool = { _ in false }
  ) {
    current = token
    renewal = SingleFlight(refresh)
  }

  func token() async throws -> String? { try await current() }

  func refreshed(rejecting token: String) async throws -> Bool {
    // Somebody else may have renewed it while this request was under way.
    if let now = try await current(), now != token { return true }
    return try await renewal.run(token)
  }
}

/// Runs one piece of work at a time; those who ask while it runs share its outcome.
actor SingleFlight {
  private let work: @Sendable (String) async throws -> Bool
  private var running: Flight<Bool>?
  /// The last one that was replaced, for those who come late with it.
  private var replaced: String?

  init(_ work: @escaping @Sendable (String) async throws -> Bool) {
    self.work = work
  }

  func run(_ key: String) async throws -> Bool {
    if let running, let seat = running.board() { return try await running.value(seat) }
    if replaced == key { return true }
    let work = work
    let flight = Flight {
      let outcome = try await work(key)
      if outcome { await self.replaced(key) }
      return outcome
    }
    running = flight
    // One that is over before anybody could board has its outcome all the same.
    return try await flight.value(flight.board() ?? 0)
  }

  private func replaced(_ key: String) { replaced = key }
}
