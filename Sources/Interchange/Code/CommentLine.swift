package import Networking

/// A name as a comment of one line, in a shell or a language.
package struct CommentLine: CustomStringConvertible {
  package let description: String
  /// What ends a comment or is read even there: `\u000a` in Java, `?>` in PHP, `%…%` and `^` at the Windows prompt.
  private static let read: Set<Unicode.Scalar> = ["\\", "?", "%", "^", "&", "|", "<", ">", "!", "\"", "`", "$"]

  package init(_ name: String, after mark: String) {
    var line = "\(mark) "
    for scalar in name.unicodeScalars {
      line.unicodeScalars.append(CodeText.isPlain(scalar) && !Self.read.contains(scalar) ? scalar : "_")
    }
    description = line
  }
}

extension CurlCommand.Shell {
  /// What begins a comment.
  package var commentMark: String { self == .cmd ? "rem" : "#" }
}

extension CodeLanguage {
  /// What begins a comment; in a command, one of the shell.
  package var commentMark: String { comment ?? "#" }
}
