import Basics

/// Finds the `{{…}}` in a text, and the tags of Insomnia. Double braces around content that cannot be a variable are
/// plain text: nested JSON, code, or nothing.
enum TemplateScanner {
  struct Reference: Equatable {
    enum Kind: Equatable {
      case value
      /// `{{'text'}}`, which stands for the text itself.
      case literal
      /// `{% name … %}`.
      case tag
    }

    /// UTF-8 offsets, braces included.
    var range: Range<Int>
    /// The text between the braces, trimmed, which may itself contain `{{…}}`; the literal text; the name of the tag.
    var inner: String
    var kind = Kind.value
  }

  static func references(in bytes: [UInt8]) -> [Reference] {
    var found: [Reference] = []
    var index = 0
    while index + 3 < bytes.count {
      guard bytes[index] == UInt8(ascii: "{"), let reference = reference(in: bytes, at: index) else {
        index += 1
        continue
      }
      found.append(reference)
      index = reference.range.upperBound
    }
    return found
  }

  private static func reference(in bytes: [UInt8], at index: Int) -> Reference? {
    if bytes[index + 1] == UInt8(ascii: "%") {
      return tag(in: bytes, at: index).flatMap { TemplateTag.known.contains($0.inner) ? $0 : nil }
    }
    guard isPair(bytes, index, UInt8(ascii: "{")) else { return nil }
    if let literal = literal(in: bytes, at: index) { return literal }
    // In `{{{x}}`, the first brace belongs to a JSON object, unless a name built from a variable begins: `{{{{x}}}}`.
    if bytes[index + 2] == UInt8(ascii: "{"), !isPair(bytes, index + 2, UInt8(ascii: "{")) { return nil }
    guard let end = closing(bytes, from: index), isMeant(bytes[(index + 2)..<(end - 2)]) else { return nil }
    let inner = trimmed(String(decoding: bytes[(index + 2)..<(end - 2)], as: UTF8.self))
    return Reference(range: index..<end, inner: VariableTable.canonical(inner))
  }

  /// The first `{% name … %}` of a text, whatever its name.
  static func tag(in text: String) -> String? {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return nil }
    let bytes = Array(text.utf8)
    return bytes.indices.lazy.filter { bytes[$0] == UInt8(ascii: "{") }.compactMap { tag(in: bytes, at: $0)?.inner }
      .first
  }

  private static func tag(in bytes: [UInt8], at start: Int) -> Reference? {
    guard start + 1 < bytes.count, bytes[start + 1] == UInt8(ascii: "%") else { return nil }
    let inside = bytes[(start + 2)...].drop { $0 == UInt8(ascii: "-") }.drop { $0 == 0x20 }
    let name = inside.prefix { $0.isASCIILetter || $0 == UInt8(ascii: "_") || $0.isASCIIDigit }
    guard name.first?.isASCIIDigit == false else { return nil }
    var index = name.endIndex
    while index + 1 < bytes.count, bytes[index] != 0x0A {
      if bytes[index] == UInt8(ascii: "{"), bytes[index + 1] == UInt8(ascii: "%") { return nil }
      if bytes[index] == UInt8(ascii: "%"), bytes[index + 1] == UInt8(ascii: "}") {
        return Reference(range: start..<(index + 2), inner: String(decoding: name, as: UTF8.self), kind: .tag)
      }
      index += 1
    }
    return nil
  }

  /// `{{'text'}}` in one line.
  private static func literal(in bytes: [UInt8], at start: Int) -> Reference? {
    let open = bytes[(start + 2)...].drop { $0 == 0x20 }
    guard open.first == UInt8(ascii: "'") else { return nil }
    let text = open.dropFirst().prefix { $0 != UInt8(ascii: "'") && $0 != 0x0A }
    guard text.endIndex < bytes.count, bytes[text.endIndex] == UInt8(ascii: "'") else { return nil }
    let end = bytes[(text.endIndex + 1)...].drop { $0 == 0x20 }.startIndex
    guard isPair(bytes, end, UInt8(ascii: "}")) else { return nil }
    return Reference(range: start..<(end + 2), inner: String(decoding: text, as: UTF8.self), kind: .literal)
  }

  /// The last `{{` before `offset` without a `}}`, and the text typed after it, for completing names.
  static func open(in bytes: [UInt8], before offset: Int) -> (start: Int, typed: String)? {
    var index = min(offset, bytes.count)
    while index >= 2 {
      if isPair(bytes, index - 2, UInt8(ascii: "}")) || bytes[index - 1] == 0x0A { return nil }
      if isPair(bytes, index - 2, UInt8(ascii: "{")) {
        return (index, trimmed(String(decoding: bytes[index..<min(offset, bytes.count)], as: UTF8.self)))
      }
      index -= 1
    }
    return nil
  }

  private static let deepest = 8

  private static func closing(_ bytes: [UInt8], from start: Int) -> Int? {
    var depth = 0
    var index = start
    // A prompt that is broken into lines would be sent as text.
    let isQuestion = bytes[(start + 2)...].first { $0 != 0x20 } == UInt8(ascii: "?")
    while index + 1 < bytes.count, isQuestion || bytes[index] != 0x0A {
      if isPair(bytes, index, UInt8(ascii: "{")) {
        depth += 1
        // The limit for nested names.
        guard depth <= deepest else { return nil }
        index += 2
      } else if isPair(bytes, index, UInt8(ascii: "}")) {
        depth -= 1
        index += 2
        if depth == 0 { return index }
      } else {
        index += 1
      }
    }
    return nil
  }

  private static func isPair(_ bytes: [UInt8], _ index: Int, _ brace: UInt8) -> Bool {
    index + 1 < bytes.count && bytes[index] == brace && bytes[index + 1] == brace
  }

  /// True if it contains more than punctuation, and is neither JSON (`"name":`) nor code with unbalanced single braces.
  private static func isMeant(_ bytes: ArraySlice<UInt8>) -> Bool {
    let inner = bytes.drop { $0 == 0x20 }
    if inner.first == UInt8(ascii: "?") { return true }
    if inner.first == UInt8(ascii: "\"") {
      let after = inner.dropFirst().drop { $0 != UInt8(ascii: "\"") }.dropFirst().drop { $0 == 0x20 }
      if after.first == UInt8(ascii: ":") { return false }
    }
    var depth = 0
    for byte in inner where byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") {
      depth += byte == UInt8(ascii: "{") ? 1 : -1
      if depth < 0 { return false }
    }
    return depth == 0 && inner.contains { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_") || $0 >= 0x80 }
  }

  private static func trimmed(_ text: String) -> String {
    text.trimmingASCII(\.isBlank)
  }
}

