/// Supplies the bearer token of requests and refreshes it when a server rejects it: once for all requests that are
/// rejected at the same time.
public final class TokenProvider: Sendable {
  private let current: @Sendable () async throws -> String?
  private let renewal: SingleFlight

  /// - Parameters:
  ///   - token: the current token; `nil` sends the request without one.
  ///   - refresh: gets a new token after the given one was rejected, so that `token` returns it from then on; `false`
  ///     if it cannot. Requests that it sends through a client carry no token and are never retried.
  public init(
    token: @escaping @Sendable () async throws -> String?,
    refresh: @escaping @Sendable (_ rejected: String) async throws -> Bool = { _ in false }
  ) {
    current = token
    renewal = SingleFlight(refresh)
  }

  func token() async throws -> String? { try await current() }

  func refreshed(rejecting token: String) async throws -> Bool {
    // Another request may have refreshed it in the meantime.
    if let now = try await current(), now != token { return true }
    return try await renewal.run(token)
  }
}

/// Runs one piece of work at a time; callers that arrive while it runs share its result.
actor SingleFlight {
  private let work: @Sendable (String) async throws -> Bool
  private var running: Flight<Bool>?
  /// The last token replaced, for requests that report it late.
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
    // Work that ended before anyone could wait for it still has its result.
    return try await flight.value(flight.board() ?? 0)
  }

  private func replaced(_ key: String) { replaced = key }
}
