import Basics
import Workspaces

/// The syntax of single lines of `.http` files.
enum HTTPFileText {
  static func isComment(_ line: String) -> Bool {
    let text = line.drop { $0 == " " || $0 == "\t" }
    return text.hasPrefix("#") || text.hasPrefix("//")
  }

  /// The text of a comment without its mark.
  static func comment(_ line: String) -> String {
    ForeignText.trimmed(String(ForeignText.trimmed(line).drop { $0 == "#" || $0 == "/" }))
  }

  static func isBlank(_ line: String) -> Bool { line.unicodeScalars.allSatisfy(\.isBlank) }

  /// Parses `@word value` and `@word = value` in a comment.
  static func directive(_ comment: String) -> (word: String, value: String)? {
    guard comment.hasPrefix("@") else { return nil }
    let word = String(comment.dropFirst().prefix { $0 != " " && $0 != "\t" && $0 != "=" })
    let rest = ForeignText.trimmed(String(comment.dropFirst(word.count + 1)))
    return (word, rest.hasPrefix("=") ? ForeignText.trimmed(String(rest.dropFirst())) : rest)
  }

  /// Parses `@name = value`.
  static func variable(_ line: String) -> (name: String, value: String)? {
    let text = ForeignText.trimmed(line)
    guard text.hasPrefix("@") else { return nil }
    let parts = text.dropFirst().split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return (
      ForeignText.trimmed(String(parts.first ?? "")), parts.count > 1 ? ForeignText.trimmed(String(parts[1])) : ""
    )
  }

  /// Splits at blanks outside `{{…}}`.
  static func words(_ text: String) -> [String] {
    QueryText.pieces(of: text, at: \.isBlank).filter { !$0.isEmpty }
  }

  private static let methods: Set<String> = ["get", "post", "put", "delete", "patch", "head", "options", "trace"]
  private static let schemes = ["http://", "https://", "ws://", "wss://", "{{", "/"]

  /// Parses `METHOD URL [HTTP/1.1]`, or a URL alone.
  static func requestLine(_ line: String) -> (method: String, url: String, hasMethod: Bool)? {
    var text = ForeignText.trimmed(line)
    if let range = text.utf8.range(ofBytes: " HTTP/") { text = ForeignText.trimmed(String(text[..<range.lowerBound])) }
    guard !text.isEmpty else { return nil }
    let first = text.prefix { $0 != " " && $0 != "\t" }
    let rest = ForeignText.trimmed(String(text[first.endIndex...]))
    let isMethod = !first.isEmpty && first.utf8.allSatisfy { $0.isASCIIUppercase || $0 == UInt8(ascii: "-") }
    if isMethod, !rest.isEmpty { return (String(first), rest, true) }
    let isURL = { (text: String) in schemes.contains { text.hasPrefix($0) } }
    if methods.contains(String(first)), isURL(rest) { return (first.uppercased(), rest, true) }
    return isURL(text) ? ("GET", text, false) : nil
  }

  /// True for a request line with a common method in capitals.
  static func startsRequest(_ line: String) -> Bool {
    let first = line.prefix { $0 != " " }
    guard first.utf8.allSatisfy(\.isASCIIUppercase), methods.contains(first.lowercased()) || first == "GRAPHQL" else {
      return false
    }
    let rest = ForeignText.trimmed(String(line.dropFirst(first.count)))
    return schemes.contains { rest.hasPrefix($0) }
  }

  /// True for `query A {`, `mutation($a: Int) {`.
  static func startsQuery(_ line: String) -> Bool {
    let word = line.prefix { $0.isLetter }
    guard ["query", "mutation", "subscription"].contains(word), let next = line.dropFirst(word.count).first else {
      return false
    }
    return next == " " || next == "(" || next == "{"
  }
}

/// Parses an `Authorization` header that clients of `.http` files transform before sending.
enum HTTPFileLogin {
  case asWritten
  case login(Authentication)
  /// An unsupported scheme. Keeping it as a header would send its secrets.
  case unsupported(String)

