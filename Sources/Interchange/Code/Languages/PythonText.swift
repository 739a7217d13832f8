import Basics

/// What Python programs have in common, whatever library they use.
enum PythonText {
  static let text = CodeText(escape: .digits)

  /// The body as a keyword argument.
  static func argument(_ name: String, _ pieces: [CodePiece]) -> [String] {
    guard pieces.count == 1 else { return ["\(name)=b\"\".join(["] + pieces.map { "    \(bytes($0))," } + ["]),"] }
    switch pieces[0] {
    case .text(let content):
      let lines = text.lines(content)
      guard lines.count > 1 else { return ["\(name)=\(lines[0]).encode(),"] }
      return ["\(name)=("] + lines.indented("    ") + [").encode(),"]
    case .file(let path): return ["\(name)=open(\(text.quoted(path)), \"rb\"),"]
    case .bytes: return ["\(name)=\(bytes(pieces[0])),"]
    }
  }

  private static func bytes(_ piece: CodePiece) -> String {
    switch piece {
    case .text(let content): "\(text.quoted(content)).encode()"
    case .bytes(let bytes): base64(bytes)
    case .file(let path): "open(\(text.quoted(path)), \"rb\").read()"
    }
  }

  /// The parts of a form, as both libraries take them.
  static func files(_ parts: [CodePart]) -> [String] { ["files=["] + parts.map { "    \(tuple($0))," } + ["],"] }

  private static func tuple(_ part: CodePart) -> String {
    let content =
      switch part.content {
      case .text(let content): text.quoted(content)
      case .bytes(let bytes): base64(bytes)
      case .file(let path): "open(\(text.quoted(path)), \"rb\")"
      }
    let values = part.file.map { [text.quoted($0.name), content, text.quoted($0.type)] } ?? ["None", content]
    return "(\(text.quoted(part.name)), (\(values.joined(separator: ", "))))"
  }

  /// Text is encoded as Latin-1 in a header, so other text is given as bytes.
  static func value(_ header: CodeHeader) -> String {
    text.quoted(header.value) + (header.isWide ? ".encode()" : "")
  }

  /// The imports, the call with its arguments, and what it prints.
  static func program(_ request: CodeRequest, library: String, arguments: [String]) -> CodeProgram {
    let start = (request.body.hasBytes ? ["import base64", ""] : []) + ["import \(library)", ""]
    let call = ["response = \(library).request("] + arguments.indented("    ") + [")"]
    return CodeProgram(lines: start + call + ["print(response.status_code)", "print(response.text)"])
  }

  private static func base64(_ bytes: [UInt8]) -> String { "base64.b64decode(\"\(Base64.encode(bytes))\")" }
}
