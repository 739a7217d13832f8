import Basics

/// Says which parts of a request or an answer are secret, and masks them.
public struct Redaction: Hashable, Sendable {
  /// Lower-case names of headers whose values are masked; the scheme before a credential stays readable.
  public var headerNames: Set<String>
  /// Lower-case names of query parameters and form fields whose values are masked.
  public var parameterNames: Set<String>
  /// Names of members of JSON bodies whose values are masked, in lower case without `_` and `-`: `accesstoken` is
  /// `access_token` and `accessToken`.
  public var memberNames: Set<String>
  /// Texts that are masked wherever they occur, also percent-encoded, escaped for JSON, HTML or a shell, and as Base64.
  public var secrets: Set<String> {
    didSet { search = SecretSearch(secrets) }
  }
  /// What stands in place of a secret. Default `••••`.
  public var mask: String
  private var search: SecretSearch
  /// Finds `secrets`.
  var matcher: SecretMatcher { search.matcher }

  /// Masks what is named here and nothing else; start from `.standard` to add to the usual names.
  public init(
    headerNames: Set<String> = [], parameterNames: Set<String> = [], memberNames: Set<String> = [],
    secrets: Set<String> = [], mask: String = "••••"
  ) {
    self.headerNames = headerNames
    self.parameterNames = parameterNames
    self.memberNames = memberNames
    self.secrets = secrets
    self.mask = mask
    search = SecretSearch(secrets)
  }

  public static func == (left: Redaction, right: Redaction) -> Bool {
    left.headerNames == right.headerNames && left.parameterNames == right.parameterNames
      && left.memberNames == right.memberNames && left.secrets == right.secrets && left.mask == right.mask
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(headerNames)
    hasher.combine(parameterNames)
    hasher.combine(memberNames)
    hasher.combine(secrets)
    hasher.combine(mask)
  }

  /// What is secret everywhere: credentials, cookies, the usual names of keys and tokens.
  public static let standard = Redaction(
    headerNames: [
      "authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key", "api-key", "apikey", "x-auth-token",
      "x-access-token", "x-amz-security-token", "x-csrf-token", "x-wsse",
    ],
    parameterNames: [
      "access_token", "refresh_token", "id_token", "token", "api_key", "apikey", "api-key", "key", "password",
      "client_secret", "secret", "signature", "x-amz-signature", "x-amz-security-token", "code_verifier", "passwd",
      "pwd", "passphrase", "auth_token", "api_token", "session_token", "client_assertion", "secret_key", "private_key",
    ],
    memberNames: [
      "accesstoken", "refreshtoken", "idtoken", "authtoken", "sessiontoken", "token", "password", "passphrase",
      "clientsecret", "secret", "secretkey", "privatekey", "apikey", "codeverifier", "devicecode", "passwd", "apitoken",
      "pwd", "authorization",
    ])

  /// Masks nothing.
  public static let none = Redaction()

  package var isNone: Bool { headerNames.isEmpty && parameterNames.isEmpty && memberNames.isEmpty && secrets.isEmpty }

  /// The header with what is secret in it masked. `Bearer abc` becomes `Bearer ••••`.
  public func masked(_ header: Header) -> Header {
    var shown = header
    let name = header.name.asciiLowercased
    // A name may be a variable's value as well.
    shown.name = masked(text: header.name)
    if !hides(header: name) || header.value.isEmpty {
      shown.value = masked(text: header.value)
    } else if name.hasSuffix("authorization"), let space = header.value.utf8.firstIndex(of: 0x20) {
      shown.value = header.value[..<space] + " " + mask
    } else {
      shown.value = mask
    }
    return shown
  }

  /// Whether the name of a header, in lower case, makes its value secret.
  func hides(header name: String) -> Bool {
    guard !headerNames.isEmpty else { return false }
    return headerNames.contains(name) || CredentialName.isHeader(name)
  }

  /// The same fields in the same order, the values of secret ones masked.
  public func masked(_ headers: Headers) -> Headers {
    Headers(headers.fields.map(masked))
  }

  /// The URL with the values of secret parameters, a password in it and secret texts masked.
  public func masked(url: String) -> String {
    guard !isNone else { return url }
    if !mayHaveSecret(url) { return masked(text: url) }
    var parts = URLParts(url)
    var isChanged = false
    if let user = parts.userinfo, let colon = user.utf8.firstIndex(of: UInt8(ascii: ":")) {
      parts.userinfo = user[...colon] + mask
      isChanged = true
    }
    if let query = parts.query {
      let shown = masked(form: query)
      isChanged = isChanged || shown != query
      parts.query = shown
    }
    return masked(text: isChanged ? parts.description : url)
  }

  /// `false` for nearly all URLs: no password and no secret parameter. They need not be parsed, which saves time in
  /// runs of thousands of requests.
  private func mayHaveSecret(_ url: String) -> Bool {
    // A text that does not lie in one piece is taken apart.
    url.utf8.withContiguousStorageIfAvailable { bytes in
      guard !ByteSearch.contains(UInt8(ascii: "@"), in: UnsafeRawBufferPointer(bytes)) else { return true }
      guard let mark = bytes.firstIndex(of: UInt8(ascii: "?")) else { return false }
      let query = bytes[(mark + 1)...].prefix { $0 != UInt8(ascii: "#") }
      var start = query.startIndex
      while start < query.endIndex {
        let end = query[start...].firstIndex(of: UInt8(ascii: "&")) ?? query.endIndex
        if mayHide(query[start..<end].prefix { $0 != UInt8(ascii: "=") }) { return true }
        start = end + 1
      }
      return false
    } ?? true
  }

  /// Whether that is, or may be once it is decoded, the name of a secret parameter.
  private func mayHide(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    if name.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) { return true }
    return parameterNames.contains { known in
      known.utf8.count == name.count && zip(known.utf8, name).allSatisfy { $0 == ByteSearch.folded($1) }
    }
  }

  /// The same for text of the form `a=1&b=2`.
  package func masked(form: String) -> String {
    let rows = form.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { row in
      guard let equals = row.firstIndex(of: UInt8(ascii: "=")) else { return String(Substring(row)) }
      let name = PercentEncoding.decodedText(Substring(row[..<equals]))
      guard parameterNames.contains(name.asciiLowercased) else { return String(Substring(row)) }
      return String(Substring(row[...equals])) + mask
    }
    return rows.joined(separator: "&")
  }

  /// The value of a part of a form, by the part's name and by what is in it.
  package func masked(_ value: String, ofPart name: String) -> String {
    parameterNames.contains(name.asciiLowercased) && !value.isEmpty ? mask : masked(text: value)
  }

  /// Any text, with the secret texts in it masked.
  public func masked(text: String) -> String {
    guard !secrets.isEmpty else { return text }
    var text = text
    let masked = text.withUTF8 { utf8 in
      let raw = UnsafeRawBufferPointer(utf8)
      return Self.replacing(matcher.ranges(in: raw).map { Edit(range: $0, text: Array(mask.utf8)) }, in: raw)
    }
    return masked.map { String(decoding: $0, as: UTF8.self) } ?? text
  }
}
