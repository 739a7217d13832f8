import Basics
import Workspaces

/// Assertions and captured variables in Hurl's syntax, as far as it supports them.
enum HurlChecks {
  static func text(of definition: RequestDefinition, report: (String) -> Void) -> String {
    let captures = definition.captures.filter(\.isEnabled)
    let assertions = definition.assertions.filter(\.isEnabled)
    guard !captures.isEmpty || !assertions.isEmpty else { return "" }
    var text = "HTTP *\n"
    var lost: [String] = []
    let captured = captures.compactMap { capture in
      let line = query(capture.expression).map { "\(HurlText.key(capture.variable)): \($0)\n" }
      if line == nil { lost.append("\(capture.variable) = \(capture.expression)") }
      return line
    }
    if !captured.isEmpty { text += "[Captures]\n" + captured.joined() }
    let asserted = assertions.compactMap { assertion in
      let line = line(assertion)
      if line == nil { lost.append("\(assertion.expression) \(assertion.operator) \(assertion.value)") }
      return line
    }
    if !asserted.isEmpty { text += "[Asserts]\n" + asserted.joined() }
    if !lost.isEmpty { report("Hurl cannot express \(lost.joined(separator: "; "))") }
    return text
  }

  /// Converts `res.status`, `res.body.a[0].b`, `res.headers.name`, `res.responseTime`.
  private static func query(_ expression: String) -> String? {
    let dotted = expression.split(separator: ".", maxSplits: 2).map(String.init)
    guard dotted.first == "res", dotted.count > 1 else { return nil }
    switch dotted[1] {
    case "status": return "status"
    case "responseTime": return "duration"
    case "body" where dotted.count == 3: return "jsonpath \(quoted("$." + dotted[2]))"
    case "headers" where dotted.count == 3: return "header \(quoted(dotted[2]))"
    case "body" where dotted.count == 2: return "body"
    case let headers where headers.hasPrefix("headers['") && expression.hasSuffix("']"):
      return "header \(quoted(String(expression.dropFirst("res.headers['".count).dropLast(2))))"
    case let body where body.hasPrefix("body["): return "jsonpath \(quoted("$" + expression.dropFirst(8)))"
    default: return nil
    }
  }

  private static func line(_ assertion: Assertion) -> String? {
    guard let query = query(assertion.expression) else { return nil }
    func word(_ predicates: [String: String]) -> String? {
      predicates.first { $0.value == assertion.operator }?.key
    }
    if let word = word(CheckOperator.signs) { return "\(query) \(word) \(value(assertion.value))\n" }
    if let word = word(HurlPredicates.ofText) { return "\(query) \(word) \(quoted(assertion.value))\n" }
    if assertion.operator == "length" { return "\(query) count == \(assertion.value)\n" }
    if assertion.operator == "isNull" { return "\(query) == null\n" }
    return word(HurlPredicates.alone).map { "\(query) \($0)\n" }
  }

  /// Numbers, booleans and null unchanged, texts in quotes.
  private static func value(_ text: String) -> String {
    if HurlPredicates.isLiteral(text) { return text }
    return quoted(HurlPredicates.isQuoted(text) ? String(text.dropFirst().dropLast()) : text)
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
  }
}

/// Hurl's predicates and the operators of assertions that they stand for, besides `CheckOperator.signs`.
private enum HurlPredicates {
  static let ofText = [
    "contains": "contains", "not contains": "notContains", "startsWith": "startsWith", "endsWith": "endsWith",
    "matches": "matches", "not matches": "notMatches",
  ]
  static let alone = [
    "exists": "isDefined", "not exists": "isUndefined", "isNumber": "isNumber", "isString": "isString",
    "isBoolean": "isBoolean", "isCollection": "isArray", "isEmpty": "isEmpty", "not isEmpty": "isNotEmpty",
  ]

  static func isLiteral(_ text: String) -> Bool { Double(text) != nil || ["true", "false", "null"].contains(text) }

  static func isQuoted(_ text: String) -> Bool {
    text.utf8.count > 1
      && (text.hasPrefix("\"") && text.hasSuffix("\"") || text.hasPrefix("'") && text.hasSuffix("'"))
  }
}

/// Converts the asserts and captures of a Hurl file to assertions and captured variables.
struct HurlCheckReader {
  var reader: HurlReader
  private(set) var assertions: [Assertion] = []
  private(set) var captures: [Capture] = []

  mutating func read() {
    let line = reader.scanner.line
    let words = reader.scanner.raw(until: ["#"]).split { $0 == " " || $0 == "\t" }.map(String.init)
    reader.endLine()
    if words.count > 2 {
      reader.report("this is not supported: \(words.dropFirst(2).joined(separator: " "))", line: line)
    }
    if let version = words.first, version != "HTTP" {
      reader.report("the version \(version) is not checked", line: line)
    }
    if let status = words.dropFirst().first, status != "*" { assertions.append(Assertion("res.status", "eq", status)) }
    var section = ""
    while reader.nextLine(in: &section, endingAt: HurlReader.isNextRequest) != nil {
      let number = reader.scanner.line
      var body = HurlBodyReader(scanner: reader.scanner)
      if body.read() != nil {
        reader.scanner = body.scanner
        reader.report("the expected body of the answer is not carried over", from: number)
        continue
      }
      read(section)
    }
  }

