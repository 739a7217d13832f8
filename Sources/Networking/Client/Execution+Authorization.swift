import Basics
import HTTPTypes

/// The bearer token: where it is added, and what happens if it is rejected.
extension Execution {
  /// Adds the token if it applies to the request, and returns it; `nil` if it was not added.
  func authorize(_ request: inout Request, startedAt start: String) async throws(NetworkError) -> String? {
    guard call.config.authorize, !ExecutionScope.isServing, let provider = call.config.tokenProvider,
      request.headers["Authorization"] == nil, isTrusted(URLParts(request.url), startedAt: URLParts(start))
    else { return nil }
    do {
      guard let token = try await ExecutionScope.$isServing.withValue(true, operation: { try await provider.token() })
      else { return nil }
      guard token.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7f }) else {
        throw NetworkError(.unauthorized, "The token contains a space or a control character and cannot be sent")
      }
      request.headers.append("Authorization", "Bearer \(token)")
      return token
    } catch is CancellationError {
      throw NetworkError.cancelled
    } catch {
      throw (error as? NetworkError)
        ?? NetworkError(.unauthorized, "Could not get a token", detail: "\(error)", underlying: error)
    }
  }

  private func isTrusted(_ url: URLParts, startedAt start: URLParts) -> Bool {
    guard let host = url.comparableHost, !url.isDowngrade(from: start) else { return false }
    guard !call.config.trustedHosts.isEmpty else { return Redirect.mayCarryCredentials(from: start, to: url) }
    return call.config.trustedHosts.contains { pattern in
      let pattern = pattern.asciiLowercased
      return pattern.hasPrefix("*.") ? host.hasSuffix(pattern.dropFirst()) : host == pattern
    }
  }

  /// `true` if the token was rejected and refreshed, and the request may be retried.
  mutating func refreshed(_ attempt: Attempt, _ response: Response) async throws(NetworkError) -> Bool {
    guard call.config.authorize, !ExecutionScope.isServing, let provider = call.config.tokenProvider,
      let token = attempt.token,
      call.config.isUnauthorized(response)
    else { return false }
    if !didRefresh {
      didRefresh = true
      do {
        let found = try await ExecutionScope.$isServing.withValue(true) {
          try await provider.refreshed(rejecting: token)
        }
        if found { return true }
      } catch is CancellationError {
        throw NetworkError.cancelled
      } catch {
        await call.config.onUnauthorized?(response)
        throw refused(response, by: error)
      }
    }
    await call.config.onUnauthorized?(response)
    throw refused(response, by: nil)
  }

  private func refused(_ response: Response, by error: (any Error)?) -> NetworkError {
    NetworkError(
      .unauthorized, "\(response.request.summary) was refused with \(response.status.code), even with a new token",
      detail: error.map { "\($0)" }, request: response.request, response: response, underlying: error)
  }
}
