import Basics
import HTTPModel
import SessionModel

/// The shared parts of JavaScript programs.
enum JavaScriptText {
  static let text = CodeText(escape: .digitsOrBraces)

  /// A text with one literal per line, as the value of a property or an argument.
  static func lines(_ content: String, before: String, after: String) -> [String] {
    let lines = text.lines(content)
    guard lines.count > 1 else { return [before + lines[0] + after] }
    return [before.trimmed] + lines.joined(by: "+", ending: after)
  }

  static let readFileSync = "import { readFileSync } from \"node:fs\";"

  /// A Node buffer with these pieces, between `before` and `after`.
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

  /// Node writes one byte per character of a head, so UTF-8 is passed as one character per byte.
  static func bytes(_ content: String, isWide: Bool) -> String {
    isWide ? "Buffer.from(\(text.quoted(content))).toString(\"latin1\")" : text.quoted(content)
  }

  /// `"X": "1"`, and a list for a repeated header.
  static func property(_ name: String, _ values: [CodeHeader]) -> String {
    let written = values.map { bytes($0.value, isWide: $0.isWide) }
    return "\(text.quoted(name)): \(written.count == 1 ? written[0] : "[\(written.joined(separator: ", "))]"),"
  }
}

/// Writes a request in JavaScript, with `fetch`: a module for Node 20 and browsers; files are read with Node's own
/// module.
enum FetchCode {
  /// The headers are the common ones among the forbidden request-headers of the Fetch standard.
  static let library = CodeLibrary(
    name: "fetch", ownHeaders: ["host", "content-length", "connection", "transfer-encoding", "expect"],
    joinsHeaders: true, headerText: .printable, hasForms: true, refusedMethods: ["CONNECT", "TRACE", "TRACK"],
    bodilessMethods: ["GET", "HEAD"], urls: .standard, limitations: [.insecure, .proxy])
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

  /// - Parameter isTyped: true if the request has a Content-Type. `fetch` adds one to text, but not to bytes.
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

/// Writes a request in JavaScript, with `axios` on Node.
enum AxiosCode {
  static let library = CodeLibrary(
    name: "axios", ownHeaders: ["content-length"], headerText: .printable, capitalizesMethods: true, urls: .standard)
  private static let text = JavaScriptText.text

  static func write(_ request: CodeRequest) -> CodeProgram {
    var imports = ["import axios from \"axios\";"]
    if !request.verifies { imports.append("import { Agent } from \"node:https\";") }
    if request.body.hasFiles { imports.append(JavaScriptText.readFileSync) }
    var options = ["method: \(text.quoted(request.method)),", "url: \(text.quoted(request.url)),"]
    var headers = request.headersByName.map { JavaScriptText.property($0.name, $0.values) }
    // Axios sets a form type for any other body, and also without a body.
    let isSent = !request.body.isNone || ["POST", "PUT", "PATCH"].contains(request.method)
    if isSent, request.header("Content-Type") == nil { headers.append("\"Content-Type\": false,") }
    if !headers.isEmpty { options += ["headers: {"] + headers.indented("  ") + ["},"] }
    // Axios parses and trims bodies that are text, so it gets a buffer.
    if !request.body.isNone { options += JavaScriptText.buffer(request.body.pieces, before: "data: ", after: ",") }
    if let limit = request.milliseconds { options.append("timeout: \(limit),") }
    if !request.followsRedirects { options.append("maxRedirects: 0,") }
    if !request.verifies { options.append("httpsAgent: new Agent({ rejectUnauthorized: false }),") }
    if let proxy = request.proxy { options.append(proxy.isEmpty ? "proxy: false," : "proxy: \(Self.proxy(proxy)),") }
    options += ["transformResponse: (text) => text,", "validateStatus: () => true,"]
    let call = ["const response = await axios({"] + options.indented("  ") + ["});"]
    return CodeProgram(
      lines: imports + [""] + call + ["console.log(response.status);", "console.log(response.data);"])
  }

  private static func proxy(_ address: String) -> String {
    let parts = URLParts(address.contains("://") ? address : "http://" + address)
    var fields = [
      "protocol: \(text.quoted(parts.scheme ?? "http"))", "host: \(text.quoted(parts.host ?? ""))",
      "port: \(parts.port ?? 1080)",
    ]
    if let user = parts.userinfo {
      let halves = user.split(separator: ":", maxSplits: 1).map { PercentEncoding.decodedText($0) }
      let password = halves.count > 1 ? halves[1] : ""
      fields.append("auth: { username: \(text.quoted(halves.first ?? "")), password: \(text.quoted(password)) }")
    }
    return "{ \(fields.joined(separator: ", ")) }"
  }
}

/// Writes a request in JavaScript, with Node's own `http` or `https`, which send path and headers unchanged.
enum NodeCode {
  static let library = CodeLibrary(
    name: "node:http", headerText: .printable, capitalizesMethods: true, limitations: [.redirects, .proxy])
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
