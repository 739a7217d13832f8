import Basics
import Workspaces

/// One request of a script for k6: an object that its runtime sends.
struct K6Request {
  /// An assertion that k6 checks.
  struct Check {
    var title: String
    var path: [K6Step]
    var operation: String
    var operand: String
  }

  let name: String
  /// The object, with a comma behind it.
  private(set) var text: String
  private(set) var checks: [Check] = []
  /// Limits on the time of an answer, in milliseconds.
  private(set) var limits: [(sign: String, value: String)] = []
  private(set) var notices: [Notice]
  /// Whether it is sent to servers whose certificates are not verified.
  let isUnverified: Bool
  /// The requests whose answers it uses.
  private(set) var answersUsed: [String] = []

  init(_ place: K6Place, named name: String) {
    self.name = name
    let definition = place.definition
    var exported = ExportedRequest(definition, layers: place.layers)
    var fields: [(String, String)] = [
      ("name", K6Text.quoted(name)), ("method", K6Text.quoted(definition.method)), ("url", K6Text.quoted(exported.url)),
    ]
    isUnverified = exported.trust.verifies?.value == false
    let body = K6Body(&exported)
    var headers = exported.enabledHeaders.filter { !body.makesType || $0.name.lowercased() != "content-type" }
    if let type = body.type, !headers.contains(where: { $0.name.lowercased() == "content-type" }) {
      headers.append(Row("Content-Type", type))
    }
    if !headers.isEmpty { fields.append(("headers", K6Text.pairs(headers.map { ($0.name, $0.value) }))) }
    if Set(headers.map { $0.name.lowercased() }).count < headers.count {
      exported.tell("k6 sends the last of several headers with one name")
    }
    if let login = exported.login {
      switch login.scheme {
      case .basic: fields.append(("basic", "[\(K6Text.quoted(login.user)), \(K6Text.quoted(login.password))]"))
      case .digest: fields.append(("digest", "[\(K6Text.quoted(login.user)), \(K6Text.quoted(login.password))]"))
      default: exported.tell("authentication by \(login.scheme.word) is not carried over")
      }
    }
    if let written = body.text { fields.append((body.field, written)) }
    let own = place.layers.dropFirst().flatMap(\.variables) + definition.variables
    let variables = own.filter(\.isEnabled)
    if !variables.isEmpty {
      fields.append(("variables", "{\n\(K6Export.properties(variables, indent: "      "))    }"))
    }
    fields += Self.limits(of: definition.settings)
    checks = Self.checks(of: definition, &exported)
    limits = Self.limits(of: checks)
    if !checks.isEmpty {
      let lines = checks.map { check in
        let parts = [K6Text.quoted(check.title), K6Text.path(check.path), K6Text.quoted(check.operation)]
        return "      [" + (parts + [K6Text.quoted(check.operand)]).joined(separator: ", ") + "],\n"
      }
      fields.append(("checks", "[\n\(lines.joined())    ]"))
    }
    let captures = Self.captures(place.layers.flatMap(\.captures) + definition.captures, &exported)
    if !captures.isEmpty { fields.append(("captures", "[\n\(captures.joined())    ]")) }
    text = "  {\n" + fields.map { "    \($0.0): \($0.1),\n" }.joined() + "  },\n"
    answersUsed = Self.answers(in: text)
    Self.tellDynamicValues(in: text, &exported)
    notices = exported.notices
  }

  private static func limits(of settings: RequestSettings) -> [(String, String)] {
    var fields: [(String, String)] = []
    let follows = settings.followRedirects != false
    fields.append(("redirects", "\(follows ? settings.maxRedirects ?? RequestSettings.usualMaxRedirects : 0)"))
    if let timeout = settings.timeout, timeout >= 1 { fields.append(("timeout", "\(Int(min(timeout, 1e12)))")) }
    return fields
  }

  private static func checks(of definition: RequestDefinition, _ exported: inout ExportedRequest) -> [Check] {
    var checks: [Check] = []
    for assertion in definition.assertions where assertion.isEnabled {
      let words = [assertion.expression, assertion.operator, assertion.value].filter { !$0.isEmpty }
      let title = words.joined(separator: " ")
      if let own = assertion.ownOperator {
        let why = own == .matchesSchema ? "k6 checks no JSON Schema" : "k6 has no recorded answers"
        exported.tell("the assertion \(assertion.expression) \(assertion.operator) is not carried over: \(why)")
        continue
      }
      guard let path = path(assertion.expression), CheckOperator(rawValue: assertion.operator) != nil else {
        exported.tell("the assertion \(title) is not carried over")
        continue
      }
      // k6 counts checks of one title as one.
      let isKnown = checks.contains { $0.title == title }
      if isKnown { continue }
      checks.append(Check(title: title, path: path, operation: assertion.operator, operand: assertion.value))
    }
    return checks
  }

  private static func limits(of checks: [Check]) -> [(sign: String, value: String)] {
    checks.compactMap { check in
      guard check.path == [.name("responseTime")], let sign = ["lt": "<", "lte": "<="][check.operation],
        let limit = Int(check.operand.trimmed), limit >= 0
      else { return nil }
      return (sign, String(limit))
    }
  }

  private static func captures(_ captures: [Capture], _ exported: inout ExportedRequest) -> [String] {
    captures.filter { $0.isEnabled && !$0.variable.isEmpty }.compactMap { capture in
      guard let path = path(capture.expression) else {
        exported.tell("the capture \(capture.variable) = \(capture.expression) is not carried over")
        return nil
      }
      return "      [\(K6Text.quoted(capture.variable)), \(K6Text.path(path))],\n"
    }
  }

  /// `nil` for anything but a path into the answer of HTTP.
  private static func path(_ text: String) -> [K6Step]? {
    guard let expression = CheckExpression(text) else { return nil }
    let steps = expression.steps.map { step -> K6Step in
      switch step {
      case .name(let name): .name(name)
      case .index(let index): .index(index)
      }
    }
    if expression.root == .body { return [.name("body")] + steps }
    guard case .name(let first)? = steps.first, K6Runtime.roots.contains(first) else { return nil }
    return steps
  }

  private static func templates(in text: String) -> [String] {
    text.split(separator: "{{").dropFirst().compactMap { part in
      part.firstRange(of: "}}").map { String(part[..<$0.lowerBound]).trimmed }
    }
  }

  private static func answers(in text: String) -> [String] {
    templates(in: text).compactMap { name in
      name.firstIndex(of: "|").map { String(name[..<$0]).trimmed }
    }
  }

  private static func tellDynamicValues(in text: String, _ exported: inout ExportedRequest) {
    let unknown = templates(in: text).filter { name in
      guard name.hasPrefix("$"), !name.contains("|") else { return false }
      return !K6Runtime.dynamicNames.contains(String(name.dropFirst().prefix { $0 != " " }))
    }
    for name in Set(unknown).sorted() { exported.tell("the script has no {{\(name)}}") }
  }
}
