#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The device grant: the user logs in elsewhere while this side polls (RFC 8628).
struct DeviceCodeFlow: Sendable {
  let config: OAuthConfig
  let endpoint: TokenEndpoint
  let clock: ExecutionClock

  private struct Answer: Decodable {
    var deviceCode: String?
    var userCode: String?
    var verificationUri: String?
    // Google's spelling.
    var verificationUrl: String?
    var verificationUriComplete: String?
    var expiresIn: JSONValue?
    var interval: JSONValue?
    var error: String?
    var errorDescription: String?
  }

  func token(_ show: @Sendable (DeviceCode) async throws -> Void) async throws -> OAuthToken {
    guard let url = config.deviceURL else {
      throw NetworkError(.url, "The device grant needs the URL for device authorization")
    }
    let fields = config.scopes.isEmpty ? [] : [("scope", config.scopes.joined(separator: " "))]
    let (response, answer): (Response, Answer?)
    do { (response, answer) = try await endpoint.post(fields, to: url, as: Answer.self) } catch { throw error.error }
    guard let answer, let code = answer.deviceCode, let userCode = answer.userCode,
      let verification = answer.verificationUri ?? answer.verificationUrl
    else { throw endpoint.refusal(response, code: answer?.error, text: answer?.errorDescription).error }
    let life = max(1, min(endpoint.seconds(answer.expiresIn) ?? 900, 86_400))
    let interval = max(1, min(endpoint.seconds(answer.interval) ?? 5, 300))
    // The page with the code filled in is optional: without it the user types the code.
    let complete = answer.verificationUriComplete.flatMap { try? WebPage($0) }
    try await show(
      DeviceCode(
        userCode: userCode, verificationURL: try WebPage(verification).url, completeURL: complete?.url,
        expiresIn: .seconds(life)))
    return try await poll(code, every: interval, until: clock.now().addingTimeInterval(life))
  }

  private func poll(_ code: String, every seconds: Double, until end: Date) async throws -> OAuthToken {
    var interval = seconds
    let form = [("grant_type", "urn:ietf:params:oauth:grant-type:device_code"), ("device_code", code)]
    while clock.now() < end {
      try await clock.sleep(.seconds(interval))
      do throws(TokenEndpoint.Refusal) {
        return try await endpoint.ask(form, withScope: false)
      } catch {
        switch error.code {
        case "authorization_pending": continue
        case "slow_down": interval += 5
        default: throw error.error
        }
      }
    }
    throw NetworkError(.unauthorized, "The code expired before it was entered")
  }
}
