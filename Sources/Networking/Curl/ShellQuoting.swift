/// Text as one word of a POSIX shell command, safe to paste: nothing in it is expanded, split or run.
package enum ShellQuoting {
  /// Bare where every character is harmless, else quoted.
  package static func word(_ text: String) -> String {
    // No shell can hold NUL in a word.
    CurlCommand.Shell.sh.word([.literal(String(text.unicodeScalars.filter { $0 != "\0" }))])
  }

  /// A `printf` command that writes exactly these bytes, as octal escapes where they are not plain text.
  package static func printf(_ bytes: [UInt8]) -> String {
    guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
      return "printf \(CurlCommand.Shell.printfFormat(bytes))"
    }
    return "printf %s \(CurlCommand.Shell.sh.word([.literal(text)]))"
  }

  /// Whether a terminal into which it is pasted sees nothing but text, line ends and tabs.
  static func isPasteable(_ text: String) -> Bool {
    !text.unicodeScalars.contains(where: CurlCommand.Shell.isControl)
  }
}
