import Networking
import Terminal

/// Draws a failed exchange: the error, its reason, the next step, then the waterfall up to the failure.
enum FailureView {
  static func draw(
    _ failure: NetworkError, _ exchange: Exchange, _ state: AppState, in rect: Rect, into screen: inout Screen
  ) {
    let theme = state.theme
    var lines: [[StyledText]] = [[], [StyledText(failure.message, theme[.error].adding(.bold))]]
    if let detail = failure.detail, detail != failure.message { lines.append([StyledText(detail, theme[.text])]) }
    lines.append([StyledText(next(failure, state), theme[.text])])
    lines.append([])
    lines += Waterfall(exchange, state: state, width: rect.width - 2).lines.map(\.pieces)
    var y = rect.y
    for line in lines {
      for part in wrapped(line, width: rect.width - 2) where y < rect.maxY {
        screen.write(part, at: Point(x: rect.x + 1, y: y), clippedTo: rect)
        y += 1
      }
    }
  }

  /// Wraps a long sentence at blanks.
  private static func wrapped(_ line: [StyledText], width: Int) -> [[StyledText]] {
    guard line.count == 1, let only = line.first, width > 0 else { return [line] }
    return only.text.wrapped(to: width).map { [StyledText($0, only.style)] }
  }

  /// What to try, by the kind of failure; names the variable that the address comes from.
  static func next(_ failure: NetworkError, _ state: AppState) -> String {
    let advice =
      switch failure.category {
      case .connect where failure.isOfProxy: "Is the proxy's address right, and is it running?"
      case .connect: "Is the server running?"
      case .resolve: "Is the host's name right, and is there a network?"
      case .connectTimeout: "The host does not answer: is the address right, or a firewall between?"
      case .idleTimeout, .totalTimeout: "^R tries again; the Options tab holds the timeout."
      case .tls: failure.identityFault.map { identity($0, failure) } ?? tls(failure.trustFault)
      case .refusedRedirect where failure.detail == nil:
        "If you trust that host, the Options tab lets credentials follow redirects."
      case .tooManyRedirects: "The Timing tab shows each hop; the Options tab holds the limit."
      case .cancelled: "^R sends it again."
      case .truncated, .malformed:
        "The server broke off or does not speak HTTP: the Sent tab shows what it was asked."
      case .proxy: "Check the proxy's address and your name with it."
      case .storage: "Free some space, or set TMPDIR to a folder with room."
      case .bodyTooLarge: "The Options tab holds how large a body may be."
      default: "^R tries again."
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
    case .authority: "If you trust this server, start Apus with SSL_CERT_FILE naming a file of those who vouch for it."
    case .host: "The certificate is another host's: is the address right?"
    case .time: "Whoever runs the server has to renew it, unless this machine's clock is wrong."
    case nil: "The server and this system want different things of TLS: `apus send` has options for it."
    }
  }

  /// For example `The address comes from base_url in environment local.`
  private static func origin(_ state: AppState) -> String? {
    guard let session = state.session, let start = session.draft.url.firstRange(of: "{{"), let table = session.variables
    else { return nil }
    let name = String(session.draft.url[start.upperBound...].prefix { $0 != "}" }).trimmed
    guard let entry = table.entries.first(where: { $0.name == name }) else { return nil }
    return "The address comes from \(name) in \(entry.origin.words)."
  }
}
