import Basics

extension CurlCommand {
  /// The command as typed, without a final line end.
  public func text(for shell: Shell) -> String { text(for: shell, of: "curl") }

  /// The command of another program that takes these options.
  package func text(for shell: Shell, of command: String) -> String {
    let lines = terms.map { term in
      [term.option.map { shell.word([.literal($0)]) }, term.value.map { shell.word(segments($0)) }]
        .compactMap { $0 }.joined(separator: " ")
    }
    let line = ([command + " " + (lines.first ?? "")] + lines.dropFirst()).joined(separator: shell.continuation)
    guard !input.isEmpty, shell.isPOSIX else { return line }
    return feed(for: shell) + " |\n" + line
  }

  /// Limitations of the command in that shell, one sentence each.
  package func limits(of shell: Shell) -> [String] {
    var limits = notices
    if !shell.isPOSIX, !input.isEmpty {
      limits.append("\(shell.rawValue) cannot pipe these bytes: save the body to a file and pipe it to standard input")
    }
    if shell == .cmd, terms.contains(where: { $0.value?.utf8.contains(UInt8(ascii: "\r")) ?? false }) {
      limits.append("cmd drops carriage returns from a command line")
    }
    if shell == .cmd, case let count = text(for: .cmd).utf16.count, count > Self.longestPrompt {
      limits.append("cmd limits a command to \(Self.longestPrompt) characters, and this one has \(count)")
    }
    return limits + redirectNotices
  }

  /// The limit of the Windows command prompt, in UTF-16 code units.
  private static let longestPrompt = 8_191

  /// The left side of the pipe into curl's standard input.
  private func feed(for shell: Shell) -> String {
    let commands = input.map { piece in
      switch piece {
      case .text(let text): "printf %s \(shell.word(segments(text)))"
      case .bytes(let bytes): "printf \(Shell.printfFormat(bytes))"
      case .file(let path): "cat \(shell.word(segments(path)))"
      }
    }
    return commands.count == 1 ? commands[0] : "{ " + commands.joined(separator: "; ") + "; }"
  }

  /// The text split at shell variables.
  private func segments(_ text: String) -> [Shell.Segment] {
    guard !variables.isEmpty else { return [.literal(text)] }
    var segments: [Shell.Segment] = []
    var rest = Substring(text)
    while let (range, name) = firstVariable(in: rest) {
      if range.lowerBound > rest.startIndex { segments.append(.literal(String(rest[..<range.lowerBound]))) }
      segments.append(.variable(name))
      rest = rest[range.upperBound...]
    }
    if !rest.isEmpty || segments.isEmpty { segments.append(.literal(String(rest))) }
    return segments
  }

  private func firstVariable(in text: Substring) -> (Range<Substring.Index>, String)? {
    variables.compactMap { token, name in text.utf8.range(ofBytes: token).map { ($0, name) } }
      .min { $0.0.lowerBound < $1.0.lowerBound }
  }
}
