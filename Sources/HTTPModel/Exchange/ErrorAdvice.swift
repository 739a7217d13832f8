import Basics
public import Essentials

/// The texts of errors for people. `localizedDescription` says in one line what failed, where, and what to do next.
extension NetworkError: LocalizedError {
  /// `description`, the request unless it names the host already, and `recoverySuggestion`.
  public var errorDescription: String? {
    var text = description
    if let request, let host = URLParts(request.url).host, !host.isEmpty, !text.utf8.holds(host) {
      text += " (\(request))"
    }
    return text.sentence + (recoverySuggestion.map { " \($0)" } ?? "")
  }

  /// The transport's own message. Credentials are masked.
  public var failureReason: String? { detail.map { Redaction.masked($0, about: request) } }

  /// The next step, in one or two sentences.
  public var recoverySuggestion: String? {
    switch category {
    case .url: "Correct the URL."
    case .encoding: "Correct the request."
    case .resolve: "Is the host's name right, and is there a network?"
    case .connect where isOfProxy: "Is the proxy's address right, and is it running?"
    case .connect: "Is the server running?"
    case .connectTimeout: "The host does not answer: is the address right? Is there a firewall in between?"
    case .tls:
      trustFault.map(Self.advice) ?? identityFault.map(Self.advice) ?? handshakeFault.map(Self.advice)
        ?? (unusableTrustFile == nil ? "Does the server speak TLS at this port?" : "It must be a readable PEM file.")
    case .cancelled: "Send the request again if its answer is still needed."
    case .shutDown: "Send it with another client."
    case .tooManyRedirects where isRedirectLoop:
      "The server must end them; it may wait for a cookie that is not sent back."
    case .tooManyRedirects: "Raise the limit, unless the redirects never end."
    case .status: "The body of the answer may say why."
    case .decoding: "Compare the expected type with the body of the answer."
    case .unauthorized: "Check the credentials, or log in again."
    case .blocked: "Ask the operator of the site for access."
    case .retriesExhausted, .other: "Try again later."
    case .unsupported where message.hasPrefix(Self.unmatched): "Add a stub for this request."
    case .unsupported: "Leave the feature out, or use a transport that has it."
    case .refusedRedirect: "If you trust the new address, send the request there."
    case .idleTimeout, .totalTimeout: "Try again, or raise the limit."
    case .malformed where isUndecodable:
      "It contradicts its Content-Encoding; request it without compression to see it as sent."
    case .malformed where message.utf8.holds("too long") || message.utf8.holds("larger than"):
      "The server must send shorter headers."
    case .malformed: "Does the server speak HTTP at this port?"
    case .truncated where message.utf8.holds(Self.unanswered):
      request?.url.asciiLowercased.hasPrefix("https:") == true
        ? "Try again: the server may have stopped."
        : "Does the server speak TLS at this port (https)? Or has it stopped?"
    case .truncated: "Try again: the answer is incomplete."
    case .bodyTooLarge: "Raise the limit, or stream the body."
    case .storage where message.utf8.holds(Self.unreadable): "Is the file there, and may it be read?"
    case .storage where detail?.utf8.holds("No such file") == true: "Does the path exist?"
    case .storage where message.hasPrefix(Self.streamFailed): "Correct the stream, or what it reads."
    case .storage: "Is there room, and may the files be read and written?"
    case .proxy: "Check the proxy's address and credentials."
    case .notCached: "Allow the request to ask the server."
    }
  }

  private static func advice(_ fault: TrustFault) -> String {
    switch fault {
    case .authority: "Trust its issuer with a CA file if you know the server."
    case .host: "The certificate belongs to another host: is the address right?"
    case .changed: "The server has a new certificate, or someone intercepts the connection: ask its operator."
    case .time: "The server's operator must renew it, unless this machine's clock is wrong."
    case .revoked: "Send nothing there: the server's operator must replace the certificate."
    case .revocation: "The list must be current and from the authority that signed the certificate."
    case .weak: "It can be forged: the server's operator must renew it."
    }
  }

  private static func advice(_ fault: IdentityFault) -> String {
    switch fault {
    case .wanted: "Configure a client certificate for this server."
    case .refused: "Does this server accept it, and is it still valid?"
    case .unusable: "Are its path and passphrase right, and does the key match?"
    }
  }

  private static func advice(_ fault: HandshakeFault) -> String {
    switch fault {
    case .noTLS: "Use http:// for a server without TLS; or is the port wrong?"
    case .versionRefused: "Offer a newer version of TLS."
    case .oldVersion: "The server's operator must update it."
    case .noVersion: "The oldest and newest versions of TLS exclude each other."
    case .cipher, .weak: "The server's operator must allow newer ciphers."
    case .name: "Is the host's name right?"
    }
  }
}

extension RequestError: LocalizedError {
  /// `description` as a sentence, followed by `recoverySuggestion`.
  public var errorDescription: String? {
    description.sentence + (recoverySuggestion.map { " \($0)" } ?? "")
  }

  /// The next step; `nil` if `description` ends with it.
  public var recoverySuggestion: String? {
    switch self {
    case .url(_, .noHost), .url(_, .scheme), .missingPathParameter, .method, .headerName, .headerValue, .text,
      .contentLength:
      nil
    case .url(_, .noSlashes): "Write http://HOST/…"
    case .url(_, .hostCharacter), .url(_, .host), .url(_, .port): "Correct the address."
    case .file: "Check the path."
    case .body: "Correct the value, or choose another content type."
    case .template: "Correct the template."
    case .configuration: "Correct the closure that configures the request."
    }
  }
}

extension String {
  /// The text with a capital letter, unless it begins with a URL or an address, and a full stop.
  package var sentence: String {
    let isWord = prefix { $0 != " " }.utf8.allSatisfy(\.isASCIILetter)
    let text = isWord ? prefix(1).uppercased() + dropFirst() : self
    return text.last.map(".?!…".contains) == true ? text : text + "."
  }
}