/// The tags of Insomnia, `{% name … %}`: sending them is refused, with the equivalent syntax of Apus.
enum TemplateTag {
  /// The tags that stand for a value. Other tags, such as `{% if x %}`, may be the text of a template in a body.
  static let known: Set<String> = [
    "response", "prompt", "uuid", "now", "timestamp", "hash", "jsonpath", "file", "cookie", "os", "base64", "request",
    "faker",
  ]

  static func unresolved(_ name: String) -> UnresolvedVariable {
    UnresolvedVariable("{% \(name) … %}", .notUnderstood(instead[name] ?? "give its value as a variable"))
  }

  private static let instead = [
    "response": "write {{REQUEST | $.place}}", "prompt": "write {{?Label}}", "uuid": "write {{$uuid}}",
    "now": "write {{$datetime iso8601}}", "timestamp": "write {{$timestamp}}",
    "faker": "write a variable such as {{$randomFullName}}",
  ]
}

/// Forms of other tools between double braces, with the equivalent syntax of Apus.
enum ForeignForm {
  /// - Returns: `nil` for a name that a variable could have.
  static func problem(with name: String) -> UnresolvedVariable.Reason? {
    if let instead = instead(of: name) { return .notUnderstood("write \(instead)") }
    if name.contains("|") {
      return .notUnderstood("write {{REQUEST | $.place}} for a value of another answer; filters are not supported")
    }
    guard name.utf8.contains(where: { "\"':,;=<>#()\\".utf8.contains($0) }) else { return nil }
    return .notUnderstood("use a variable, or write {{'{{'}} for literal braces")
  }

  private static func instead(of name: String) -> String? {
    // REST Client: the answer to a named request.
    for (mark, part) in [(".response.body.", "$."), (".response.headers.", "header ")] {
      guard let range = name.utf8.range(ofBytes: mark) else { continue }
      let (request, rest) = (String(name[..<range.lowerBound]), String(name[range.upperBound...]))
      guard !rest.isEmpty, !rest.hasPrefix("/") else { continue }
      if mark.contains("header") { return "{{\(request) | \(part)\(rest)}}" }
      return rest == "*" ? "{{\(request) | $}}" : "{{\(request) | \(rest.hasPrefix("$") ? rest : part + rest)}}"
    }
    // Insomnia: the environment.
    guard name.hasPrefix("_") else { return nil }
    if name.hasPrefix("_.") { return "{{\(name.dropFirst(2))}}" }
    for quote in ["'", "\""] where name.hasPrefix("_[\(quote)") && name.hasSuffix("\(quote)]") && name.utf8.count > 5 {
      return "{{\(name.dropFirst(3).dropLast(2))}}"
    }
    return nil
  }
}
