import Networking

extension NetworkError {
  /// What failed, plus the next step on the command line if it is not obvious.
  var advised: String {
    let advice: String? =
      switch category {
      case .connect where isOfProxy: "is the proxy's address right, and is it running?"
      case .connect: "is the server running?"
      case .resolve: "is the host's name right, and is there a network?"
      case .connectTimeout: "is the address right, or is a firewall between?"
      case .tls:
        trustFault.map(Self.advice) ?? identityFault.map(advice) ?? handshakeFault.map(Self.advice)
          ?? "does the server speak TLS at this port? http:// (ws://, grpc://) sends without"
      case .malformed where detail?.contains("HTTP/0.9") == true: "is it a port for https://?"
      case .refusedRedirect where detail == nil: "--location-trusted lets what is secret follow"
      case .proxy: "are the proxy's address and your name with it right?"
      case .bodyTooLarge: "--max-body takes more"
      default: nil
      }
    return advice.map { "\(description); \($0)" } ?? description
  }

  private func advice(_ fault: IdentityFault) -> String {
    switch fault {
    case .wanted: "name one under config.clientCertificates in opencollection.yml, or with --cert and --key"
    case .refused: "is it the one that this server knows, and still valid?"
    case .unusable where detail?.contains("unsupported") == true:
      "its encryption is outdated: convert it with openssl pkcs12 -legacy"
    case .unusable: "are its path and passphrase right, and is the key its own?"
    }
  }

  private static func advice(_ fault: HandshakeFault) -> String {
    switch fault {
    case .noTLS: "http:// (ws://, grpc://) sends without, or is the port another one?"
    case .versionRefused: "is --tls-max, or the newest TLS of the request's settings, too old for it?"
    case .oldVersion: "whoever runs the server has to update it"
    case .noVersion: "--tls-min and --tls-max, or the request's settings, exclude each other"
    case .cipher, .weak: "whoever runs the server has to allow newer ciphers"
    case .name: "is the host's name right?"
    }
  }

  private static func advice(_ fault: TrustFault) -> String {
    switch fault {
    case .authority: "--cacert or SSL_CERT_FILE names whom to trust, -k accepts any certificate"
    case .host: "is the address right? -k accepts any certificate"
    case .changed: "was it renewed? Send the request on the screen to see the new one; or somebody is in between"
    case .time: "is this machine's clock right? -k accepts any certificate"
    case .revoked: "do not send there: whoever runs the server has to get another one"
    case .revocation: "get the list of today from its authority, and name it with --crlfile"
    case .weak: "whoever runs the server has to renew it; -k accepts any certificate"
    }
  }
}
