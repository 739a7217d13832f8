import Basics

/// Defines which parts of requests and responses are secret, and masks them.
package struct Redaction: Hashable, Sendable {
  /// Stored behind one reference, because a redaction is copied often.
  @Indirect private var content: Fields

  private struct Fields: Hashable, Sendable {
    var headerNames: Set<String>
    var parameterNames: Set<String>
    var memberNames: Set<String>
    var secrets: Set<String> {
      didSet { matcher = SecretMatcher(secrets) }
    }
    var mask: String
    var matcher: SecretMatcher
  }

  /// Lower-case names of headers whose values are masked; the scheme of a credential stays readable. Unless empty, it
  /// includes all names that sound like a credential: `X-Api-Key`, `X-Session-Id`.
  package var headerNames: Set<String> {
    get { content.headerNames }
    _modify { yield &content.headerNames }
  }

  /// Lower-case names of query parameters and form fields whose values are masked.
  package var parameterNames: Set<String> {
    get { content.parameterNames }
    _modify { yield &content.parameterNames }
  }

  /// Names of JSON members whose values are masked, in lower case without `_` and `-`: `accesstoken` matches
  /// `access_token` and `accessToken`.
  package var memberNames: Set<String> {
    get { content.memberNames }
    _modify { yield &content.memberNames }
  }

  /// Texts masked wherever they occur whole: unchanged, percent-encoded, escaped for JSON, HTML or a shell, and in
  /// Base64. Texts of fewer than four bytes are masked only by the names above.
  package var secrets: Set<String> {
    get { content.secrets }
    _modify { yield &content.secrets }
  }

  /// The replacement for a secret. Default `••••`.
  package var mask: String {
    get { content.mask }
    set { content.mask = newValue }
  }

  /// Searches for `secrets`.
  var matcher: SecretMatcher { content.matcher }

  /// Masks only what is given here.
  package init(
    headerNames: Set<String> = [], parameterNames: Set<String> = [], memberNames: Set<String> = [],
    secrets: Set<String> = [], mask: String = "••••"
  ) {
    content = Fields(
      headerNames: headerNames, parameterNames: parameterNames, memberNames: memberNames, secrets: secrets, mask: mask,
      matcher: SecretMatcher(secrets))
  }

  /// Everything that is usually secret, also to start from: credentials, cookies, common names of keys and tokens.
  package static let standard = Redaction(
    headerNames: ["authorization", "proxy-authorization", "cookie", "set-cookie", "x-wsse"],
    parameterNames: [
      "access_token", "refresh_token", "id_token", "token", "api_key", "apikey", "api-key", "key", "password",
      "client_secret", "secret", "signature", "x-amz-signature", "x-amz-security-token", "code_verifier", "passwd",
      "pwd", "passphrase", "auth_token", "api_token", "session_token", "client_assertion", "secret_key", "private_key",
      "sig", "jwt", "auth", "session_id", "sessionid", "sid",
    ],
    memberNames: [
      "accesstoken", "refreshtoken", "idtoken", "authtoken", "sessiontoken", "token", "password", "passphrase",
      "clientsecret", "secret", "secretkey", "privatekey", "apikey", "codeverifier", "devicecode", "passwd", "apitoken",
      "pwd", "authorization",
    ])

  /// Masks nothing, to start from with names of your own.
  package static let none = Redaction()

  package var isNone: Bool { headerNames.isEmpty && parameterNames.isEmpty && memberNames.isEmpty && secrets.isEmpty }

  /// The header with secrets masked: `Bearer abc` becomes `Bearer ••••`.
  package func masked(_ header: Header) -> Header {
    var shown = header
    let name = header.name.asciiLowercased
    // The name may come from a variable, too.
    shown.name = masked(text: header.name)
    if !hides(header: name) || header.value.isEmpty {
      shown.value = masked(text: header.value)
    } else if name.hasSuffix("authorization"), let start = Self.credentials(in: header.value) {
      shown.value = masked(header.value, at: [start..<header.value.utf8.count])
    } else {
      shown.value = mask
    }
    return shown
  }

  /// The start of the credentials after a scheme such as `Bearer ` (RFC 9110, section 11.4); `nil` without a scheme.
  private static func credentials(in value: String) -> Int? {
    let scheme = value.utf8.prefix { $0 != 0x20 }
    guard !scheme.isEmpty, scheme.count < value.utf8.count, scheme.allSatisfy(\.isToken) else { return nil }
    return scheme.count + 1
  }

  /// True if a header with that lower-case name has a secret value.
  func hides(header name: String) -> Bool {
    guard !headerNames.isEmpty else { return false }
    return headerNames.contains(name) || CredentialName.isHeader(name)
  }

  /// The same fields in the same order, with secret values masked.
  package func masked(_ headers: Headers) -> Headers {
    Headers(headers.fields.map(masked))
  }

  /// The URL with secret parameters, a password and secret texts masked.
  package func masked(url: String) -> String {
    guard !isNone else { return url }
    return masked(url, at: credentials(inURL: url))
  }

  /// The masked URL; values that contain one of these texts, such as a variable's placeholder, are not masked by their
  /// name.
  package func masked(url: String, keepingValuesWith kept: [String]) -> String {
    masked(url, at: Self.without(kept, credentials(inURL: url), in: url))
  }

  private static func without(_ kept: [String], _ ranges: [Range<Int>], in text: String) -> [Range<Int>] {
    let bytes = Array(text.utf8)
    return ranges.filter { range in !kept.contains { bytes[range].firstRange(of: $0.utf8) != nil } }
  }

  /// The ranges of a password and of the values of secret parameters in a URL.
  func credentials(inURL url: String) -> [Range<Int>] {
    let parts = URLParts(url)
    var found: [Range<Int>] = []
    if let user = parts.userinfo, let password = Self.password(in: user) {
      let start = (parts.scheme.map { $0.utf8.count + 1 } ?? 0) + 2
      found.append(start + password.lowerBound..<start + password.upperBound)
    } else if let password = Self.passwordWithoutAuthority(in: parts) {
      found.append(password)
    }
    for (sign, values) in [(UInt8(ascii: "?"), parts.query), (UInt8(ascii: "#"), parts.fragment)] {
      guard let values else { continue }
      let start = url.utf8.prefix { $0 != sign }.count + 1
      found += formValues(in: values).map { start + $0.lowerBound..<start + $0.upperBound }
    }
    return found
  }

  /// The range of the password in a URL with too few or too many slashes, such as `http:/name:password@host`.
  private static func passwordWithoutAuthority(in parts: URLParts) -> Range<Int>? {
    guard let scheme = parts.scheme, parts.host?.isEmpty != false, parts.userinfo == nil, parts.portText == nil
    else { return nil }
    let slashes = parts.path.utf8.prefix { $0 == UInt8(ascii: "/") }.count
    let authority = parts.path.utf8.dropFirst(slashes).prefix { $0 != UInt8(ascii: "/") }
    guard let at = authority.lastIndex(of: UInt8(ascii: "@")),
      let password = Self.password(in: String(Substring(authority[..<at])))
    else { return nil }
    let start = scheme.utf8.count + 1 + (parts.host == nil ? 0 : 2) + slashes
    return start + password.lowerBound..<start + password.upperBound
  }

  /// The range of the password in `name:password`.
  static func password(in pair: String) -> Range<Int>? {
    let name = pair.utf8.prefix { $0 != UInt8(ascii: ":") }.count
    return name < pair.utf8.count ? name + 1..<pair.utf8.count : nil
  }

  /// Masks text of the form `a=1&b=2`; values that contain one of these texts are not masked by their name.
  package func masked(form: String, keepingValuesWith kept: [String]) -> String {
    masked(form, at: Self.without(kept, formValues(in: form), in: form))
  }

  /// The ranges of the values of secret names in text of that form.
  func formValues(in form: String) -> [Range<Int>] {
    var form = form
    return form.withUTF8 { formValues(in: UnsafeRawBufferPointer($0)) }
  }

  /// True if the value of a parameter, a field or a part with this name is secret. The last name of a nested one, such as
  /// `user[password]`, decides.
  func isSecret(parameter name: String) -> Bool {
    let name = name.asciiLowercased
    if parameterNames.contains(name) { return true }
    guard name.utf8.last == UInt8(ascii: "]") else { return false }
    return name.split(whereSeparator: { "[]".contains($0) }).last.map { parameterNames.contains(String($0)) } ?? false
  }

  /// Masks the value of a form part, by its name and its content.
  package func masked(_ value: String, ofPart name: String) -> String {
    isSecret(parameter: name) && !value.isEmpty ? mask : masked(text: value)
  }

  /// The text, with secret texts masked.
  package func masked(text: String) -> String { secrets.isEmpty ? text : masked(text, at: []) }

  /// The text with these ranges and every secret text masked. Both refer to the unmasked text.
  ///
  /// A mask inserted by name would break up a secret around it, which would then be missed.
  func masked(_ text: String, at named: [Range<Int>]) -> String {
    let plain = Array(mask.utf8)
    return masked(text) { _ in named.map { Edit(range: $0, text: plain) } }
  }

  /// - Parameter named: the ranges masked by name, in order.
  func masked(_ text: String, _ named: (UnsafeRawBufferPointer) -> [Edit]) -> String {
    var text = text
    let masked = text.withUTF8 { utf8 in
      let raw = UnsafeRawBufferPointer(utf8)
      return Self.replacing(Self.merged(named(raw), secretTexts(in: raw)), in: raw)
    }
    return masked.map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  private func secretTexts(in raw: UnsafeRawBufferPointer) -> [Edit] {
    guard !secrets.isEmpty else { return [] }
    let plain = Array(mask.utf8)
    return matcher.ranges(in: raw).map { Edit(range: $0, text: plain) }
  }
}

extension Redaction {
  /// A line of a head: a field masked by its name and content, the first line by its URL parameters.
  package func masked(headLine line: Substring, isFirst: Bool) -> String {
    if isFirst {
      // A target sent as typed may contain blanks.
      guard !line.hasPrefix("HTTP/"), let start = line.firstIndex(of: " "), let end = line.lastIndex(of: " "),
        start < end
      else {
        return masked(text: String(line))
      }
      let target = masked(url: String(line[line.index(after: start)..<end]))
      return "\(masked(text: String(line[..<start]))) \(target)\(line[end...])"
    }
    guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return masked(text: String(line)) }
    let value = line[line.utf8.index(after: colon)...]
    let blanks = value.prefix { $0 == " " }
    let shown = masked(Header(String(line[..<colon]), String(value.dropFirst(blanks.count))))
    return "\(shown.name):\(blanks)\(shown.value)"
  }
}

