/// The workspace, environment and variables named on the command line.
struct WorkspaceChoice: Sendable {
  var workspace: String?
  var environment: String?
  var variables: [String] = []

  /// The parsed variables; the last one with a given name wins.
  func assignments() throws(Failure) -> [(name: String, value: String)] {
    try Self.assignments(in: variables)
  }

  static func assignments(in texts: [String]) throws(Failure) -> [(name: String, value: String)] {
    var found: [(name: String, value: String)] = []
    for text in texts {
      guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
        throw Failure(.usage, "\(text) sets no variable; write NAME=VALUE")
      }
      let name = String(text[..<equals])
      found.removeAll { $0.name == name }
      found.append((name, String(text[text.index(after: equals)...])))
    }
    return found
  }
}
