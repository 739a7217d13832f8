import Basics

extension CodeLanguage {
  package static let fetch = CodeLanguage(
    "js-fetch", "JavaScript (fetch)", library: FetchCode.library, suffix: ".mjs", comment: "//", write: FetchCode.write)
}

/// A request in JavaScript, with `fetch`: a module for Node 20 and browsers; files are read with Node's own module.
enum FetchCode {
  /// The headers: Fetch standard, forbidden request-header, of what requests really have.
  static let library = CodeLibrary(
    name: "fetch", ownHeaders: ["host", "content-length", "connection", "transfer-encoding", "expect"],
    joinsHeaders: true, headerText: .printable, hasForms: true, refusedMethods: ["CONNECT", "TRACE", "TRACK"],
    bodilessMethods: ["GET", "HEAD"], urls: .standard, lacks: [.insecure, .proxy])
  private static let text = JavaScriptText.text

  static func write(_ request: CodeRequest) -> CodeProgram {
    var options = ["method: \(text.quoted(request.method)),"]
    if !request.headers.isEmpty {
      options += ["headers: ["] + request.headers.map { "  [\(text.quoted($0.name)), \(value($0))]," } + ["],"]
    }
    var before = request.body.hasFiles ? ["import { openAsBlob } from \"node:fs\";", ""] : []
    switch request.body {
    case .none: break
    case .content(let pieces): options += body(pieces, isTyped: request.header("Content-Type") != nil)
    case .form(let parts):
      before += ["const form = new FormData();"] + parts.map(append) + [""]
      options.append("body: form,")
    }
    if let limit = request.milliseconds { options.append("signal: AbortSignal.timeout(\(limit)),") }
    if !request.followsRedirects { options.append("redirect: \"manual\",") }
    let call = ["const response = await fetch(\(text.quoted(request.url)), {"] + options.indented("  ") + ["});"]
    return CodeProgram(
      lines: before + call + ["console.log(response.status);", "console.log(await response.text());"])
  }

  /// - Parameter isTyped: `fetch` adds a type to text that has none, but not to bytes.
  private static func body(_ pieces: [CodePiece], isTyped: Bool) -> [String] {
    guard pieces.count == 1 else { return ["body: new Blob(["] + pieces.map { "  \(part($0))," } + ["]),"] }
    if case .text(let content) = pieces[0] {
      if isTyped { return JavaScriptText.lines(content, before: "body: ", after: ",") }
      return ["body: new TextEncoder().encode(\(text.quoted(content))),"]
    }
    return ["body: \(part(pieces[0])),"]
  }

  private static func part(_ piece: CodePiece) -> String {
    switch piece {
    case .text(let content): text.quoted(content)
    case .bytes(let bytes): "Uint8Array.from(atob(\"\(Base64.encode(bytes))\"), (c) => c.charCodeAt(0))"
    case .file(let path): "await openAsBlob(\(text.quoted(path)))"
    }
  }

  private static func append(_ part: CodePart) -> String {
    guard let file = part.file else { return "form.append(\(text.quoted(part.name)), \(Self.part(part.content)));" }
    let type = "{ type: \(text.quoted(file.type)) }"
    let content =
      if case .file(let path) = part.content {
        "await openAsBlob(\(text.quoted(path)), \(type))"
      } else {
        "new Blob([\(Self.part(part.content))], \(type))"
      }
    return "form.append(\(text.quoted(part.name)), \(content), \(text.quoted(file.name)));"
  }

  private static func value(_ header: CodeHeader) -> String {
    let quoted = text.quoted(header.value)
    return header.isWide ? "String.fromCharCode(...new TextEncoder().encode(\(quoted)))" : quoted
  }
}
