import Basics
import HTTPModel

/// A `Digest` challenge of a server (RFC 7616, section 3.3).
struct DigestChallenge: Equatable {
  /// Lower-case names; quotes and escapes are removed.
  let fields: [String: String]

  /// `nil` for an unknown algorithm.
  var hash: HashFunction? {
    switch algorithm.asciiLowercased.replacing("-sess", with: "") {
    case "md5": .md5
    case "sha-256": .sha256
    case "sha-512-256": .sha512t256
    default: nil
    }
  }

  var algorithm: String { fields["algorithm"] ?? "MD5" }
  var isOfSession: Bool { algorithm.asciiLowercased.hasSuffix("-sess") }

  /// `auth` if the server accepts both; `nil` for a server of RFC 2069, which sends none.
  var protection: String? {
    guard let offered = fields["qop"] else { return nil }
    let words = offered.asciiLowercased.split(separator: ",").map { $0.trimmingASCII(\.isASCIIWhitespace) }
    return words.contains("auth") || !words.contains("auth-int") ? "auth" : "auth-int"
  }

  /// True if libcurl cannot answer it: libcurl hashes no body, and supports SHA-512-256 only since 8.10.
  func isBeyondLibcurl(hasBody: Bool) -> Bool {
    hash == .sha512t256 || protection == "auth-int" && hasBody
  }

  /// The strongest challenge with a known algorithm.
  static func strongest(in headers: Headers) -> DigestChallenge? {
    let strength: [HashFunction?] = [.md5, .sha256, .sha512t256]
    return headers[values: "WWW-Authenticate"].flatMap(all).filter { $0.hash != nil }.max {
      (strength.firstIndex(of: $0.hash) ?? 0) < (strength.firstIndex(of: $1.hash) ?? 0)
    }
  }

  /// A header field may hold several challenges of several schemes (RFC 9110, section 11.6.1).
  private static func all(in value: String) -> [DigestChallenge] {
    var challenges: [DigestChallenge] = []
    var fields: [String: String]?
    for piece in ParameterizedField.pieces(of: value, at: UInt8(ascii: ",")) {
      let equals = piece.firstIndex(of: "=") ?? piece.endIndex
      var name = piece[..<equals].trimmingASCII(\.isASCIIWhitespace)
      if let blank = name.firstIndex(of: " ") {
        // The name of the scheme precedes its first parameter.
        if let fields { challenges.append(DigestChallenge(fields: fields)) }
        fields = name[..<blank].asciiLowercased == "digest" ? [:] : nil
        name = name[blank...].trimmingASCII(\.isASCIIWhitespace)
      }
      guard equals < piece.endIndex else { continue }
      let text = piece[piece.index(after: equals)...].trimmingASCII(\.isASCIIWhitespace)
      fields?[name.asciiLowercased] = ParameterizedField.unquoted(text)
    }
    if let fields { challenges.append(DigestChallenge(fields: fields)) }
    return challenges
  }
}

/// Answers a `Digest` challenge (RFC 7616, section 3.4) that libcurl cannot: a hash over the body, and SHA-512-256.
struct DigestAnswer {
  /// In bytes; a longer body is not hashed.
  private static let largestBody = 64 << 20

  let challenge: DigestChallenge
  let user: String
  let password: String
  /// Random; tests set a fixed value.
  var nonce = RandomText.make()

  /// The request with the answer to its 401; `nil` if libcurl can answer it, or the challenge has no answer.
  /// - Throws: category `unsupported` without a library for the hash; `storage` if the body cannot be read.
  static func request(_ request: Request, after head: ResponseHead) throws(NetworkError) -> Request? {
    guard head.status.code == 401, let login = request.options.authentication, login.scheme == .digest,
      !request.options.upgrades, let challenge = DigestChallenge.strongest(in: head.headers),
      challenge.isBeyondLibcurl(hasBody: request.body != .none)
    else { return nil }
    var body: [UInt8] = []
    if challenge.protection == "auth-int" {
      guard let bytes = try Self.body(of: request) else { return nil }
      body = bytes
    }
    let answer = DigestAnswer(challenge: challenge, user: login.user, password: login.password)
    let target = request.options.requestTarget ?? URLParts(request.url).requestTarget
    var next = request
    next.options.authentication = nil
    do throws(CryptoFailure) {
      next.headers.append("Authorization", try answer.header(request.method.rawValue, target, body))
    } catch {
      throw NetworkError(error)
    }
    return next
  }

  func header(_ method: String, _ target: String, _ body: [UInt8]) throws(CryptoFailure) -> String {
    let fields = challenge.fields
    let (realm, serverNonce) = (fields["realm"] ?? "", fields["nonce"] ?? "")
    var secret = try hashed([user, realm, password])
    if challenge.isOfSession { secret = try hashed([secret, serverNonce, nonce]) }
    let protection = challenge.protection
    var action = [method, target]
    if protection == "auth-int" { action.append(try hashed(body)) }
    let proof = [serverNonce] + (protection.map { ["00000001", nonce, $0] } ?? [])
    let response = try hashed([secret] + proof + [try hashed(action)])
    let hidesName = fields["userhash"]?.asciiLowercased == "true"
    let name = hidesName ? try hashed([user, realm]) : user
    var texts = [("username", name), ("realm", realm), ("nonce", serverNonce), ("uri", target), ("response", response)]
    if let opaque = fields["opaque"] { texts.append(("opaque", opaque)) }
    var words = ["algorithm=\(challenge.algorithm)"]
    if let protection {
      words += ["qop=\(protection)", "nc=00000001"]
      texts.append(("cnonce", nonce))
    }
    if hidesName { words.append("userhash=true") }
    return "Digest " + (texts.map { "\($0.0)=\(Self.quoted($0.1))" } + words).joined(separator: ", ")
  }

  private func hashed(_ parts: [String]) throws(CryptoFailure) -> String {
    try hashed(Array(parts.joined(separator: ":").utf8))
  }

  private func hashed(_ bytes: [UInt8]) throws(CryptoFailure) -> String {
    Hexadecimal.text(try (challenge.hash ?? .md5).hash(bytes))
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  /// `nil` for a stream and for a body that is too large.
  private static func body(of request: Request) throws(NetworkError) -> [UInt8]? {
    if case .stream(let stream) = request.body { return stream.content }
    guard let count = request.body.count, count <= largestBody else { return nil }
    var bytes: [UInt8] = []
    return try request.readBody { bytes += $0 } ? bytes : nil
  }
}
