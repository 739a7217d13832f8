import Basics
import Workspaces

/// Converts the `{{…}}` of `.http` files to ours.
struct HTTPFileValues {
  let dialect: HTTPDialect
  /// The names of the requests (`# @name`).
  let requests: Set<String>
  /// The file's own variables (`@name = value`).
  let variables: [String: String]

  /// The converted text, and the expressions without an equivalent.
  func converted(_ text: String) -> (text: String, unknown: [String]) {
    var unknown: [String] = []
    let result = Self.replacing(text) { inner in
      if let made = equivalent(inner) { return made }
      if isUnknown(inner) { unknown.append("{{\(inner)}}") }
      return nil
    }
    return (result, unknown)
  }

  /// The opposite of `converted`: replaces our expressions that mean something else to other tools.
  static func foreign(_ text: String) -> String {
    replacing(text) { inner in
      if inner.hasPrefix("process.env.") { return "$processEnv \(inner.dropFirst("process.env.".count))" }
      let words = inner.split(separator: " ").map(String.init)
      guard words.count == 3, words[0] == "$randomInt", let high = Int(words[2]), high < Int.max else { return nil }
      return "$randomInt \(words[1]) \(high + 1)"
    }
  }

  /// - Parameter change: returns the new text between braces; `nil` keeps it.
  private static func replacing(_ text: String, _ change: (String) -> String?) -> String {
    guard text.utf8.contains(UInt8(ascii: "{")), text.utf8.holds("{{") else { return text }
    var result = ""
    var rest = Substring(text)
    while let open = rest.utf8.range(ofBytes: "{{"),
      let close = rest[open.upperBound...].utf8.range(ofBytes: "}}")
    {
      var start = open.upperBound
      while let next = rest[start..<close.lowerBound].utf8.range(ofBytes: "{{") { start = next.upperBound }
      // In `{{{a}}`, the first brace is text.
      start = rest[start..<close.lowerBound].firstIndex { $0 != "{" } ?? start
      let inner = ForeignText.trimmed(String(rest[start..<close.lowerBound]))
      if let made = change(inner) {
        result += rest[..<start] + made + "}}"
      } else {
        result += rest[..<close.upperBound]
      }
      rest = rest[close.upperBound...]
    }
    return result + rest
  }

  /// The replacement for an expression; `nil` keeps it unchanged.
  private func equivalent(_ inner: String) -> String? {
    if inner.hasPrefix("$") { return HTTPDynamicValue(String(inner.dropFirst())).equivalent }
    return answer(inner)
  }

  /// Converts `login.response.body.$.token`, `login.response.headers.X-Id`, and `login.token` of httpYac.
  private func answer(_ inner: String) -> String? {
    guard let dot = inner.firstIndex(of: ".") else { return nil }
    let name = String(inner[..<dot])
    let rest = inner[inner.index(after: dot)...]
    let part: String?
    if rest.hasPrefix("response.body.") {
      part = body(String(rest.dropFirst("response.body.".count)))
    } else if rest.hasPrefix("response.headers") {
      // The forms are `headers.X-Id` and `headers['X-Id']`.
      let header = rest.dropFirst("response.headers".count).filter { !".'\"[]".contains($0) }
      part = header.isEmpty ? nil : "header \(header)"
    } else {
      part = dialect.namesAnswers && requests.contains(name) ? "$.\(rest)" : nil
    }
    guard let part else { return nil }
    let made = "\(name) | \(part)"
    return ResponseReference(made) == nil ? nil : made
  }

  /// Converts a path in the body; `nil` for XPath and for paths that may select several values.
  private func body(_ path: String) -> String? {
    if path == "*" { return "$" }
    guard !path.hasPrefix("/"), !path.contains(".."), !path.contains(where: { "*?()@:,".contains($0) }) else {
      return nil
    }
    return path.hasPrefix("$") ? path : "$.\(path)"
  }

  /// True if it is neither a plain variable name nor an expression that Apus knows.
  private func isUnknown(_ inner: String) -> Bool {
    if inner.hasPrefix("$") { return !DynamicValues.knows(String(inner.dropFirst())) }
    if inner.hasPrefix("?") || inner.hasPrefix("'") || ResponseReference(inner) != nil { return false }
    // Braces in JSON, such as `{"a":{{"b":1}}`, are text.
    if inner.isEmpty || inner.hasPrefix("\"") || inner.contains("\n") { return false }
    return inner.contains { "()[]'\"+*=<>,;:%!?|&".contains($0) }
      || inner.contains(".response.") || inner.contains(".request.")
  }
}

