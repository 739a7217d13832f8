import Networking

/// What commands for a POSIX shell have in common, whatever they run.
enum ShellText {
  /// The command that writes the pieces to standard output.
  static func feed(_ pieces: [CodePiece]) -> String {
    let commands = pieces.map { piece in
      switch piece {
      case .text(let content): ShellQuoting.printf(Array(content.utf8))
      case .bytes(let bytes): ShellQuoting.printf(bytes)
      case .file(let path): "cat \(ShellQuoting.word(fileName(path)))"
      }
    }
    return commands.count == 1 ? commands[0] : "{ " + commands.joined(separator: "; ") + "; }"
  }

  /// A name that no command takes for an option or for standard input.
  static func fileName(_ path: String) -> String { path.hasPrefix("-") ? "./" + path : path }

  /// One word for each line, continued over the line ends.
  static func command(_ name: String, _ words: [String]) -> [String] {
    ([name] + words.map(ShellQuoting.word)).enumerated().map { index, word in
      (index == 0 ? "" : "  ") + word + (index == words.count ? "" : " \\")
    }
  }

  /// A text that can be an argument: no zero, and no longer than Linux takes.
  static func isArgument(_ text: String) -> Bool { text.utf8.count < 100_000 && !text.utf8.contains(0) }
}
