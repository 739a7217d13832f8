import Basics
import Workspaces

/// Reads the body of a Hurl request or response: JSON, XML, a text between backticks, `base64,`, `hex,`, `file,`.
struct HurlBodyReader {
  enum Body {
    case definition(BodyDefinition)
    /// Bytes that are not text.
    case bytes([UInt8])
    case broken(String)
  }

  var scanner: HurlScanner
  /// The text after the body on its last line.
  private(set) var rest = ""

  /// `nil` if no body begins here; then no text is consumed.
  mutating func read() -> Body? {
    if scanner.starts(with: "```") { return multiline() }
    switch scanner.next {
    case "`": return oneLine()
    case "<": return whole { $0.markup() }
    case "{" where scanner.peek(1) != "{" || !isTemplateKey, "[", "\"": return whole { $0.json() }
    default: break
    }
    for (mark, kind) in [("base64,", 0), ("hex,", 1), ("file,", 2)] where scanner.starts(with: mark) {
      var copy = scanner
      guard copy.take(mark) else { return nil }
      if kind == 2 {
        let path = HurlScanner.unescaped(copy.raw(until: [";"]))
        let isWhole = copy.take(";")
        return end(
          copy,
          isWhole
            ? .definition(.file([.init(path: path)])) : .broken("the file of the body does not end with a semicolon"))
      }
      guard let inner = copy.take(upTo: ";") else {
        return broken(copy, "what follows \(mark) does not end with a semicolon")
      }
      let bytes = kind == 0 ? Self.base64(inner) : Self.hexadecimal(inner)
      return end(copy, Self.bytes(bytes))
    }
    return scalarJSON()
  }

  /// Reads a body whose end may be missing, unless that happened too often: each search reads the whole rest.
  private mutating func whole(_ read: (inout Self) -> Body) -> Body {
    guard scanner.failures < HurlScanner.mostFailures else {
      return broken(scanner, "the body is not read: too many earlier bodies are not closed")
    }
    return read(&self)
  }

  private mutating func end(_ place: HurlScanner, _ body: Body) -> Body {
    scanner = place
    rest = scanner.restOfLine()
    return body
  }

  /// Skips the rest of the line there.
  private mutating func broken(_ place: HurlScanner, _ why: String) -> Body {
    scanner = place
    scanner.restOfLine()
    return .broken(why)
  }

  /// True for `{{name}}: value`, which is a header rather than a body.
  private var isTemplateKey: Bool {
    let line = scanner.wholeLine
    guard let end = line.utf8.range(ofBytes: "}}") else { return false }
    return ForeignText.trimmed(String(line[end.upperBound...])).hasPrefix(":")
  }

  private static func packed(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.isBlank && $0 != "\n" && $0 != "\r" }))
  }

  private static func base64(_ text: String) -> [UInt8]? { Base64.decodeLeniently(packed(text).utf8, [.standard]) }

  private static func hexadecimal(_ text: String) -> [UInt8]? { Hexadecimal.bytes(packed(text).utf8) }

  private static func bytes(_ bytes: [UInt8]?) -> Body {
    guard let bytes else { return .broken("the body is not valid base64 or hex") }
    guard let text = String(validating: bytes, as: UTF8.self) else { return .bytes(bytes) }
    return .definition(.text(.text, TemplateBraces.escaping(text)))
  }

  // MARK: Texts between backticks

  private mutating func multiline() -> Body {
    var copy = scanner
    _ = copy.take("```")
    let head = copy.wholeLine
    let words = ForeignText.trimmed(head).split(separator: ",").map(String.init)
    let isHint = words.allSatisfy { $0.utf8.allSatisfy { $0.isASCIILowercase || $0.isASCIIDigit } }
    if isHint, !head.utf8.contains(UInt8(ascii: "`")) { copy.restOfLine() }
    guard var text = copy.take(upTo: "```") else {
      return broken(copy, "the text between ``` is not closed")
    }
    scanner = copy
    rest = scanner.restOfLine()
    let hints = isHint ? words : []
    if hints.contains("escape") {
      var inner = HurlScanner(text)
      text = inner.text(until: [])
    }
    switch hints.first {
    case "json": return .definition(.text(.json, text))
    case "xml": return .definition(.text(.xml, text))
    case "graphql": return .definition(Self.graphQL(text))
    case "base64": return Self.bytes(Self.base64(text))
    case "hex": return Self.bytes(Self.hexadecimal(text))
    default: return .definition(.text(.text, text))
    }
  }

  /// Splits a query from its variables, which follow as JSON after a line that starts with `variables`.
  private static func graphQL(_ text: String) -> BodyDefinition {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    let mark = lines.lastIndex {
      $0.hasPrefix("variables") && ($0.hasPrefix("variables {") || $0.hasPrefix("variables{"))
    }
    guard let mark else { return .graphql(query: lines.joined(separator: "\n"), variables: "") }
    let variables = ([String(lines[mark].dropFirst("variables".count))] + lines[(mark + 1)...]).joined(separator: "\n")
    return .graphql(query: lines[..<mark].joined(separator: "\n"), variables: ForeignText.trimmed(variables))
  }

  private mutating func oneLine() -> Body {
    var copy = scanner
    _ = copy.take("`")
    let text = copy.text(until: ["`", "\n"])
    guard copy.take("`") else {
      return broken(scanner, "the text between backticks is not closed on its line")
    }
    return end(copy, .definition(.text(.text, text)))
  }

  // MARK: JSON and XML

  private mutating func json() -> Body {
    var copy = scanner
    var text = String.UnicodeScalarView()
    var nesting = JSONNesting()
    while let scalar = copy.next {
      text.append(scalar)
      copy.advance()
      _ = nesting.take(UInt8(exactly: scalar.value) ?? 0x80)
      if nesting.depth <= 0, !nesting.isInString { break }
    }
    guard nesting.depth == 0, !nesting.isInString else {
      scanner.failures += 1
      return broken(scanner, "the JSON of the body is incomplete")
    }
    return end(copy, .definition(.text(.json, String(text))))
  }

  /// Reads a single number, word or variable.
  private mutating func scalarJSON() -> Body? {
    let line = ForeignText.trimmed(String(scanner.wholeLine.prefix { $0 != "#" }))
    let isTemplate = line.hasPrefix("{{") && line.hasSuffix("}}") && !isTemplateKey
    guard isTemplate || ["true", "false", "null"].contains(line) || line.first?.isNumber == true && Double(line) != nil
    else { return nil }
    rest = String(scanner.restOfLine().drop { $0 != "#" })
    return .definition(.text(.json, line))
  }

  /// Reads up to the end of the outermost element.
  private mutating func markup() -> Body {
    var copy = scanner
    var text = ""
    var depth = 0
    var isOpen = false
    while !copy.isAtEnd {
      guard copy.next == "<" else {
        if let scalar = copy.next { text.unicodeScalars.append(scalar) }
        copy.advance()
        continue
      }
      let ends = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")]
      let special = ends.first { copy.starts(with: $0.0) }
      guard let tag = copy.take(upTo: special?.1 ?? ">") else { break }
      text += tag + (special?.1 ?? ">")
      if special != nil || tag.hasPrefix("<!") { continue }
      isOpen = true
      if tag.hasPrefix("</") { depth -= 1 } else if !tag.hasSuffix("/") { depth += 1 }
      if depth <= 0 { break }
    }
    guard isOpen, depth == 0 else {
      scanner.failures += 1
      return broken(scanner, "the XML of the body is incomplete")
    }
    return end(copy, .definition(.text(.xml, text)))
  }
}