/// Converts a dynamic value of another tool: `$random.integer(1,5)`, `$processEnv HOME`.
struct HTTPDynamicValue {
  private let text: String
  private let words: [String]

  /// - Parameter text: the expression without its `$`.
  init(_ text: String) {
    self.text = text
    words = text.split { $0 == " " || $0 == "\t" }.map(String.init)
  }

  /// Our equivalent; `nil` if there is none or if both are spelled the same.
  var equivalent: String? {
    guard let first = words.first else { return nil }
    if let name = Self.names[text] { return "$\(name)" }
    switch first {
    case "shared" where words.count == 2: return words[1]
    case "processEnv" where words.count == 2, "dotenv" where words.count == 2: return process(words[1])
    case "randomInt" where words.count == 3: return integer(words[1], words[2])
    case "input", "password", "pick": return question(first)
    default: break
    }
    if text.hasPrefix("env.") { return process(String(text.dropFirst(4))) }
    guard let open = text.firstIndex(of: "("), text.hasSuffix(")") else { return nil }
    let arguments = text[text.index(after: open)...].dropLast().split(separator: ",").map {
      ForeignText.trimmed(String($0))
    }
    if text.hasPrefix("random.integer("), arguments.count == 2 { return integer(arguments[0], arguments[1]) }
    guard let name = Self.lengths[String(text[..<open])], arguments.count == 1, let count = Int(arguments[0]) else {
      return nil
    }
    return "$\(name) \(count)"
  }

  private static let names = [
    "random.uuid": "uuid", "random.integer": "randomInt 0 999", "random.integer()": "randomInt 0 999",
    "random.email": "randomEmail", "random.email()": "randomEmail", "random.bool": "randomBoolean",
    "random.name.firstName": "randomFirstName", "random.name.lastName": "randomLastName",
    "random.name.fullName": "randomFullName", "random.address.city": "randomCity",
    "random.address.country": "randomCountry", "random.internet.emailAddress": "randomEmail",
    "random.company.name": "randomCompanyName", "random.phoneNumber.phoneNumber": "randomPhoneNumber",
    "random.lorem.word": "randomWord",
  ]
  /// The values with a length parameter.
  private static let lengths = [
    "random.alphabetic": "randomAlphabetic", "random.alphanumeric": "randomAlphaNumeric",
    "random.hexadecimal": "randomHexadecimal",
  ]

  /// Converts a variable of the process or of `.env`. A name from another variable (`%name`) has no equivalent.
  private func process(_ name: String) -> String? {
    name.isEmpty || name.hasPrefix("%") ? nil : "process.env.\(name)"
  }

  /// The upper bound is exclusive there.
  private func integer(_ low: String, _ high: String) -> String? {
    guard let low = Int(low), let high = Int(high), low < high else { return nil }
    return "$randomInt \(low) \(high - 1)"
  }

  /// Converts `$input Label $value: 42`, `$pick Label $value: a,b`.
  private func question(_ kind: String) -> String? {
    let rest = text.dropFirst(kind.count)
    let cut = rest.firstRange(of: "$value:")
    let label = HTTPFileQuestion.quoted(String(cut.map { rest[..<$0.lowerBound] } ?? rest))
    let argument = cut.map { ForeignText.trimmed(String(rest[$0.upperBound...])) } ?? ""
    switch kind {
    case "password": return "?\(label)|hidden"
    case "pick": return argument.isEmpty ? nil : "?\(label)|\(argument)"
    default: return argument.isEmpty ? "?\(label)" : "?\(label)||\(HTTPFileQuestion.quoted(argument))"
    }
  }
}

/// Quotes labels and answers for our questions.
enum HTTPFileQuestion {
  /// Adds quotes if the text contains separators, and removes braces, which would end the question.
  static func quoted(_ text: String) -> String {
    let bare = ForeignText.trimmed(text.filter { $0 != "{" && $0 != "}" })
    guard bare.contains(where: { "|,\"".contains($0) }) else { return bare }
    return "\"\(bare.replacing("\"", with: "\"\""))\""
  }
}
