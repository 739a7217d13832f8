import Networking
import Workspaces

/// What to try after a failure, in a sentence.
enum FailureAdvice {
  /// By the kind of failure, naming the variable that the address comes from.
  static func next(_ failure: NetworkError, _ state: ResponseFeature.Surroundings) -> String {
    let advice =
      switch failure.category {
      case .connect where failure.isOfProxy: "Is the proxy's address right, and is it running?"
      case .connect: "Is the server running?"
      case .resolve: "Is the host's name right, and is there a network?"
      case .connectTimeout: "The host does not answer: is the address right, or a firewall between?"
      case .idleTimeout, .totalTimeout: "\(key: "send") tries again; the Options tab holds the timeout."
      case .tls:
        failure.identityFault.map { identity($0, failure) } ?? failure.handshakeFault.map(handshake)
          ?? tls(failure.trustFault)
      case .refusedRedirect where failure.detail == nil:
        "If you trust that host, the Options tab lets credentials follow redirects."
      case .tooManyRedirects: "The Timing tab shows each hop; the Options tab holds the limit."
      case .cancelled: "\(key: "send") sends it again."
      case .truncated, .malformed:
        "The server broke off or does not speak HTTP: the Sent tab shows what it was asked."
      case .proxy: "Check the proxy's address and your name with it."
      case .storage: "Free some space, or set TMPDIR to a folder with room."
      case .bodyTooLarge: "The Options tab holds how large a body may be."
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
    case .wanted: "config.clientCertificates in opencollection.yml names one for a host."
    case .refused: "Is it the one that this server knows, and still valid?"
    case .unusable where failure.detail?.contains("unsupported") == true:
      "Its encryption is outdated: convert it with openssl pkcs12 -legacy."
    case .unusable: "Are its path and passphrase in config.clientCertificates right, and is the key its own?"
    }
  }

  private static func tls(_ fault: NetworkError.TrustFault?) -> String {
    switch fault {
    case .authority:
      "\(key: "failureTrust") shows the certificate and trusts it for this server. "
        + "To trust those who signed it, name their file: \(key: "failureAuthorities"), or SSL_CERT_FILE when Apus starts."
    case .host: "The certificate is another host's: is the address right?"
    case .changed: "The server was given another one, or somebody is in between: ask whoever runs it."
    case .time: "Whoever runs the server has to renew it, unless this machine's clock is wrong."
    case .revoked: "Send nothing there: whoever runs the server has to get another certificate."
    case .revocation: "The list that --crlfile names has to be today's, and of the authority that signed."
    case .weak: "It can be forged: whoever runs the server has to renew it."
    case nil: "The server and this system want different things of TLS: `apus send` has options for it."
    }
  }

  private static func handshake(_ fault: NetworkError.HandshakeFault) -> String {
    switch fault {
    case .noTLS: "A URL with http:// is sent without TLS; or is the port another one?"
    case .versionRefused: "The Options tab holds the newest version of TLS that is offered."
    case .oldVersion: "Whoever runs the server has to update it."
    case .noVersion: "The Options tab holds the oldest and the newest version of TLS: they exclude each other."
    case .cipher, .weak: "Whoever runs the server has to allow newer ciphers."
    case .name: "Is the host's name right?"
    }
  }

  /// `The address comes from base_url in environment local.`
  private static func origin(_ state: ResponseFeature.Surroundings) -> String? {
    state.addressVariable.map { "The address comes from \($0.name) in \($0.origin.words)." }
  }
}
