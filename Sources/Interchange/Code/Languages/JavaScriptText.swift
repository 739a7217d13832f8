import Basics

/// What JavaScript programs have in common, whatever library they use.
enum JavaScriptText {
  static let text = CodeText(escape: .digitsOrBraces)

  /// A text over as many lines as it has, as the value of a property or an argument.
  static func lines(_ content: String, before: String, after: String) -> [String] {
    let lines = text.lines(content)
    guard lines.count > 1 else { return [before + lines[0] + after] }
    return [before.trimmed] + lines.joined(by: "+", ending: after)
  }

  static let readFileSync = "import { readFileSync } from \"node:fs\";"

  /// A buffer of Node with these pieces: `name` in front, `after` behind.
  static func buffer(_ pieces: [CodePiece], before: String, after: String) -> [String] {
    guard pieces.count == 1 else {
      return [before + "Buffer.concat(["] + pieces.map { "  \(buffer($0))," } + ["])" + after]
    }
    if case .text(let content) = pieces[0], text.lines(content).count > 1 {
      return [before + "Buffer.from("] + text.lines(content).joined(by: "+", ending: ",") + [")" + after]
    }
    return [before + buffer(pieces[0]) + after]
  }

  private static func buffer(_ piece: CodePiece) -> String {
    switch piece {
    case .text(let content): "Buffer.from(\(text.quoted(content)))"
    case .bytes(let bytes): "Buffer.from(\"\(Base64.encode(bytes))\", \"base64\")"
    case .file(let path): "readFileSync(\(text.quoted(path)))"
    }
  }

  /// Node writes one byte for each character of a head, so UTF-8 is given as such characters.
  static func bytes(_ content: String, isWide: Bool) -> String {
    isWide ? "Buffer.from(\(text.quoted(content))).toString(\"latin1\")" : text.quoted(content)
  }

  /// `"X": "1"`, and a list for a repeated header.
  static func property(_ name: String, _ values: [CodeHeader]) -> String {
    let written = values.map { bytes($0.value, isWide: $0.isWide) }
    return "\(text.quoted(name)): \(written.count == 1 ? written[0] : "[\(written.joined(separator: ", "))]"),"
  }
}
