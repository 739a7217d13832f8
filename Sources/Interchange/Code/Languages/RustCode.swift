import Basics
import SessionModel

/// Writes a request in Rust, with `reqwest` and its feature `blocking`.
enum RustCode {
  static let library = CodeLibrary(name: "reqwest", headerText: .printable, urls: .standard)
  private static let text = CodeText(escape: .braces)

  static func write(_ request: CodeRequest) -> CodeProgram {
    var lines = [
      "// Cargo.toml: reqwest = { version = \"0.12\", features = [\"blocking\"] }",
      "fn main() -> Result<(), Box<dyn std::error::Error>> {",
      "    let client = reqwest::blocking::Client::builder()",
    ]
    lines += client(request).indented("        ")
    let pieces = request.body.pieces
    if pieces.count > 1 { lines.append("    let mut body = Vec::new();") }
    if pieces.count > 1 { lines += pieces.map { "    body.extend_from_slice(\(bytes($0)));" } }
    let method = "reqwest::Method::from_bytes(b\(text.quoted(request.method)))?"
    lines += ["    let response = client", "        .request(\(method), \(text.quoted(request.url)))"]
    lines += request.headers.map { "        .header(\(text.quoted($0.name)), \(value($0)))" }
    if pieces.count > 1 { lines.append("        .body(body)") }
    if pieces.count == 1 { lines += body(pieces[0]).indented("        ") }
    return CodeProgram(
      lines: lines + [
        "        .send()?;",
        "    println!(\"{}\", response.status().as_u16());",
        "    println!(\"{}\", response.text()?);",
        "    Ok(())",
        "}",
      ])
  }

  /// A header value: text if it is ASCII, otherwise bytes.
  private static func value(_ header: CodeHeader) -> String {
    text.quoted(header.value) + (header.value.utf8.allSatisfy { $0 < 0x80 } ? "" : ".as_bytes()")
  }

  private static func client(_ request: CodeRequest) -> [String] {
    // The default is thirty seconds.
    let limit = request.milliseconds.map { "std::time::Duration::from_millis(\($0))" } ?? "None"
    var calls = [".timeout(\(limit))"]
    if !request.followsRedirects { calls.append(".redirect(reqwest::redirect::Policy::none())") }
    if !request.verifies { calls.append(".danger_accept_invalid_certs(true)") }
    if let proxy = request.proxy {
      calls.append(proxy.isEmpty ? ".no_proxy()" : ".proxy(reqwest::Proxy::all(\(text.quoted(proxy)))?)")
    }
    return calls + [".build()?;"]
  }

  private static func body(_ piece: CodePiece) -> [String] {
    switch piece {
    case .file(let path): return [".body(std::fs::File::open(\(text.quoted(path)))?)"]
    case .bytes: return [".body(&\(bytes(piece))[..])"]
    case .text(let content):
      let lines = text.lines(content)
      guard lines.count > 1 else { return [".body(\(lines[0]))"] }
      return [".body(concat!("] + lines.joined(by: ",", indent: "    ", ending: ",").indented("") + ["))"]
    }
  }

  /// A byte slice, because the standard library has no Base64.
  private static func bytes(_ piece: CodePiece) -> String {
    switch piece {
    case .text(let content): "\(text.quoted(content)).as_bytes()"
    case .bytes(let bytes): "b\"" + bytes.map { "\\x" + Hexadecimal.text($0, digits: 2) }.joined() + "\""
    case .file(let path): "&std::fs::read(\(text.quoted(path)))?"
    }
  }
}
