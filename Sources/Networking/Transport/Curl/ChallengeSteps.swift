import CCurl

/// Predicts which attempts of a transfer are sent without their body: libcurl holds it back if it expects a challenge.
///
/// ```
/// digest:  empty ─401─► body
/// NTLM:    empty, with the first message ─401─► body, with the third; on an authenticated connection: body
/// any:     body ─401─► depends on the schemes that the server offers
/// ```
struct ChallengeSteps {
  private let scheme: TransportAuthentication.Scheme?
  private var tries = 0
  private var keptLast = false

  init(_ request: Request) {
    scheme = Self.mayKeepBody(request) ? request.options.authentication?.scheme : nil
  }

  /// Whether there is a body that libcurl may hold back.
  static func mayKeepBody(_ request: Request) -> Bool {
    guard request.body != .none else { return false }
    return switch request.options.authentication?.scheme {
    case .digest, .ntlm, .any: true
    case .basic, .negotiate, .awsSignature, nil: false
    }
  }

  var mayKeepBody: Bool { scheme != nil }

  /// Whether the next attempt on this handle has no body.
  mutating func next(on handle: CurlHandle) -> Bool {
    let isFirst = tries == 0
    tries += 1
    keptLast = !keptLast && keepsBody(isFirst: isFirst, handle)
    return keptLast
  }

  private func keepsBody(isFirst: Bool, _ handle: CurlHandle) -> Bool {
    switch scheme {
    case .digest: return isFirst
    case .ntlm: return isFirst && handle.long(CURLINFO_NUM_CONNECTS) > 0
    case .any:
      let offered = UInt(bitPattern: handle.long(CURLINFO_HTTPAUTH_AVAIL))
      // libcurl picks the strongest scheme offered; only NTLM takes two round trips.
      return tries == 2 && offered & ccurl_auth_ntlm != 0 && offered & (ccurl_auth_digest | ccurl_auth_negotiate) == 0
    case .basic, .negotiate, .awsSignature, nil: return false
    }
  }
}
