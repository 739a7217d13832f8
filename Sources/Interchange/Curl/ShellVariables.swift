import Workspaces

/// The variables of a script while it is read: what the text itself assigns, what the surroundings know, and for the
/// rest `{{NAME}}`.
struct ShellVariables: Sendable {
  let surroundings: CurlImport.Surroundings
  private(set) var assigned: [String: String] = [:]
  private(set) var notices: [ImportNotice] = []

  /// Stands for two braces that were in the text itself, where they would read as a variable of ours.
  static let braces = "open_braces"

  init(_ surroundings: CurlImport.Surroundings) {
    self.surroundings = surroundings
  }

  mutating func assign(_ assignments: [(name: String, value: ShellWord)]) {
    for (name, value) in assignments { assigned[name] = expanded(value) }
  }

  /// The words that one word becomes; curl sees what the shell would have made of it.
  func arguments(_ word: ShellWord) -> [CurlArgument] {
    [CurlArgument(expanded(word), line: word.line)]
  }

  /// The text with known variables filled in; `{{` of the text itself is kept apart from our own.
  func expanded(_ word: ShellWord) -> String {
    word.segments.map { segment in
      switch segment {
      case .text(let text), .substitution(let text): Self.escapingBraces(text)
      case .variable(let name): surroundings.variable(name).map(Self.escapingBraces) ?? "{{\(name)}}"
      }
    }.joined()
  }

  static func escapingBraces(_ text: String) -> String {
    // Most texts have no brace at all, and looking for one byte is fast.
    guard text.utf8.contains(UInt8(ascii: "{")), text.utf8.firstRange(of: "{{".utf8) != nil else { return text }
    var result = ""
    var rest = Substring(text)
    while let range = rest.utf8.firstRange(of: "{{".utf8) {
      result += rest[..<range.lowerBound] + "{{\(braces)}}"
      rest = rest[range.upperBound...]
    }
    return result + rest
  }

  /// Rows for the variables that the request uses and the text gives a value.
  func rows(usedIn texts: [String]) -> [Row] {
    let texts = texts.filter { $0.utf8.contains(UInt8(ascii: "{")) }
    if texts.isEmpty { return [] }
    var rows: [Row] = []
    if texts.contains(where: { $0.contains("{{\(Self.braces)}}") }) { rows.append(Row(Self.braces, "{{")) }
    for (name, value) in assigned.sorted(by: { $0.key < $1.key }) {
      if texts.contains(where: { $0.contains("{{\(name)}}") }) { rows.append(Row(name, value)) }
    }
    return rows
  }
}
