import Basics

/// Literal `{{` in a foreign text, where it would otherwise start a variable of ours.
enum TemplateBraces {
  /// The variable that stands for them.
  static let name = "open_braces"

  /// The text with literal `{{` escaped.
  static func escaping(_ text: String) -> String {
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

  /// The unescaped text; `nil` if it contains a variable of ours.
  static func unescaping(_ text: String) -> String? {
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
}
