import Basics
import Workspaces

/// The variables of a script during parsing: assignments in the text, values from the surroundings, and `{{NAME}}` for
/// the rest.
struct ShellVariables: Sendable {
  let surroundings: CurlImport.Surroundings
  private(set) var assigned: [String: String] = [:]
  private(set) var notices: [Notice] = []
  /// True if `{{name}}` in the text is a variable of another tool; for curl it is text.
  var keepsTemplates = false

  mutating func assign(_ assignments: [(name: String, value: ShellWord)]) {
    for (name, value) in assignments {
      guard value.substitution == nil else {
        assigned[name] = nil
        notices.warn(line: value.line, "\(name)=\(value.text) is not run: give it a value")
        continue
      }
      // A value is expanded when it is assigned, as in a shell.
      assigned[name] = expanded(value, filling: assigned)
    }
  }

  /// The argument to which one word expands, as the shell would pass it to curl.
  func argument(_ word: ShellWord) -> CurlArgument { CurlArgument(text: expanded(word), line: word.line) }

  /// The text with known variables replaced; a literal `{{` is escaped.
  func expanded(_ word: ShellWord) -> String { expanded(word, filling: [:]) }

  private func expanded(_ word: ShellWord, filling known: [String: String]) -> String {
    if word.segments.count == 1, case .text(let text) = word.segments[0] { return literal(text) }
    return word.segments.map { segment in
      switch segment {
      case .text(let text), .substitution(let text): literal(text)
      case .variable(let name):
        surroundings.variable(name).map(TemplateBraces.escaping) ?? known[name] ?? "{{\(name)}}"
      }
    }.joined()
  }

  private func literal(_ text: String) -> String {
    keepsTemplates ? TemplateBraces.escapingOthers(text) : TemplateBraces.escaping(text)
  }

  /// Rows for the variables that the text assigns and the request uses.
  func rows(usedIn texts: [String]) -> [Row] {
    var texts = texts.filter { $0.utf8.holds("{{") }
    if texts.isEmpty { return [] }
    var rows: [Row] = []
    let used = Self.names(in: texts)
    for (name, value) in assigned where used.contains(name) { rows.append(Row(name, value)) }
    rows.sort { $0.name < $1.name }
    texts += rows.map(\.value)
    let braces = "{{\(TemplateBraces.name)}}"
    if texts.contains(where: { $0.utf8.holds(braces) }) { rows.insert(Row(TemplateBraces.name, "{{"), at: 0) }
    return rows
  }

  /// The names between double braces, found in one pass.
  static func names(in texts: [String]) -> Set<String> {
    var names: Set<String> = []
    for text in texts {
      let bytes = Array(text.utf8)
      for index in bytes.indices.dropLast() where bytes[index] == 0x7B && bytes[index + 1] == 0x7B {
        var end = index + 2
        while end < bytes.count, bytes[end] != 0x7B, bytes[end] != 0x7D { end += 1 }
        guard end + 1 < bytes.count, bytes[end] == 0x7D, bytes[end + 1] == 0x7D else { continue }
        names.insert(String(decoding: bytes[(index + 2)..<end], as: UTF8.self))
      }
    }
    return names
  }
}
