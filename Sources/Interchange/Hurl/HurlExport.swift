import Basics
import Workspaces

/// Writes Hurl files: one request after the other, each with the checks of its response.
enum HurlExport {
  /// The heading of the list of variables at the top of the file, which belongs to no request.
  static let variablesTitle = "Call hurl with these:"

  static func write(_ collection: ImportedCollection) -> ExportedText {
    var blocks = ExportBlocks()
    var head = ""
    let variables = collection.root.settings.variables.filter(\.isEnabled)
    if !variables.isEmpty {
      let lines = variables.map { "# --variable \(HurlText.key($0.name))=\(HurlText.value($0.value))\n" }
      head = "# \(variablesTitle)\n" + lines.joined()
    }
    for place in collection.places {
      var exported = ExportedRequest(place)
      let text = text(of: &exported)
      // A text that cannot be parsed counts as having no request.
      let read = try? HurlImport.read(Array(text.utf8), name: "")
      blocks.add(text, of: exported, readBack: read)
    }
    return blocks.text(below: head)
  }

  private static func text(of request: inout ExportedRequest) -> String {
    let definition = request.definition
    var text = "# \(comment(definition.name))\n"
    if !definition.docs.isEmpty {
      for line in definition.docs.split(separator: "\n", omittingEmptySubsequences: false) {
        text += "# \(comment(String(line)))\n"
      }
    }
    reportNames(in: &request)
    let isGraphQL = if case .graphql = definition.body { true } else { false }
    text += "\(definition.method) \(HurlText.value(request.url))\n"
    for header in request.enabledHeaders {
      text += "\(HurlText.key(header.name)): \(HurlText.value(header.value))\n"
    }
    if isGraphQL, !request.enabledHeaders.contains(where: { $0.name.lowercased() == "content-type" }) {
      text += "Content-Type: application/json\n"
    }
    text += options(of: request)
    if let login = request.login, login.scheme == .basic {
      text += "[BasicAuth]\n\(HurlText.key(login.user)): \(HurlText.value(login.password))\n"
    }
    text += body(definition.body, &request)
    return text + HurlChecks.text(of: definition) { request.report($0) }
  }

  private static func options(of request: ExportedRequest) -> String {
    let settings = request.definition.settings
    var lines: [String] = []
    if settings.followRedirects != false {
      lines.append(settings.forwardAuthorization == true ? "location-trusted: true" : "location: true")
      lines.append("max-redirs: \(settings.maxRedirects ?? RequestSettings.usualMaxRedirects)")
    }
    if let login = request.login, login.scheme == .digest {
      lines += ["digest: true", "user: \(HurlText.value("\(login.user):\(login.password)"))"]
    }
    if let accepts = settings.acceptsCompression { lines.append("compressed: \(accepts)") }
    if let timeout = settings.timeout, timeout >= 1 { lines.append("max-time: \(Int(min(timeout, 1e12)))ms") }
    if request.trust.verifies?.value == false { lines.append("insecure: true") }
    if let authorities = request.trust.authorities { lines.append("cacert: \(HurlText.value(authorities.value))") }
    return lines.isEmpty ? "" : "[Options]\n" + lines.map { $0 + "\n" }.joined()
  }

  private static func body(_ body: BodyDefinition, _ request: inout ExportedRequest) -> String {
    switch body {
    case .none: return ""
    case .text(let kind, let text): return HurlText.body(text, kind)
    case .graphql(let query, let variables):
      let rest = variables.utf8.contains { $0 > 0x20 } ? "\nvariables \(variables)\n" : "\n"
      if query.contains("```") || variables.contains("```") {
        request.report("the query contains three backticks, which end it in Hurl")
      }
      return "```graphql\n\(query)\(rest)```\n"
    case .file: return request.file.map { "file,\(HurlText.file($0));\n" } ?? ""
    case .form(let rows):
      let sent = rows.filter { $0.isEnabled && !($0.name.isEmpty && $0.value.isEmpty) }
      let lines = sent.map { "\(HurlText.key($0.name)): \(HurlText.value($0.value))\n" }
      if sent.contains(where: \.name.isEmpty) { request.report("Hurl does not send a field without a name") }
      if lines.isEmpty { request.report("Hurl does not send an empty form") }
      return "[FormParams]\n" + lines.joined()
    case .multipart(let parts):
      var lines: [String] = []
      for part in parts where part.isEnabled {
        switch part.content {
        case .text(let text):
          if !part.contentType.isEmpty || part.fileName != nil {
            request.report("the type and file name of the text part \(part.name) are not carried over")
          }
          lines.append("\(HurlText.key(part.name)): \(HurlText.part(text))\n")
        case .files(let paths):
          let type = part.contentType.isEmpty ? "" : " \(part.contentType)"
          if part.fileName != nil { request.report("the file name of the part \(part.name) is not carried over") }
          lines += paths.map { "\(HurlText.key(part.name)): file,\(HurlText.file($0));\(type)\n" }
        }
      }
      return "[MultipartFormData]\n" + lines.joined()
    }
  }