extension Redaction {
  /// True if an expression such as `res.body.access_token` leads to a value with a secret name.
  package func masks(expression: String) -> Bool {
    let path = expression.utf8.prefix { $0 != 0x20 }
    guard let last = path.split(separator: UInt8(ascii: ".")).last else { return false }
    return memberNames.contains(Self.memberForm(last).lowercased())
  }

  /// The same with further names of headers, parameters and JSON members.
  package func addingNames(_ names: Set<String>) -> Redaction {
    var copy = self
    copy.headerNames.formUnion(names.map(\.asciiLowercased))
    copy.parameterNames.formUnion(names.map(\.asciiLowercased))
    copy.memberNames.formUnion(names.map { Self.memberForm($0.utf8).lowercased() })
    return copy
  }

  /// The first `limit` bytes of a body for a log. Members named like secret parameters are masked, too: readers of logs
  /// do not need keys and signatures.
  /// - Parameters:
  ///   - bytes: the body, with up to `reach` bytes beyond the limit.
  ///   - type: the Content-Type. Plain text and a body without a type may be a form written by hand.
  package func masked(logged bytes: [UInt8], limit: Int, type: String) -> [UInt8] {
    var copy = self
    copy.memberNames.formUnion(parameterNames.map { Self.memberForm($0.utf8) })
    let isForm = ["", "text/plain"].contains(MediaType(type).essence)
    return copy.masked(
      startOf: bytes, limit: limit, type: isForm ? "application/x-www-form-urlencoded" : type)
  }
}
