/// The workspace, environment and variables named on the command line.
struct WorkspaceChoice: Sendable {
  var workspace: String?
  var environment: String?
  var variables: [String] = []
  /// To what `{{?label}}` asks for.
  var answers: [String] = []

  /// The parsed variables; the last one with a given name wins.
  func assignments() throws(Failure) -> [(name: String, value: String)] {
    try Self.assignments(in: variables)
  }

  /// The answers, by label.
  func answered() throws(Failure) -> [String: String] {
    var found: [String: String] = [:]
    for (label, value) in try Self.assignments(in: answers, of: "answers nothing; write LABEL=VALUE") {
      found[label] = value
    }
    return found
  }

  static func assignments(
    in texts: [String], of problem: String = "sets no variable; write NAME=VALUE"
  ) throws(Failure) -> [(name: String, value: String)] {
    var found: [(name: String, value: String)] = []
    for text in texts {
      guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
        throw Failure(.usage, "\(text) \(problem)")
      }
      let name = String(text[..<equals])
      found.removeAll { $0.name == name }
      found.append((name, String(text[text.index(after: equals)...])))
    }
    return found
  }
}