  /// Reports names and methods that Hurl cannot express.
  private static func reportNames(in request: inout ExportedRequest) {
    let method = request.definition.method
    if !method.utf8.allSatisfy({ $0.isASCIIUppercase }) {
      request.report("the method \(method) is invalid in Hurl, which allows capital letters only")
    }
    let body = request.definition.body
    let texts = [request.url, body.text + body.variables] + request.enabledHeaders.flatMap { [$0.name, $0.value] }
    let names = Set(texts.flatMap(HurlText.variables)).filter { name in
      !["$uuid", "$isoTimestamp"].contains(name)
        && !name.utf8.allSatisfy { byte in
          byte.isASCIIAlphanumeric || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
        }
    }
    for name in names.sorted() { request.report("the variable {{\(name)}} has no name in Hurl") }
  }

  private static func comment(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

/// Hurl's quoting of texts, for export and for the check of the exported text.
enum HurlText {
  static func value(_ text: String) -> String { escaped(text, marks: { $0 == "#" }) }

  /// Quotes a key: letters, digits and some punctuation are unchanged; others become `\u{…}`, except the two with their
  /// own escapes.
  static func key(_ text: String) -> String {
    escaped(text, numbers: { !isKey($0) && $0 != "#" && $0 != ":" }, marks: { $0 == "#" || $0 == ":" })
  }

  static func file(_ path: String) -> String {
    escaped(path, numbers: { $0 == "{" || $0 == "}" }, marks: { "#; ".unicodeScalars.contains($0) })
  }

  /// Quotes the text of a part, which must not look like a file.
  static func part(_ text: String) -> String {
    text.hasPrefix("file,") ? "\\u{66}" + value(String(text.dropFirst())) : value(text)
  }

  /// Quotes a body: over several lines unchanged, or between backticks on one line if its content would end the
  /// quotation.
  static func body(_ text: String, _ kind: BodyDefinition.TextKind) -> String {
    let isTyped = kind == .json || kind == .xml
    let isLong = text.utf8.contains(UInt8(ascii: "\n")) || isTyped
    let isSafe = !text.contains("```") && !text.hasSuffix("`") && !text.utf8.contains(UInt8(ascii: "\r"))
    let text = text.hurlVariables
    if isLong, isSafe { return "```\(isTyped ? kind.word : "")\n\(text)```\n" }
    let line = escaped(text, numbers: { $0.value < 0x20 }, keepsEnds: true, marks: { $0 == "`" || $0 == "#" })
    return "`\(line)`\n"
  }

  private static func isKey(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      || "_-.@$".unicodeScalars.contains(scalar)
  }

  /// - Parameters:
  ///   - numbers: the characters to write as `\u{…}`.
  ///   - marks: the characters to write with a backslash.
  private static func escaped(
    _ text: String, numbers: (Unicode.Scalar) -> Bool = { _ in false }, keepsEnds: Bool = false,
    marks: (Unicode.Scalar) -> Bool
  ) -> String {
    var result = ""
    for (piece, isVariable) in pieces(text) {
      if isVariable {
        result += piece.hurlVariables
        continue
      }
      for scalar in piece.unicodeScalars {
        let named: [Unicode.Scalar: String] = ["\n": "\\n", "\r": "\\r", "\t": "\\t"]
        let number = "\\u{\(String(scalar.value, radix: 16))}"
        if scalar == "\\" {
          result += "\\\\"
        } else if numbers(scalar) {
          result += number
        } else if let name = named[scalar] {
          result += name
        } else if marks(scalar) {
          result += scalar == " " ? "\\u{20}" : "\\\(scalar)"
        } else if scalar.value < 0x20 || scalar.value == 0x7F {
          result += number
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    if keepsEnds { return result }
    if result.hasPrefix(" ") { result = "\\u{20}" + result.dropFirst() }
    if result.hasSuffix(" ") { result = result.dropLast() + "\\u{20}" }
    return result
  }

  /// The text split into variables and the texts between them.
  private static func pieces(_ text: String) -> [(text: String, isVariable: Bool)] {
    var pieces: [(text: String, isVariable: Bool)] = []
    var rest = Substring(text)
    while let open = rest.utf8.range(ofBytes: "{{"),
      let close = rest[open.upperBound...].utf8.range(ofBytes: "}}")
    {
      let inner = rest[open.upperBound..<close.lowerBound]
      guard !inner.utf8.contains(UInt8(ascii: "\n")), !inner.utf8.contains(UInt8(ascii: "\r")) else {
        pieces.append((String(rest[..<open.upperBound]), false))
        rest = rest[open.upperBound...]
        continue
      }
      pieces.append((String(rest[..<open.lowerBound]), false))
      pieces.append((String(rest[open.lowerBound..<close.upperBound]), true))
      rest = rest[close.upperBound...]
    }
    return pieces + [(String(rest), false)]
  }

  static func variables(_ text: String) -> [String] {
    pieces(text).filter(\.isVariable).map { String($0.text.dropFirst(2).dropLast(2)) }
  }
}

extension HurlText {
  /// Parses a part: `file,PATH; TYPE`, or a text.
  static func part(_ pair: HurlEntry.Pair) -> FormPart {
    guard pair.raw.hasPrefix("file,") else { return FormPart(pair.name, .text(pair.value)) }
    var scanner = HurlScanner(String(pair.raw.dropFirst(5)))
    let path = HurlScanner.unescaped(scanner.raw(until: [";"]))
    _ = scanner.take(";")
    return FormPart(pair.name, .files([path]), contentType: scanner.raw(until: ["#"]))
  }
}

extension String {
  /// Our dynamic values in Hurl's syntax.
  fileprivate var hurlVariables: String {
    replacing("{{$uuid}}", with: "{{newUuid}}").replacing("{{$isoTimestamp}}", with: "{{newDate}}")
  }
}
