/// Text as one word of a POSIX shell command, safe to paste: nothing in it is expanded, split or executed.
package enum ShellQuoting {
  /// Unquoted if every character is harmless.
  package static func word(_ text: String) -> String {
    // No shell supports NUL in a word.
    CurlCommand.Shell.sh.word([.literal(String(text.unicodeScalars.filter { $0 != "\0" }))])
  }

  /// A `printf` command that writes exactly these bytes, with octal escapes unless they are plain text.
  package static func printf(_ bytes: [UInt8]) -> String {
    guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
      return "printf \(CurlCommand.Shell.printfFormat(bytes))"
    }
    return "printf %s \(CurlCommand.Shell.sh.word([.literal(text)]))"
  }

  /// Whether it contains only text, line ends and tabs, so that it can be pasted into a terminal.
  static func isPasteable(_ text: String) -> Bool {
    !text.unicodeScalars.contains(where: CurlCommand.Shell.isControl)
  }
}
