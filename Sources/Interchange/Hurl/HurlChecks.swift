import Workspaces

/// Assertions and captured variables in Hurl's syntax, as far as it supports them.
enum HurlChecks {
  static func text(of definition: RequestDefinition, tell: (String) -> Void) -> String {
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
    if !lost.isEmpty { tell("Hurl cannot express \(lost.joined(separator: "; "))") }
    return text
  }

  /// `res.status`, `res.body.a[0].b`, `res.headers.name`, `res.responseTime`.
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
    let compared = [
      "eq": "==", "neq": "!=", "gt": ">", "gte": ">=", "lt": "<", "lte": "<=", "contains": "contains",
      "notContains": "not contains", "startsWith": "startsWith", "endsWith": "endsWith", "matches": "matches",
      "notMatches": "not matches",
    ]
    if let word = compared[assertion.operator] {
      let needsText = ["contains", "not contains", "startsWith", "endsWith", "matches", "not matches"].contains(word)
      return "\(query) \(word) \(needsText ? quoted(assertion.value) : value(assertion.value))\n"
    }
    let alone = [
      "isDefined": "exists", "isUndefined": "not exists", "isNumber": "isNumber", "isString": "isString",
      "isBoolean": "isBoolean", "isArray": "isCollection", "isEmpty": "isEmpty", "isNotEmpty": "not isEmpty",
      "isNull": "== null",
    ]
    if assertion.operator == "length" { return "\(query) count == \(assertion.value)\n" }
    return alone[assertion.operator].map { "\(query) \($0)\n" }
  }

  /// Numbers, booleans and null as they are, texts in quotes.
  private static func value(_ text: String) -> String {
    if Double(text) != nil || ["true", "false", "null"].contains(text) { return text }
    let isQuoted =
      text.utf8.count > 1
      && (text.hasPrefix("\"") && text.hasSuffix("\"") || text.hasPrefix("'") && text.hasSuffix("'"))
    return quoted(isQuoted ? String(text.dropFirst().dropLast()) : text)
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
  }
}
