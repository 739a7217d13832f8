import Basics
import HTTPTypes

/// A text that leaves this program verbatim, in a request head or as a libcurl option.
///
/// CR and LF would end a header line and start one nobody wrote, and NUL ends a string in C. All three are rejected for
/// every text, by `Request.with` and again by the client just before sending.
struct WireText {
  enum Kind {
    case word
    /// Never part of a head; a file path may contain anything but NUL.
    case path
  }

  /// The user's name for it, in messages.
  let place: String
  let text: String
  var kind = Kind.word

  func check() throws(RequestError) {
    let isPath = kind == .path
    // Contiguous bytes are looked through much faster, and all but bridged strings have them.
    func isRejected(_ byte: UInt8) -> Bool { byte == 0 || !isPath && (byte == 0x0D || byte == 0x0A) }
    let found = text.utf8.withContiguousStorageIfAvailable { $0.contains(where: isRejected) }
    guard found ?? text.utf8.contains(where: isRejected) else { return }
    for (position, scalar) in text.unicodeScalars.enumerated() {
      guard scalar == "\0" || !isPath && (scalar == "\r" || scalar == "\n") else { continue }
      throw .text(place: place, character: scalar.spelled, position: position + 1)
    }
  }
}

extension Request {
  /// Rejects a text that would end a line of the head, wherever it is used.
  func checkTexts() throws(RequestError) {
    guard method.rawValue.utf8.allSatisfy(\.isToken) else { throw .method(method.rawValue) }
    try WireText(place: "the URL", text: url).check()
    var headers = headers
    try headers.check()
    for name in suppressedHeaders { try WireText(place: "the name of a suppressed header", text: name).check() }
    guard !options.areUntouched else { return }
    for text in options.wireTexts { try text.check() }
  }
}

extension TransferOptions {
  /// All texts in them that are passed on.
  var wireTexts: [WireText] {
    var texts: [WireText] = []
    func add(_ place: String, _ text: String?, _ kind: WireText.Kind = .word) {
      if let text { texts.append(WireText(place: place, text: text, kind: kind)) }
    }
    add("the proxy", proxy)
    add("the no-proxy list", noProxy)
    add("the Unix socket", unixSocket, .path)
    for entry in resolve ?? [] { add("--resolve", entry) }
    for entry in connectTo ?? [] { add("--connect-to", entry) }
    add("the interface", interface)
    add("the request target", requestTarget)
    add("the range", redirects?.curl?.range)
    if let tls {
      add("the file of certificate authorities", tls.caFile, .path)
      for file in tls.authorities.values { add("the file of certificate authorities", file, .path) }
      add("the list of revoked certificates", tls.revocationList, .path)
      add("the client certificate", tls.certificateFile, .path)
      add("the client key", tls.keyFile, .path)
      add("the passphrase of the client key", tls.keyPassword)
      add("the pinned public key", tls.pinnedPublicKeys)
    }
    for certificate in clientCertificates ?? [] {
      add("the client certificate", certificate.file, .path)
      add("the client key", certificate.keyFile, .path)
      add("the passphrase of the client key", certificate.password)
    }
    if let authentication {
      add("the user name", authentication.user)
      add("the password", authentication.password)
      add("the session token", authentication.sessionToken)
      if case .awsSignature(let region, let service) = authentication.scheme {
        add("the AWS region", region)
        add("the AWS service", service)
      }
    }
    return texts
  }
}
