import Basics

/// The right side of an assertion, parsed as Bruno does: literals, numbers, texts with or without quotes.
enum CheckOperand {
  static func value(_ text: String) -> CheckValue {
    let text = text.trimmed
    switch text {
    case "true": return .value(.bool(true))
    case "false": return .value(.bool(false))
    case "null": return .value(.null)
    case "undefined": return .undefined
    default: break
    }
    if text.count >= 2, let quote = text.first, quote == text.last, "'\"`".contains(quote) {
      return .text(String(text.dropFirst().dropLast()))
    }
    if let number = Double(text), number.isFinite, text.first != "+", abs(number) <= 9_007_199_254_740_991 {
      return .value(.number(text))
    }
    return .text(text)
  }

  /// `a, b` or `[a, b]`.
  static func list(_ text: String) -> [CheckValue] {
    var text = text.trimmed
    if text.hasPrefix("["), text.hasSuffix("]") { text = String(text.dropFirst().dropLast()) }
    return text.split(separator: ",", omittingEmptySubsequences: false).map { value(String($0)) }
  }

  /// `^a` or `/^a/`.
  static func pattern(_ text: String) -> String {
    let text = text.trimmed
    return text.count > 1 && text.hasPrefix("/") && text.hasSuffix("/") ? String(text.dropFirst().dropLast()) : text
  }
}
