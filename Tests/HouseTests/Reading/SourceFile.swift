/// One file of the repository, read for checking.
struct SourceFile {
  /// The path relative to the repository, with slashes.
  let path: String
  let lines: [Substring]
  /// Empty for files that are not Swift.
  let tokens: [Token]

  init(path: String, text: String) {
    self.path = path
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
    self.lines = lines
    tokens = path.hasSuffix(".swift") ? Lexer.tokens(of: text) : []
  }

  var code: [Token] { tokens.filter { $0.kind != .comment } }
  var folders: [Substring] { path.split(separator: "/").dropLast() }
  var name: Substring { path.split(separator: "/").last ?? "" }

  /// The target that the file belongs to: `Networking` for `Sources/Networking/Request/Request.swift`.
  var target: Substring? { folders.count >= 2 ? folders[1] : nil }

  /// Returns whether line `number` consists of a comment that gives a reason: `//`, not `///`, and at least three
  /// words.
  func isReason(line number: Int) -> Bool {
    guard lines.indices.contains(number - 1) else { return false }
    let line = lines[number - 1].drop { $0 == " " }
    return line.hasPrefix("//") && !line.hasPrefix("///") && line.dropFirst(2).split(separator: " ").count >= 3
  }
}
