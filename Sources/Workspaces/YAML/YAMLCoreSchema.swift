import Basics

/// The core schema of YAML 1.2: the type of a plain scalar. `yes`, `1_000`, `1:30` and dates are strings here.
enum YAMLCoreSchema {
  enum Kind: Hashable, Sendable {
    case null, bool, int, float, string
  }

  static func kind(of text: String) -> Kind {
    guard let first = text.utf8.first else { return .null }
    // Nearly every scalar is a word whose first letter rules out all other types.
    guard mayBeMore(first) else { return .string }
    switch text {
    case "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE", "false", "False", "FALSE": return .bool
    default: break
    }
    guard !first.isASCIILetter else { return .string }
    if first.isASCIIDigit, text.utf8.allSatisfy(\.isASCIIDigit) { return .int }
    var bytes = Array(text.utf8)[...]
    if let radix = radix(of: bytes) { return bytes.dropFirst(2).allSatisfy(radix) ? .int : .string }
    if bytes.first == UInt8(ascii: "+") || bytes.first == UInt8(ascii: "-") { bytes = bytes.dropFirst() }
    if isWord(bytes, "inf") { return .float }
    if isWord(Array(text.utf8)[...], "nan") { return .float }
    guard !bytes.isEmpty else { return .string }
    if bytes.allSatisfy(\.isASCIIDigit) { return .int }
    return isFloat(bytes) ? .float : .string
  }

  private static func radix(of bytes: ArraySlice<UInt8>) -> ((UInt8) -> Bool)? {
    guard bytes.count > 2, bytes.first == UInt8(ascii: "0") else { return nil }
    switch bytes[bytes.startIndex + 1] {
    case UInt8(ascii: "o"): return { (0x30...0x37).contains($0) }
    case UInt8(ascii: "x"):
      return \.isHexDigit
    default: return nil
    }
  }

  private static func isWord(_ bytes: ArraySlice<UInt8>, _ word: String) -> Bool {
    guard bytes.count == word.utf8.count + 1, bytes.first == UInt8(ascii: ".") else { return false }
    let rest = String(decoding: bytes.dropFirst(), as: UTF8.self)
    return rest == word || rest == word.uppercased() || rest == word.prefix(1).uppercased() + word.dropFirst()
      || (word == "nan" && rest == "NaN")
  }

  /// `(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`
  private static func isFloat(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    let whole = rest.prefix(while: \.isASCIIDigit)
    rest = rest.dropFirst(whole.count)
    var fraction = rest.prefix(0)
    if rest.first == UInt8(ascii: ".") {
      fraction = rest.dropFirst().prefix(while: \.isASCIIDigit)
      rest = rest.dropFirst(1 + fraction.count)
    }
    guard !whole.isEmpty || !fraction.isEmpty else { return false }
    guard let mark = rest.first else { return true }
    guard mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") else { return false }
    rest = rest.dropFirst()
    if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    return !rest.isEmpty && rest.allSatisfy(\.isASCIIDigit)
  }

  /// `~`, the first letters of null, true and false, and the first characters of numbers.
  private static func mayBeMore(_ byte: UInt8) -> Bool {
    switch byte | 0x20 {
    case UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "f"): true
    default: byte.isASCIIDigit || byte == 0x7E || byte == 0x2B || byte == 0x2D || byte == 0x2E
    }
  }
}

/// Formats numbers as in YAML and JSON: integers without a fraction.
package enum NumberText {
  package static func text(_ value: Double) -> String {
    if let whole = Int(exactly: value) { return String(whole) }
    return value.isFinite ? "\(value)" : "0"
  }
}
