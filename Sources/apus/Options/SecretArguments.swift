import Libc

/// Hides the command line, which every user of the machine can read in the process list. Its words are overwritten with
/// blanks once they are read, as curl does with some of them: a URL, a header, a variable or a body may be a secret.
///
/// They remain readable for an instant after the start. Secrets from standard input, files and secret variables are
/// never readable.
enum SecretArguments {
  /// The indexes of the words to hide: all but the name of the command, or the first folder to open.
  /// - Parameter words: the command line without the program's name.
  static func hidden(in words: [String]) -> Range<Int> {
    let isOpen = words.first.map { !$0.hasPrefix("-") && !$0.contains("://") } ?? true
    return min(isOpen ? 1 : 0, words.count)..<words.count
  }

  /// Overwrites the words in the memory that the process list shows.
  static func blank() {
    let words = (1..<max(1, Int(CommandLine.argc))).map { index in
      CommandLine.unsafeArgv[index].map { String(cString: $0) } ?? ""
    }
    for index in hidden(in: words) {
      guard let word = CommandLine.unsafeArgv[index + 1] else { continue }
      memset(word, 0x20, strlen(word))
    }
  }
}
