import HTTPModel
import Workspaces

/// The advice after a failure, in a sentence.
enum FailureAdvice {
  /// The advice for a kind of failure; names the variable that the address came from.
  static func next(_ failure: NetworkError, address: VariableTable.Entry?, _ state: ResponseSubject) -> String {
    let advice =
      switch failure.category {
      case .connect, .resolve, .connectTimeout, .proxy, .malformed: failure.recoverySuggestion ?? ""
      case .idleTimeout, .totalTimeout: "\(key: "send") tries again; the timeout is in the Options tab."
      case .tls:
        identity(failure) ?? handshake(failure) ?? failure.unusableTrustFile.map { file($0, state) } ?? trust(failure)
          ?? failure.recoverySuggestion ?? ""
      case .refusedRedirect where failure.detail == nil:
        "If you trust that host, allow credentials on redirects in the Options tab."
      case .tooManyRedirects where failure.isRedirectLoop: failure.recoverySuggestion ?? ""
      case .tooManyRedirects: "The Timing tab shows each hop; the limit is in the Options tab."
      case .cancelled: "\(key: "send") sends it again."
      case .truncated: "The server hung up: the Sent tab shows the request."
      case .storage: "Free some space, or set TMPDIR to a folder with room."
      case .bodyTooLarge: "The body size limit is in the Options tab."
      default: "\(key: "send") tries again."
      }
    guard [.connect, .resolve, .connectTimeout].contains(failure.category), !failure.isOfProxy,
      let address
    else {
      return advice
    }
    return "\(advice) The address comes from \(address.name) in \(address.origin.words)."
  }

  private static func identity(_ failure: NetworkError) -> String? {
    switch failure.identityFault {
    case .wanted: "Add one under config.clientCertificates in opencollection.yml."
    case .unusable where failure.detail?.contains("unsupported") == true:
      "Its encryption is outdated: convert it with openssl pkcs12 -legacy."
    case .unusable: "Check its path and passphrase in config.clientCertificates, and that the key matches."
    case .refused, nil: nil
    }
  }

  private static func file(_ file: NetworkError.TrustFile, _ state: ResponseSubject) -> String {
    switch file {
    case .authorities where state.hasAuthorities:
      "It must be a readable PEM file of certificates: \(key: "failureAuthorities") chooses another."
    case .authorities: "It must be a readable PEM file of certificates."
    case .revocations: "It must be a readable PEM file of revocation lists."
    }
  }

  private static func trust(_ failure: NetworkError) -> String? {
    switch failure.trustFault {
    case .authority:
      "\(key: "failureTrust") shows the certificate and trusts it for this server. "
        + "To trust its issuer, choose a CA file with \(key: "failureAuthorities"), or set SSL_CERT_FILE before starting Apus."
    case .revocation: "The --crlfile list must be current and from the authority that signed the certificate."
    case nil where failure.identityFault == nil && failure.handshakeFault == nil:
      "The server and this system have no TLS settings in common: `apus send` has options for that."
    default: nil
    }
  }

  private static func handshake(_ failure: NetworkError) -> String? {
    switch failure.handshakeFault {
    case .noTLS: "Use http:// (ws://, grpc://) for a server without TLS; or is the port wrong?"
    case .versionRefused: "The newest TLS version to offer is in the Options tab."
    case .noVersion: "The oldest and newest TLS versions in the Options tab exclude each other."
    default: nil
    }
  }
}
