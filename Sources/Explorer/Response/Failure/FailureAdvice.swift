import HTTPModel
import Workspaces

/// The advice after a failure, in a sentence.
enum FailureAdvice {
  /// The advice for a kind of failure; names the variable that the address comes from.
  static func next(_ failure: NetworkError, _ state: ResponseSubject) -> String {
    let advice =
      switch failure.category {
      case .connect where failure.isOfProxy: "Is the proxy's address right, and is it running?"
      case .connect: "Is the server running?"
      case .resolve: "Is the host's name right, and is there a network?"
      case .connectTimeout: "The host does not answer: is the address right? Is there a firewall in between?"
      case .idleTimeout, .totalTimeout: "\(key: "send") tries again; the timeout is in the Options tab."
      case .tls:
        failure.identityFault.map { identity($0, failure) } ?? failure.handshakeFault.map(handshake)
          ?? failure.unusableTrustFile.map { file($0, state) } ?? tls(failure.trustFault)
      case .refusedRedirect where failure.detail == nil:
        "If you trust that host, allow credentials on redirects in the Options tab."
      case .tooManyRedirects: "The Timing tab shows each hop; the limit is in the Options tab."
      case .cancelled: "\(key: "send") sends it again."
      case .truncated, .malformed:
        "The server hung up or does not speak HTTP: the Sent tab shows the request."
      case .proxy: "Check the proxy's address and credentials."
      case .storage: "Free some space, or set TMPDIR to a folder with room."
      case .bodyTooLarge: "The body size limit is in the Options tab."
      default: "\(key: "send") tries again."
      }
    guard [.connect, .resolve, .connectTimeout].contains(failure.category), !failure.isOfProxy,
      let origin = origin(state)
    else {
      return advice
    }
    return "\(advice) \(origin)"
  }

  private static func identity(_ fault: NetworkError.IdentityFault, _ failure: NetworkError) -> String {
    switch fault {
    case .wanted: "Add one under config.clientCertificates in opencollection.yml."
    case .refused: "Does this server accept it, and is it still valid?"
    case .unusable where failure.detail?.contains("unsupported") == true:
      "Its encryption is outdated: convert it with openssl pkcs12 -legacy."
    case .unusable: "Check its path and passphrase in config.clientCertificates, and that the key matches."
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

  private static func tls(_ fault: NetworkError.TrustFault?) -> String {
    switch fault {
    case .authority:
      "\(key: "failureTrust") shows the certificate and trusts it for this server. "
        + "To trust its issuer, choose a CA file with \(key: "failureAuthorities"), or set SSL_CERT_FILE before starting Apus."
    case .host: "The certificate belongs to another host: is the address right?"
    case .changed: "The server has a new certificate, or someone intercepts the connection: ask its operator."
    case .time: "The server's operator must renew it, unless this machine's clock is wrong."
    case .revoked: "Send nothing there: the server's operator must replace the certificate."
    case .revocation: "The --crlfile list must be current and from the authority that signed the certificate."
    case .weak: "It can be forged: the server's operator must renew it."
    case nil: "The server and this system have no TLS settings in common: `apus send` has options for that."
    }
  }

  private static func handshake(_ fault: NetworkError.HandshakeFault) -> String {
    switch fault {
    case .noTLS: "Use http:// (ws://, grpc://) for a server without TLS; or is the port wrong?"
    case .versionRefused: "The newest TLS version to offer is in the Options tab."
    case .oldVersion: "The server's operator must update it."
    case .noVersion: "The oldest and newest TLS versions in the Options tab exclude each other."
    case .cipher, .weak: "The server's operator must allow newer ciphers."
    case .name: "Is the host's name right?"
    }
  }

  /// `The address comes from base_url in environment local.`
  private static func origin(_ state: ResponseSubject) -> String? {
    state.addressVariable.map { "The address comes from \($0.name) in \($0.origin.words)." }
  }
}
