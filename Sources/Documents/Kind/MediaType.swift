/// A Content-Type field (RFC 9110 section 8.3), read leniently.
struct MediaType: Equatable, Sendable {
  /// In lower case; empty when there is none.
  var type = ""
  var subtype = ""
  private var parameters: [(name: String, value: String)] = []

  init(_ text: String?) {
    let parts = Self.split(text ?? "", at: ";")
    let names = (parts.first ?? "").split(separator: "/", maxSplits: 1).map { Self.trimmed($0).lowercased() }
    if names.count == 2 { (type, subtype) = (names[0], names[1]) }
    for part in parts.dropFirst() {
      guard let equals = part.firstIndex(of: "=") else { continue }
      let value = Self.trimmed(part[part.index(after: equals)...])
      parameters.append((Self.trimmed(part[..<equals]).lowercased(), Self.unquoted(value)))
    }
  }

  subscript(parameter name: String) -> String? { parameters.first { $0.name == name }?.value }

  /// Splits outside of quotes.
  private static func split(_ text: String, at separator: Character) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    var isQuoted = false
    for index in text.indices {
      if text[index] == "\"" { isQuoted.toggle() }
      if text[index] == separator, !isQuoted {
        parts.append(text[start..<index])
        start = text.index(after: index)
      }
    }
    return parts + [text[start...]]
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    var rest = text[...]
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return String(rest)
  }

  private static func unquoted(_ text: String) -> String {
    guard text.count >= 2, text.first == "\"", text.last == "\"" else { return text }
    var result = ""
    var isEscaped = false
    for character in text.dropFirst().dropLast() {
      if character == "\\", !isEscaped {
        isEscaped = true
      } else {
        result.append(character)
        isEscaped = false
      }
    }
    return result
  }

  static func == (left: MediaType, right: MediaType) -> Bool {
    left.type == right.type && left.subtype == right.subtype
      && left.parameters.elementsEqual(right.parameters, by: { $0 == $1 })
  }
}