  private mutating func read(_ section: String) {
    let line = reader.scanner.line
    let text = reader.scanner.wholeLine
    var scanner = reader.scanner
    reader.scanner.restOfLine()
    defer {
      // The check ends before a comment; an unsupported check is reported including its comment.
      if scanner.line == line, scanner.next == "#" { reader.keep(scanner.restOfLine(), line: line) }
    }
    switch section {
    case "Asserts":
      var words = HurlWords(&scanner)
      guard let made = words.assertion() else {
        return reader.report("the assertion cannot be expressed here: \(text)", line: line)
      }
      assertions.append(made)
    case "Captures":
      let name = HurlScanner.unescaped(scanner.raw(until: [":"]))
      _ = scanner.take(":")
      var words = HurlWords(&scanner)
      guard let expression = words.query(), words.isAtEnd else {
        return reader.report("the captured variable cannot be expressed here: \(text)", line: line)
      }
      captures.append(Capture(variable: name, expression: expression))
    case "":
      let name = HurlScanner.unescaped(scanner.raw(until: [":"]))
      guard scanner.take(":") else { return reader.report("this is not supported: \(text)", line: line) }
      let value = HurlScanner.unescaped(scanner.raw(until: ["#"]))
      assertions.append(Assertion(HurlWords.header(name), "eq", HurlWords.compared(value)))
    default: reader.report("the section [\(section)] is not carried over: \(text)", line: line)
    }
  }
}

/// The words of one check, in order: a query, filters, a predicate.
struct HurlWords {
  enum Word: Hashable {
    case plain(String)
    case quoted(String)
    case pattern(String)
  }

  private var words: ArraySlice<Word>

  init(_ scanner: inout HurlScanner) {
    var words: [Word] = []
    while true {
      scanner.skipBlanks()
      guard let next = scanner.next, next != "\n", next != "#" else { break }
      switch next {
      case "\"":
        scanner.advance()
        words.append(.quoted(scanner.text(until: ["\"", "\n"])))
        scanner.advance()
      case "/":
        scanner.advance()
        words.append(.pattern(Self.pattern(&scanner)))
      default:
        var word = ""
        while let scalar = scanner.next, scalar != " ", scalar != "\t", scalar != "\n" {
          word.unicodeScalars.append(scalar)
          scanner.advance()
        }
        words.append(.plain(word))
      }
    }
    self.words = words[...]
  }

  /// Reads a pattern between slashes; slashes inside are escaped.
  private static func pattern(_ scanner: inout HurlScanner) -> String {
    var text = ""
    while let scalar = scanner.next, scalar != "/", scalar != "\n" {
      scanner.advance()
      if scalar == "\\", let escaped = scanner.next, escaped != "\n" {
        if escaped != "/" { text.unicodeScalars.append("\\") }
        text.unicodeScalars.append(escaped)
        scanner.advance()
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    scanner.advance()
    return text
  }

  var isAtEnd: Bool { words.isEmpty }

  private mutating func take(_ word: String) -> Bool {
    guard words.first == .plain(word) else { return false }
    words.removeFirst()
    return true
  }

  private mutating func quoted() -> String? {
    guard case .quoted(let text) = words.first else { return nil }
    words.removeFirst()
    return text
  }

  /// Converts the left side to our expression syntax; `nil` if there is no equivalent.
  mutating func query() -> String? {
    if take("status") { return "res.status" }
    if take("duration") { return "res.responseTime" }
    if take("body") { return "res.body" }
    if take("header") { return quoted().map(Self.header) }
    if take("jsonpath") { return quoted().flatMap(Self.path) }
    return nil
  }

  static func header(_ name: String) -> String {
    let isPlain = !name.isEmpty && name.utf8.allSatisfy { $0.isASCIIAlphanumeric || "_-".utf8.contains($0) }
    return isPlain ? "res.headers." + name : "res.headers['\(name)']"
  }

  /// Converts `$.a.b[0]` to `res.body.a.b[0]`; `nil` for a path that selects several values.
  private static func path(_ path: String) -> String? {
    guard path.hasPrefix("$") else { return nil }
    let rest = path.dropFirst()
    guard !rest.utf8.contains(where: { "*?@:,()'\" ".utf8.contains($0) }), !rest.contains("..") else { return nil }
    return "res.body" + rest
  }

  mutating func assertion() -> Assertion? {
    guard let expression = query() else { return nil }
    if take("count") {
      guard take("=="), case .plain(let number) = words.popFirst(), words.isEmpty else { return nil }
      return Assertion(expression, "length", number)
    }
    let isNot = take("not")
    guard case .plain(let predicate) = words.popFirst() else { return nil }
    let value = words.popFirst()
    guard words.isEmpty else { return nil }
    return Self.assertion(expression, isNot ? "not " + predicate : predicate, value)
  }

  private static func assertion(_ expression: String, _ predicate: String, _ value: Word?) -> Assertion? {
    guard let value else {
      let word = predicate == "isList" ? "isArray" : HurlPredicates.alone[predicate]
      return word.map { Assertion(expression, $0) }
    }
    if predicate == "==", value == .plain("null") { return Assertion(expression, "isNull") }
    if let word = CheckOperator.signs[predicate] {
      switch value {
      case .plain(let text): return HurlPredicates.isLiteral(text) ? Assertion(expression, word, text) : nil
      case .quoted(let text): return Assertion(expression, word, Self.compared(text))
      case .pattern: return nil
      }
    }
    guard let word = HurlPredicates.ofText[predicate] else { return nil }
    switch value {
    case .quoted(let text): return Assertion(expression, word, text)
    case .pattern(let text): return word.lowercased().hasSuffix("matches") ? Assertion(expression, word, text) : nil
    case .plain: return nil
    }
  }

  /// A text as an operand: in quotes if it would otherwise be a number or a keyword.
  static func compared(_ text: String) -> String {
    HurlPredicates.isLiteral(text) || HurlPredicates.isQuoted(text) ? "\"\(text)\"" : text
  }
}
