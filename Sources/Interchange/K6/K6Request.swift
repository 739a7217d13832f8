import Basics
import Workspaces

/// One request of a script for k6: an object that the runtime sends.
struct K6Request {
  /// An assertion that k6 checks.
  struct Check {
    var title: String
    var path: [CheckExpression.Step]
    var operation: String
    var operand: String
  }

  let name: String
  /// The object, followed by a comma.
  private(set) var text: String
  private(set) var checks: [Check] = []
  /// The limits on the response time, in milliseconds.
  private(set) var limits: [(sign: String, value: String)] = []
  private(set) var notices: [Notice]
  /// True if it is sent to servers whose certificates are not verified.
  let isUnverified: Bool
  /// The requests whose responses it uses.
  private(set) var answersUsed: [String] = []

  init(_ place: RequestPlace, named name: String) {
    self.name = name
    let definition = place.definition
    var exported = ExportedRequest(place)
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
      exported.report("k6 sends the last of several headers with one name")
    }
    if let login = exported.login {
      switch login.scheme {
      case .basic: fields.append(("basic", "[\(K6Text.quoted(login.user)), \(K6Text.quoted(login.password))]"))
      case .digest: fields.append(("digest", "[\(K6Text.quoted(login.user)), \(K6Text.quoted(login.password))]"))
      default: exported.report("authentication by \(login.scheme.word) is not carried over")
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
    Self.reportDynamicValues(in: text, &exported)
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
        let why = own == .matchesSchema ? "k6 does not check a JSON Schema" : "k6 has no recorded answers"
        exported.report("the assertion \(assertion.expression) \(assertion.operator) is not carried over: \(why)")
        continue
      }
      guard let path = path(assertion.expression), CheckOperator(rawValue: assertion.operator) != nil else {
        exported.report("the assertion \(title) is not carried over")
        continue
      }
      // k6 counts checks with the same title as one.
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
        exported.report("the capture \(capture.variable) = \(capture.expression) is not carried over")
        return nil
      }
      return "      [\(K6Text.quoted(capture.variable)), \(K6Text.path(path))],\n"
    }
  }

  /// Parses a path into an HTTP response; `nil` for anything else.
  private static func path(_ text: String) -> [CheckExpression.Step]? {
    guard let expression = CheckExpression(text) else { return nil }
    if expression.root == .body { return [.name("body")] + expression.steps }
    guard case .name(let first)? = expression.steps.first, K6Runtime.roots.contains(first) else { return nil }
    return expression.steps
  }

  private static func answers(in text: String) -> [String] {
    TemplateBraces.contents(of: text).compactMap { name in
      name.firstIndex(of: "|").map { String(name[..<$0]).trimmed }
    }
  }

  private static func reportDynamicValues(in text: String, _ exported: inout ExportedRequest) {
    let unknown = TemplateBraces.contents(of: text).filter { name in
      guard name.hasPrefix("$"), !name.contains("|") else { return false }
      let words = name.dropFirst().split(separator: " ", maxSplits: 1).map(String.init)
      // The script supports arguments only for `randomInt`.
      return !K6Runtime.dynamicNames.contains(words.first ?? "") || words.count > 1 && words.first != "randomInt"
    }
    for name in Set(unknown).sorted() { exported.report("the script has no {{\(name)}}") }
  }
}

/// Writes the body of a request in a script for k6.
struct K6Body {
  /// The field name: `body`, `form`, `parts`, `graphql` or `file`.
  private(set) var field = "body"
  /// The value as JavaScript; `nil` without a body.
  private(set) var text: String?
  /// True if k6 sets the content type, including the boundary of a form.
  private(set) var makesType = false
  /// The content type that the body implies.
  private(set) var type: String?

  init(_ request: inout ExportedRequest) {
    switch request.definition.body {
    case .none: break
    case .text(_, let content): text = K6Text.quoted(content)
    case .graphql(let query, let variables):
      type = "application/json"
      // A single operation is sent without its name.
      let chosen = request.definition.graphQL.operation
      let isNamed = !chosen.isEmpty && OperationOutline(query).operations.count > 1
      let texts = [query, variables] + (isNamed ? [chosen] : [])
      (field, text) = ("graphql", "[\(texts.map(K6Text.quoted).joined(separator: ", "))]")
    case .file:
      guard let path = request.file else { return }
      (field, text) = ("file", "open(\(K6Text.quoted(path)), \"b\")")
    case .form(let rows):
      let sent = rows.filter { $0.isEnabled && !($0.name.isEmpty && $0.value.isEmpty) }
      type = "application/x-www-form-urlencoded"
      (field, text) = ("form", K6Text.pairs(sent.map { ($0.name, $0.value) }))
    case .multipart(let parts):
      makesType = true
      (field, text) = ("parts", Self.text(of: parts.filter(\.isEnabled), &request))
    }
  }

  /// `[["name", "text"], ["file", open("a.png", "b"), "a.png", "image/png"]]`
  private static func text(of parts: [FormPart], _ request: inout ExportedRequest) -> String {
    var written: [String] = []
    for part in parts {
      let name = K6Text.quoted(part.name)
      let type = part.contentType.isEmpty ? "" : ", \(K6Text.quoted(part.contentType))"
      switch part.content {
      case .text(let text):
        if part.fileName != nil || !type.isEmpty {
          written.append("[\(name), \(K6Text.quoted(text)), \(K6Text.quoted(part.fileName ?? ""))\(type)]")
        } else {
          written.append("[\(name), \(K6Text.quoted(text))]")
        }
      case .files(let paths):
        for path in paths where !path.isEmpty {
          if path.contains("{{") { request.report("k6 opens \(path) before variables have values") }
          let fileName = part.fileName ?? path.split(separator: "/").last.map(String.init) ?? path
          written.append("[\(name), open(\(K6Text.quoted(path)), \"b\"), \(K6Text.quoted(fileName))\(type)]")
        }
      }
    }
    if Set(parts.map(\.name)).count < written.count {
      request.report("k6 sends the last of several parts with one name")
    }
    return "[" + written.joined(separator: ", ") + "]"
  }
}
