import Basics

/// Escapes literal `{{` in a foreign text, which would otherwise start one of our variables.
package enum TemplateBraces {
  /// The variable that represents the braces.
  package static let name = "open_braces"

  /// The text with literal `{{` escaped.
  package static func escaping(_ text: String) -> String {
    // Most texts have no brace at all, and searching for one byte is fast.
    guard text.utf8.contains(UInt8(ascii: "{")), text.utf8.holds("{{") else { return text }
    var result = ""
    var rest = Substring(text)
    while let range = rest.utf8.range(ofBytes: "{{") {
      result += rest[..<range.lowerBound] + "{{\(name)}}"
      rest = rest[range.upperBound...]
    }
    return result + rest
  }

  /// The same, but `{{name}}` stays a variable, without blanks around its name.
  package static func escapingOthers(_ text: String) -> String {
    outside(
      text, escaping,
      inside: { inner in
        let name = inner.trimmingASCII(\.isBlank)
        return isName(name) ? "{{\(name)}}" : "{{\(Self.name)}}" + escaping(inner + "}}")
      })
  }

  /// True if a text contains an escaped `{{name}}`.
  package static func holdsName(_ escaped: String) -> Bool {
    guard escaped.utf8.holds("{{\(name)}}") else { return false }
    var found = false
    _ = outside(
      text(escaped), { $0 },
      inside: { inner in
        found = found || isName(inner.trimmingASCII(\.isBlank))
        return inner
      })
    return found
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 >= 0x80 || "_-.$".utf8.contains($0) }
  }

  /// The text with escaped braces restored.
  package static func text(_ text: String) -> String { text.replacing("{{\(name)}}", with: "{{") }

  /// The unescaped text; `nil` if it contains one of our variables.
  package static func unescaping(_ text: String) -> String? {
    guard text.utf8.holds("{{") else { return text }
    var result = ""
    var rest = Substring(text)
    while let range = rest.utf8.range(ofBytes: "{{") {
      guard let token = rest.utf8.range(ofBytes: "{{\(name)}}"), token.lowerBound == range.lowerBound else {
        return nil
      }
      result += rest[..<range.lowerBound] + "{{"
      rest = rest[token.upperBound...]
    }
    return result + rest
  }

  /// The trimmed texts between double braces.
  package static func contents(of text: String) -> [String] {
    text.split(separator: "{{", omittingEmptySubsequences: false).dropFirst().compactMap { part in
      part.firstRange(of: "}}").map { String(part[..<$0.lowerBound]).trimmed }
    }
  }

  /// Changes each part of the text outside `{{…}}`, and optionally the parts inside.
  package static func outside(
    _ text: String, _ change: (String) -> String, inside: (String) -> String = { "{{\($0)}}" }
  ) -> String {
    guard text.utf8.contains(UInt8(ascii: "{")), text.utf8.holds("{{") else { return change(text) }
    var result = ""
    var rest = Substring(text)
    while let open = rest.utf8.range(ofBytes: "{{"),
      let close = rest[open.upperBound...].utf8.range(ofBytes: "}}")
    {
      result += change(String(rest[..<open.lowerBound])) + inside(String(rest[open.upperBound..<close.lowerBound]))
      rest = rest[close.upperBound...]
    }
    return result + change(String(rest))
  }
}

extension RequestDefinition {
  /// The request with `change` applied to every text that may contain variables.
  package func mappingTexts(_ change: (String) -> String) -> RequestDefinition {
    var copy = self
    copy.method = change(method)
    copy.url = change(url)
    copy.params = params.map { Parameter($0.place, $0.row.mappingTexts(change)) }
    copy.headers = headers.map { $0.mappingTexts(change) }
    copy.body = body.mappingTexts(change)
    copy.authentication = authentication.mappingTexts(change)
    copy.variables = variables.map { $0.mappingTexts(change) }
    copy.condition = change(condition)
    for index in assertions.indices { copy.assertions[index].value = change(assertions[index].value) }
    for index in conversation.messages.indices {
      copy.conversation.messages[index].data = change(conversation.messages[index].data)
    }
    copy.graphQL.connectionInit = change(graphQL.connectionInit)
    copy.graphQL.files = graphQL.files.map { $0.mappingTexts(change) }
    return copy
  }
}

extension SharedSettings {
  /// The settings with `change` applied to every text that may contain variables.
  package func mappingTexts(_ change: (String) -> String) -> SharedSettings {
    var copy = self
    copy.definition = definition.mappingTexts(change)
    return copy
  }
}

extension Row {
  package func mappingTexts(_ change: (String) -> String) -> Row {
    var copy = self
    copy.name = change(name)
    copy.value = change(value)
    return copy
  }
}

extension Authentication {
  fileprivate func mappingTexts(_ change: (String) -> String) -> Authentication {
    var copy = self
    for index in fields.indices { copy.fields[index].value = change(fields[index].value) }
    for index in parameters.indices { copy.parameters[index].value = change(parameters[index].value) }
    return copy
  }
}

extension BodyDefinition {
  fileprivate func mappingTexts(_ change: (String) -> String) -> BodyDefinition {
    var copy = self
    copy.text = change(text)
    copy.variables = change(variables)
    copy.rows = rows.map { $0.mappingTexts(change) }
    copy.parts = parts.map { $0.mappingTexts(change) }
    for index in choices.indices { copy.choices[index].path = change(choices[index].path) }
    return copy
  }
}

extension FormPart {
  fileprivate func mappingTexts(_ change: (String) -> String) -> FormPart {
    var copy = self
    copy.name = change(name)
    switch content {
    case .text(let text): copy.content = .text(change(text))
    case .files(let paths): copy.content = .files(paths.map(change))
    }
    return copy
  }
}
