import Basics

extension CodeLanguage {
  package static let node = CodeLanguage(
    "node", "Node", library: NodeCode.library, suffix: ".mjs", comment: "//", write: NodeCode.write)
}

/// A request in JavaScript, with Node's own `http` or `https`, which sends path and headers as they are given.
enum NodeCode {
  static let library = CodeLibrary(
    name: "node:http", headerText: .printable, capitalizesMethods: true, lacks: [.redirects, .proxy])
  private static let text = JavaScriptText.text

  static func write(_ request: CodeRequest) -> CodeProgram {
    let module = request.isSecure ? "https" : "http"
    var imports = ["import \(module) from \"node:\(module)\";"]
    if request.body.hasFiles { imports.append(JavaScriptText.readFileSync) }
    let path = JavaScriptText.bytes(request.target, isWide: !request.target.utf8.allSatisfy { $0 < 0x80 })
    var options = ["method: \(text.quoted(request.method)),", "path: \(path),"]
    var headers = request.headersByName.map { JavaScriptText.property($0.name, $0.values) }
    var body: [String] = []
    if !request.body.isNone {
      body = JavaScriptText.buffer(request.body.pieces, before: "const body = ", after: ";")
      headers.append("\"Content-Length\": body.length,")
    }
    if !headers.isEmpty { options += ["headers: {"] + headers.indented("  ") + ["},"] }
    if let limit = request.milliseconds { options.append("signal: AbortSignal.timeout(\(limit)),") }
    if !request.verifies { options.append("rejectUnauthorized: false,") }
    let call =
      ["const request = \(module).request(\(text.quoted(request.origin)), {"] + options.indented("  ") + ["});"]
    return CodeProgram(
      lines: imports + [""] + body + call + [
        "const response = await new Promise((resolve, reject) => {",
        "  request.on(\"response\", resolve).on(\"error\", reject).end(\(body.isEmpty ? "" : "body"));",
        "});",
        "const answer = await response.toArray();",
        "console.log(response.statusCode);",
        "console.log(Buffer.concat(answer).toString());",
      ])
  }
}
