import Basics
import Serving
import Workspaces

/// Makes the pattern of a request's target from its URL as it is written.
struct ServedURL {
  /// The value of variables that stand before the path; `nil` for one that is not known or secret.
  let value: (_ text: String) -> String?

  /// - Parameters:
  ///   - url: with variables.
  ///   - values: what stands in the file for the names in its path.
  ///   - query: counts where the URL has none.
  func pattern(of url: String, values: [String: String] = [:], query: [QueryText.Pair] = []) -> TargetPattern {
    let written = QueryText.pairs(of: url)
    let pairs = (written.isEmpty ? query : written).map { pair in
      TargetPattern.Parameter(Self.decoded(pair.name), Self.parameter(pair.value ?? ""))
    }
    return TargetPattern(path: PathPattern(path(of: url), values: values), query: pairs)
  }

  /// Without scheme, host and query; what variables before it say of the path is a part of it.
  private func path(of url: String) -> String {
    var text = QueryText.url(url, with: [])
    if let fragment = Self.first("#", in: text) { text = String(text[..<fragment]) }
    let isRooted = text.hasPrefix("/")
    let start = text.firstRange(of: "://").map(\.upperBound) ?? text.startIndex
    let slash = Self.first("/", in: text[start...]) ?? text.endIndex
    guard !isRooted else { return text }
    return Self.afterHost(value(String(text[..<slash])) ?? "") + text[slash...]
  }

  private static func afterHost(_ text: String) -> String {
    let rest = text.firstRange(of: "://").map { text[$0.upperBound...] } ?? text[...]
    return rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? ""
  }

  /// Outside `{{…}}`.
  private static func first(_ mark: Character, in text: some StringProtocol) -> String.Index? {
    var index = text.startIndex
    var hasBraces = true
    while index < text.endIndex {
      if hasBraces, text[index...].hasPrefix("{{") {
        if let end = text[index...].firstRange(of: "}}") {
          index = end.upperBound
          continue
        }
        hasBraces = false
      }
      if text[index] == mark { return index }
      index = text.index(after: index)
    }
    return nil
  }

  /// What is masked may have been anything.
  private static func parameter(_ text: String) -> HoledText {
    text.contains(Self.mask) ? HoledText([.hole]) : HoledText(text.contains("{{") ? text : decoded(text))
  }

  private static func decoded(_ text: String) -> String { PercentEncoding.decodedText(text, plusIsSpace: true) }

  private static let mask = "••••"
}
