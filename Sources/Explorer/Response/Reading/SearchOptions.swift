package import Documents
import Terminal

/// The options of a search; kept from one search to the next.
package struct SearchOptions: Equatable, Sendable {
  package var isRegex = false
  /// Whether case matters even if the text has no capitals.
  package var isCaseSensitive = false
  package var scope = SearchQuery.Scope.everything

  package init() {}

  /// Text between slashes is always a regular expression.
  func query(_ text: String) -> SearchQuery {
    let isBetweenSlashes = text.count > 2 && text.hasPrefix("/") && text.hasSuffix("/")
    return SearchQuery(
      isBetweenSlashes ? String(text.dropFirst().dropLast()) : text, isRegex: isRegex || isBetweenSlashes,
      caseRule: isCaseSensitive ? .sensitive : .smart, scope: scope)
  }

  /// The options in the border of the prompt.
  enum Switch: CaseIterable {
    case regex, letterCase, scope

    var key: Key {
      switch self {
      case .regex: .alt("r")
      case .letterCase: .alt("c")
      case .scope: .alt("k")
      }
    }
  }

  mutating func toggle(_ item: Switch) {
    switch item {
    case .regex: isRegex.toggle()
    case .letterCase: isCaseSensitive.toggle()
    case .scope:
      switch scope {
      case .everything: scope = .keys
      case .keys: scope = .values
      case .values: scope = .everything
      }
    }
  }

  func isOn(_ item: Switch) -> Bool {
    switch item {
    case .regex: isRegex
    case .letterCase: isCaseSensitive
    case .scope: scope != .everything
    }
  }

  func title(of item: Switch) -> String {
    switch item {
    case .regex: "regex"
    case .letterCase: "case"
    case .scope:
      switch scope {
      case .everything: "keys+values"
      case .keys: "keys only"
      case .values: "values only"
      }
    }
  }
}
