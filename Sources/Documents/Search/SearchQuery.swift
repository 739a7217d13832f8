/// What to look for in a document.
package struct SearchQuery: Equatable, Sendable {
  package enum CaseRule: Equatable, Sendable {
    /// Ignores case unless the text has a capital letter.
    case smart
    case sensitive, insensitive
  }

  /// Which parts of JSON count.
  package enum Scope: Equatable, Sendable { case everything, keys, values }

  package var text: String
  package var isRegex: Bool
  package var caseRule: CaseRule
  package var scope: Scope

  package init(_ text: String, isRegex: Bool = false, caseRule: CaseRule = .smart, scope: Scope = .everything) {
    self.text = text
    self.isRegex = isRegex
    self.caseRule = caseRule
    self.scope = scope
  }

  var ignoresCase: Bool {
    switch caseRule {
    case .sensitive: false
    case .insensitive: true
    // The letter of an escape such as \W does not count as a capital letter.
    case .smart: !(isRegex ? Self.withoutEscapes(text) : text).contains { $0.isUppercase }
    }
  }

  private static func withoutEscapes(_ text: String) -> String {
    var result = ""
    var isEscaped = false
    for character in text {
      if !isEscaped, character != "\\" { result.append(character) }
      isEscaped = !isEscaped && character == "\\"
    }
    return result
  }
}