  init(_ value: String) {
    let words = HTTPFileText.words(value)
    switch words.first?.lowercased() {
    case "basic": self = Self.named(.basic, words)
    case "digest": self = Self.named(.digest, words)
    case "ntlm": self = Self.named(.ntlm, words)
    case "aws" where words.count >= 3: self = .login(Self.signature(words))
    case let scheme? where ["cognito", "oauth2", "openid", "oidc", "aad", "aadv2"].contains(scheme) && words.count > 1:
      self = .unsupported(words[0])
    default: self = .asWritten
    }
  }

  /// Parses `Basic NAME WORD` and `Basic NAME:WORD`.
  private static func named(_ scheme: AuthenticationScheme, _ words: [String]) -> HTTPFileLogin {
    func login(_ name: String, _ word: String) -> HTTPFileLogin {
      .login(Authentication(scheme, [.init("username", name), .init("password", word)]))
    }
    guard words.count > 1 else { return .asWritten }
    // `Digest username="…", realm="…"` is a response to a challenge, not a login.
    guard words.count == 2 else {
      return words[1].hasSuffix(",") ? .asWritten : login(words[1], words[2...].joined(separator: " "))
    }
    let parts = QueryText.pieces(of: words[1]) { $0 == UInt8(ascii: ":") }
    return parts.count < 2 ? .asWritten : login(parts[0], parts[1...].joined(separator: ":"))
  }

  /// Parses `AWS ID KEY [token:…] [region:…] [service:…]`.
  private static func signature(_ words: [String]) -> Authentication {
    var made = Authentication(.awsv4, [.init("accessKeyId", words[1]), .init("secretAccessKey", words[2])])
    let names = ["token": "sessionToken", "region": "region", "service": "service"]
    for word in words.dropFirst(3) {
      let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
      if parts.count == 2, let name = names[parts[0].lowercased()] { made[name] = parts[1] }
    }
    return made
  }

  /// Parses `# @auth bearer TOKEN`, `# @auth basic NAME WORD`, `# @auth none`; `nil` for anything else.
  static func directive(_ value: String) -> Authentication? {
    var words = HTTPFileText.words(value)[...]
    if words.first == "request" { words = words.dropFirst() }
    let parts = Array(words)
    switch (parts.first, parts.count) {
    case ("none", _): return Authentication.none
    case ("bearer", 2): return Authentication(.bearer, [.init("token", parts[1])])
    case ("basic", 3): return Authentication(.basic, [.init("username", parts[1]), .init("password", parts[2])])
    default: return nil
    }
  }
}

/// Converts a check of httpYac, `?? status == 200`, to an assertion.
enum HTTPFileAssertion {
  private static let compared = [
    "===": "eq", "!==": "neq", "startsWith": "startsWith", "endsWith": "endsWith", "includes": "contains",
    "contains": "contains", "matches": "matches",
  ]
  private static let alone = [
    "exists": "isDefined", "isTrue": "isTruthy", "isFalse": "isFalsy", "isNumber": "isNumber", "isString": "isString",
    "isBoolean": "isBoolean", "isArray": "isArray",
  ]

  /// - Parameter text: the check without the marks.
  /// - Returns: `nil` if there is no equivalent.
  static func assertion(_ text: String) -> Assertion? {
    var words = text.split(separator: " ", omittingEmptySubsequences: true).map(String.init)[...]
    guard let expression = expression(&words), let word = words.popFirst() else { return nil }
    if words.isEmpty { return alone[word].map { Assertion(expression, $0) } }
    guard let check = compared[word] ?? CheckOperator.signs[word] else { return nil }
    let value = words.joined(separator: " ")
    let isText = ["startsWith", "endsWith", "contains", "matches"].contains(check)
    let isHeader = expression.hasPrefix("res.headers")
    return Assertion(expression, check, isHeader && !isText ? HurlWords.compared(value) : value)
  }

  private static func expression(_ words: inout ArraySlice<String>) -> String? {
    switch words.popFirst() {
    case "status": return "res.status"
    case "duration": return "res.responseTime"
    case "body": return "res.body"
    case "header": return words.popFirst().map(HurlWords.header)
    case "js": return words.popFirst().flatMap(path)
    default: return nil
    }
  }

  private static func path(_ script: String) -> String? {
    if script == "response.statusCode" { return "res.status" }
    guard script.hasPrefix("response.parsedBody") else { return nil }
    let made = "res.body" + script.dropFirst("response.parsedBody".count)
    return CheckExpression(made) == nil ? nil : made
  }
}
