import CCurl

/// Knows which tries of a transfer go out without their body: libcurl keeps it back where it expects a challenge.
///
/// ```
/// digest:  empty ─401─► body
/// NTLM:    empty, with the first message ─401─► body, with the third; on a connection that was let in: body
/// any:     body ─401─► as what the server offers has it
/// ```
struct ChallengeSteps {
  private let scheme: TransportAuthentication.Scheme?
  private var tries = 0
  private var keptLast = false

  init(_ request: Request) {
    scheme = Self.mayKeepBody(request) ? request.options.authentication?.scheme : nil
  }

  /// Whether there is a body that libcurl may keep back.
  static func mayKeepBody(_ request: Request) -> Bool {
    guard request.body != .none else { return false }
    return switch request.options.authentication?.scheme {
    case .digest, .ntlm, .any: true
    case .basic, .negotiate, .awsSignature, nil: false
    }
  }

  var mayKeepBody: Bool { scheme != nil }

  /// Whether the try that is about to be sent on this handle has no body.
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
      // Of several libcurl takes the strongest; NTLM alone asks twice.
      return tries == 2 && offered & ccurl_auth_ntlm != 0 && offered & (ccurl_auth_digest | ccurl_auth_negotiate) == 0
    case .basic, .negotiate, .awsSignature, nil: return false
    }
  }
}
