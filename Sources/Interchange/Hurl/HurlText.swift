import Basics
import Workspaces

/// Hurl's quoting of texts, for the export and for reading back.
enum HurlText {
  static func value(_ text: String) -> String { escaped(text, marks: { $0 == "#" }) }

  /// Letters, digits and some punctuation are written as they are; other characters as `\u{…}`, except the two with
  /// escapes of their own.
  static func key(_ text: String) -> String {
    escaped(text, numbers: { !isKey($0) && $0 != "#" && $0 != ":" }, marks: { $0 == "#" || $0 == ":" })
  }

  static func file(_ path: String) -> String {
    escaped(path, numbers: { $0 == "{" || $0 == "}" }, marks: { "#; ".unicodeScalars.contains($0) })
  }

  /// The text of a part, which must not look like a file.
  static func part(_ text: String) -> String {
    text.hasPrefix("file,") ? "\\u{66}" + value(String(text.dropFirst())) : value(text)
  }

  /// Over several lines as it is; between backticks on one line if something in it would end that.
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
  ///   - numbers: characters written as `\u{…}`.
  ///   - marks: characters written with a backslash.
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

  /// The names of the variables in a text.
  static func variables(_ text: String) -> [String] {
    pieces(text).filter(\.isVariable).map { String($0.text.dropFirst(2).dropLast(2)) }
  }
}

extension HurlText {
  /// A part as written: `file,PATH; TYPE`, or a text.
  static func part(_ pair: HurlEntry.Pair) -> FormPart {
    guard pair.raw.hasPrefix("file,") else { return FormPart(pair.name, .text(pair.value)) }
    var scanner = HurlScanner(String(pair.raw.dropFirst(5)))
    let path = HurlScanner.unescaped(scanner.raw(until: [";"]))
    _ = scanner.take(";")
    return FormPart(pair.name, .files([path]), contentType: scanner.raw(until: ["#"]))
  }

  /// `30s`, `500ms`, `2m`; seconds without a unit. `nil` for anything else.
  static func milliseconds(_ text: String) -> Double? {
    let digits = text.prefix { $0.isNumber }
    guard let number = Double(digits) else { return nil }
    switch text.dropFirst(digits.count) {
    case "ms": return number
    case "s", "": return number * 1000
    case "m": return number * 60_000
    default: return nil
    }
  }
}

extension String {
  /// Our dynamic values in Hurl's syntax.
  fileprivate var hurlVariables: String {
    replacing("{{$uuid}}", with: "{{newUuid}}").replacing("{{$isoTimestamp}}", with: "{{newDate}}")
  }
}
