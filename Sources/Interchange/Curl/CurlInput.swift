/// The standard input of a command, and the files that it names.
struct CurlInput: Sendable {
  enum Content: Sendable {
    case bytes([UInt8])
    case file(String)
    /// Unknown without running something.
    case unknown(String)
  }

  private let source: ShellCommand.Input?
  private let variables: ShellVariables

  init(_ source: ShellCommand.Input?, variables: ShellVariables) {
    self.source = source
    self.variables = variables
  }

  /// The user's default files, if the surroundings provide them.
  var configurationFile: String? { variables.surroundings.configurationFile }
  var netrcFile: String? { variables.surroundings.netrcFile }

  /// The modification time of a file, in seconds since 1970.
  func changeTime(of path: String) -> Int? { variables.surroundings.changeTime(path) }

  /// Whether the command runs here and now.
  var isHere: Bool { variables.surroundings.isHere }

  /// Whether files are read as by curl before version 8.7, which drops more bytes.
  var readsAsBefore87: Bool { (variables.surroundings.curlVersion() ?? .max) < 0x080700 }

  /// An environment variable of the place where the command would run.
  func environment(_ name: String) -> String? { variables.surroundings.variable(name) }

  /// Whether the text itself provides standard input.
  var hasSource: Bool { source != nil }

  /// The content of `@-` or `@NAME`.
  /// - Parameter isDotInput: whether `.` means standard input, too, as for `-T`.
  func content(of name: String, isDotInput: Bool = true) -> Content {
    guard name == "-" || isDotInput && name == "." else { return .file(name) }
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
        guard let bytes = read(content) else {
          if case .file(let path) = content { return .unknown("a text with the file \(path) in it") }
          return content
        }
        all += bytes
      }
      return .bytes(all)
    }
  }

  func read(_ content: Content) -> [UInt8]? {
    switch content {
    case .bytes(let bytes): bytes
    case .file(let path): variables.surroundings.readFile(TemplateBraces.unescaping(path) ?? path)
    case .unknown: nil
    }
  }
}
