/// Text as one word of a POSIX shell command, safe to paste: nothing in it is expanded, split or executed.
package enum ShellQuoting {
  /// Unquoted if every character is harmless.
  package static func word(_ text: String) -> String {
    // No shell supports NUL in a word.
    CurlCommand.Shell.sh.word([.literal(String(text.unicodeScalars.filter { $0 != "\0" }))])
  }

  /// The same in printable ASCII: escapes of bash, zsh and ksh stand for everything that a terminal might not show as it is.
  package static func plainWord(_ text: String) -> String {
    let isPlain = { (byte: UInt8) in (0x20..<0x7F).contains(byte) }
    guard !text.utf8.allSatisfy(isPlain) else { return word(text) }
    let escaped = text.utf8.filter { $0 != 0 }.map { byte in
      if isPlain(byte), byte != UInt8(ascii: "'"), byte != UInt8(ascii: "\\") { return String(Unicode.Scalar(byte)) }
      let digits = String(byte, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - digits.utf8.count) + digits
    }
    return "$'\(escaped.joined())'"
  }

  /// A `printf` command that writes exactly these bytes, with octal escapes unless they are plain text.
  package static func printf(_ bytes: [UInt8]) -> String {
    guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
      return "printf \(CurlCommand.Shell.printfFormat(bytes))"
    }
    return "printf %s \(CurlCommand.Shell.sh.word([.literal(text)]))"
  }
}
