import Basics

/// Texts of a script for k6.
enum K6Text {
  static func quoted(_ text: String) -> String { JavaScriptText.text.quoted(text) }

  /// A comment on one line, without anything that ends it.
  static func comment(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { CodeText.isPlain($0) ? $0 : " " }))
  }

  /// What a request is found by: references name its file, which is named after the request.
  static func key(_ name: String) -> String {
    name.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "/" }.joined(separator: "-")
  }

  /// `[["a","1"],["b","2"]]`
  static func pairs(_ pairs: [(String, String)]) -> String {
    "[" + pairs.map { "[\(quoted($0.0)), \(quoted($0.1))]" }.joined(separator: ", ") + "]"
  }

  static func path(_ steps: [K6Step]) -> String {
    "["
      + steps.map { step in
        switch step {
        case .name(let name): quoted(name)
        case .index(let index): String(index)
        }
      }.joined(separator: ", ") + "]"
  }
}

/// A step of a path into an answer.
enum K6Step: Hashable {
  case name(String)
  case index(Int)
}
