import Basics
import Workspaces

/// Converts the templates of Insomnia (Nunjucks) to our variables.
///
/// ```
/// {{ _.name }}  {{ _['my-var'] }}                {{name}}  {{my-var}}
/// {% response 'body', 'req_1', 'b64::…::46b' %}  {{Login | $.token}}
/// {% prompt 'Title', 'Label', 'usual' %}         {{?Label||usual}}
/// {% uuid %}  {% now 'unix' %}                   {{$uuid}}  {{$timestamp}}
/// ```
///
/// Anything else stays unchanged, and is rejected when it is sent.
struct InsomniaTemplate {
  /// The paths of requests in the collection, by their identifiers.
  let paths: [String: String]
  /// The templates that were not converted.
  private(set) var kept: [String] = []

  mutating func converted(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "{")), text.utf8.holds("{{") || text.utf8.holds("{%") else { return text }
    var result = ""
    var rest = Substring(text)
    while let open = Self.opening(in: rest) {
      let isTag = rest[open].utf8.last == UInt8(ascii: "%")
      guard let close = rest[open.upperBound...].utf8.range(ofBytes: isTag ? "%}" : "}}") else { break }
      let written = rest[open.lowerBound..<close.upperBound]
      let inner = rest[open.upperBound..<close.lowerBound]
      result += rest[..<open.lowerBound]
      result += (isTag ? tag(inner) : variable(inner)) ?? keep(written)
      rest = rest[close.upperBound...]
    }
    return result + rest
  }

  private mutating func keep(_ written: Substring) -> String {
    kept.append(written.unicodeScalars.prefix(60).map(String.init).joined())
    return String(written)
  }

  /// The first `{{` or `{%`. The first of three braces belongs to a JSON object.
  private static func opening(in text: Substring) -> Range<Substring.Index>? {
    let brace = UInt8(ascii: "{")
    var rest = text.utf8
    while let start = rest.firstIndex(of: brace) {
      let next = rest.index(after: start)
      guard next < rest.endIndex else { return nil }
      let end = rest.index(after: next)
      let isInObject = rest[next] == brace && end < rest.endIndex && rest[end] == brace
      if rest[next] == UInt8(ascii: "%") || rest[next] == brace && !isInObject { return start..<end }
      rest = rest[next...]
    }
    return nil
  }

  // MARK: Variables

  /// `nil` for an expression that is not a variable.
  private func variable(_ inner: Substring) -> String? {
    let name = inner.trimmingASCII(\.isBlankOrLineEnd)
    if let text = Self.literal(name) { return "{{'\(text)'}}" }
    guard name.hasPrefix("_.") || name.hasPrefix("_[") else {
      // Older exports name variables without the underscore.
      return name.isEmpty || !name.utf8.allSatisfy(Self.isNamePart) ? nil : "{{\(name)}}"
    }
    return Self.steps(name.dropFirst()).map { "{{\($0.joined(separator: "."))}}" }
  }

  /// The text in quotes, if it contains no quotes itself.
  private static func literal(_ text: String) -> String? {
    let inner = text.dropFirst().dropLast()
    guard text.utf8.count > 2, let quote = text.utf8.first, "'\"".utf8.contains(quote), text.utf8.last == quote,
      !inner.utf8.contains(where: { "'\\\n".utf8.contains($0) || $0 == quote })
    else { return nil }
    return String(inner)
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte >= 0x80 || "_-.$".utf8.contains(byte)
  }

  /// Parses any number of `.name`, `['name']` and `["name"]`.
  private static func steps(_ text: Substring) -> [String]? {
    var steps: [String] = []
    var rest = text.utf8
    while let mark = rest.popFirst() {
      if mark == UInt8(ascii: ".") {
        let name = rest.prefix { isNamePart($0) && $0 != UInt8(ascii: ".") }
        steps.append(String(Substring(name)))
        rest = rest.dropFirst(name.count)
      } else if mark == UInt8(ascii: "["), let quote = rest.popFirst(), "'\"".utf8.contains(quote) {
        let name = rest.prefix { $0 != quote }
        steps.append(String(Substring(name)))
        rest = rest.dropFirst(name.count + 1)
        guard rest.popFirst() == UInt8(ascii: "]") else { return nil }
      } else {
        return nil
      }
    }
    return steps.contains { $0.isEmpty || $0.utf8.holds("}") } ? nil : steps
  }

  // MARK: Tags

  /// `nil` for a tag without an equivalent.
  private func tag(_ inner: Substring) -> String? {
    let text = inner.trimmingASCII(\.isBlankOrLineEnd)
    let name = text.prefix { !$0.isWhitespace }
    guard let arguments = Self.arguments(text.dropFirst(name.count)) else { return nil }
    func argument(_ index: Int) -> String { index < arguments.count ? arguments[index] : "" }
    switch name {
    case "response": return response(argument(0), of: argument(1), filter: argument(2), argument(3), age: argument(4))
    case "prompt":
      let label = argument(1).isEmpty ? argument(0) : argument(1)
      return Self.prompt(label, usual: argument(2), isHidden: argument(4) == "true")
    case "uuid": return "{{$uuid}}"
    case "now":
      let formats = ["": "isoTimestamp", "iso-8601": "isoTimestamp", "unix": "timestamp"]
      let custom = argument(0) == "custom" ? Self.dateFormat(argument(1)).map { "localDatetime '\($0)'" } : nil
      return (custom ?? formats[argument(0)]).map { "{{$\($0)}}" }
    case "faker": return DynamicValues.knows(argument(0)) ? "{{$\(argument(0))}}" : nil
    default: return nil
    }
  }

  private func response(
    _ part: String, of id: String, filter: String, _ sending: String, age: String
  ) -> String? {
    guard let path = paths[id] else { return nil }
    let words = ["body": filter, "header": "header \(filter)", "raw": "$"]
    // Without a response, the request is always sent first; these two settings also send it again.
    let ages = ["always": " | 0s", "when-expired": " | \(age.isEmpty ? "60" : age)s"]
    guard let word = words[part] else { return nil }
    let name = "\(path) | \(word)\(ages[sending] ?? "")"
    guard !name.utf8.holds("}}"), ResponseReference(name)?.requestID == path else { return nil }
    return "{{\(name)}}"
  }

  private static func prompt(_ label: String, usual: String, isHidden: Bool) -> String? {
    let texts = [label, usual].map { text in
      let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && !"|,\"".utf8.contains($0) }
      return isPlain ? text : "\"\(text.replacing("\"", with: "\"\""))\""
    }
    guard !label.isEmpty, !(label + usual).utf8.contains(where: { "{}\n".utf8.contains($0) }) else { return nil }
    return "{{?\(texts[0])" + (usual.isEmpty ? "" : "||\(texts[1])") + (isHidden ? "|hidden" : "") + "}}"
  }

  /// The same format in the syntax of Day.js; `nil` if it has units other than years to milliseconds.
  private static func dateFormat(_ text: String) -> String? {
    let isPlain = text.utf8.allSatisfy {
      !$0.isASCIILetter && $0 != UInt8(ascii: "'") || "yYMdDHhmsS".utf8.contains($0)
    }
    guard isPlain, !text.isEmpty else { return nil }
    return text.replacing("y", with: "Y").replacing("d", with: "D")
  }

  /// Parses texts in quotes (also Base64 between `b64::` and `::46b`), numbers and words; `nil` for anything else.
  private static func arguments(_ text: Substring) -> [String]? {
    var found: [String] = []
    var rest = text.utf8.drop(while: \.isBlankOrLineEnd)
    while let first = rest.first {
      if first == UInt8(ascii: "'") || first == UInt8(ascii: "\"") {
        rest = rest.dropFirst()
        var bytes: [UInt8] = []
        while let byte = rest.popFirst(), byte != first {
          bytes.append(byte == UInt8(ascii: "\\") ? rest.popFirst() ?? byte : byte)
        }
        found.append(plain(String(decoding: bytes, as: UTF8.self)))
      } else {
        let word = rest.prefix { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
        guard !word.isEmpty else { return nil }
        found.append(String(Substring(word)))
        rest = rest.dropFirst(word.count)
      }
      rest = rest.drop(while: \.isBlankOrLineEnd)
      guard let comma = rest.popFirst() else { break }
      guard comma == UInt8(ascii: ",") else { return nil }
      rest = rest.drop(while: \.isBlankOrLineEnd)
    }
    return found
  }

  private static func plain(_ text: String) -> String {
    guard text.hasPrefix("b64::"), text.hasSuffix("::46b"), text.utf8.count >= 10 else { return text }
    let bytes = Base64.decodeLeniently(Array(text.utf8.dropFirst(5).dropLast(5)))
    return bytes.flatMap { String(validating: $0, as: UTF8.self) } ?? text
  }
}
