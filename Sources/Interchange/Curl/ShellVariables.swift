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
    guard text.utf8.firstRange(of: "{{".utf8) != nil else { return text }
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
    var rows: [Row] = []
    if texts.contains(where: { $0.contains("{{\(Self.braces)}}") }) { rows.append(Row(Self.braces, "{{")) }
    for (name, value) in assigned.sorted(by: { $0.key < $1.key }) {
      if texts.contains(where: { $0.contains("{{\(name)}}") }) { rows.append(Row(name, value)) }
    }
    return rows
  }
}

/// What a command would read from its standard input, and the files that it names.
struct CurlInput: Sendable {
  enum Content: Sendable {
    case bytes([UInt8])
    case file(String)
    /// Not known without running something.
    case unknown(String)
  }

  private let source: ShellCommand.Input?
  private let variables: ShellVariables

  init(_ source: ShellCommand.Input?, variables: ShellVariables) {
    self.source = source
    self.variables = variables
  }

  /// What `@-` or `@NAME` gives.
  func content(of name: String) -> Content {
    guard name == "-" || name == "." else { return .file(name) }
    guard let source else {
      return variables.surroundings.standardInput().map(Content.bytes) ?? .unknown("standard input")
    }
    return content(of: source)
  }

  private func content(of source: ShellCommand.Input) -> Content {
    switch source {
    case .text(let word): return .bytes(Array(variables.expanded(word).utf8))
    case .bytes(let bytes): return .bytes(bytes)
    case .file(let word): return .file(variables.expanded(word))
    case .command(let text): return .unknown("the output of `\(text)`, which is not run")
    case .sequence(let sources):
      var all: [UInt8] = []
      for source in sources {
        let content = content(of: source)
        guard let bytes = read(content) else { return content }
        all += bytes
      }
      return .bytes(all)
    }
  }

  func read(_ content: Content) -> [UInt8]? {
    switch content {
    case .bytes(let bytes): bytes
    case .file(let path): variables.surroundings.readFile(path)
    case .unknown: nil
    }
  }
}
