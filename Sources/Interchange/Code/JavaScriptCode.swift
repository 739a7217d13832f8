import Basics
import Networking

extension CodeLanguage {
  package static let javascript = CodeLanguage(
    "javascript", "JavaScript", library: "fetch", suffix: ".mjs", write: JavaScriptCode.write)
}

/// A request in JavaScript, with `fetch`: a module for Node 20 and browsers; files are read with Node's own module.
enum JavaScriptCode {
  private static let text = CodeText(wide: .braces)
  /// What `fetch` sets itself and does not let anybody set (Fetch standard, forbidden request-header), of what requests
  /// really have.
  private static let kept: Set<String> = ["host", "content-length", "connection", "transfer-encoding", "expect"]

  static func write(_ request: CodeRequest) -> (text: String, notices: [String]) {
    var notices: [String] = []
    var lines = ["method: \(text.quoted(request.method)),"]
    let refused = request.headers.filter { kept.contains($0.name.asciiLowercased) }.map(\.name)
    notices += refused.map { "fetch sets \($0) itself" }
    let headers = request.headers.filter { !refused.contains($0.name) }
    if !headers.isEmpty {
      lines += ["headers: ["] + headers.map { "  [\(text.quoted($0.name)), \(text.quoted($0.value))]," } + ["],"]
    }
    let body = body(request.body)
    let hasBody = !body.value.isEmpty
    if hasBody, ["GET", "HEAD"].contains(request.method) {
      notices.append("fetch refuses a \(request.method) with a body: it is left out")
    } else if hasBody {
      lines += body.value
    }
    if let timeout = request.timeout { lines.append("signal: AbortSignal.timeout(\(Int(timeout * 1000))),") }
    if !request.followsRedirects { lines.append("redirect: \"manual\",") }
    if !request.verifies { notices.append("fetch always verifies certificates") }
    if request.proxy?.isEmpty == false { notices.append("fetch has no proxy") }
    let call = ["const response = await fetch(\(text.quoted(request.url)), {"] + lines.map { "  " + $0 } + ["});"]
    let end = ["console.log(response.status);", "console.log(await response.text());", ""]
    return ((body.before + call + end).joined(separator: "\n"), notices)
  }

  /// The lines before the call, and the `body` of its options.
  private static func body(_ body: CodeRequest.Body) -> (before: [String], value: [String]) {
    switch body {
    case .none: return ([], [])
    case .text(let content):
      let parts = text.lines(content)
      guard parts.count > 1 else { return ([], ["body: \(parts[0]),"]) }
      let last = parts.count - 1
      return ([], ["body:"] + parts.enumerated().map { "  \($1)\($0 == last ? "," : " +")" })
    case .bytes(let bytes): return ([], ["body: \(array(bytes)),"])
    case .file(let path): return (Self.openAsBlob, ["body: await openAsBlob(\(text.quoted(path))),"])
    case .parts(let parts):
      let readsFiles = parts.contains { if case .file = $0.content { true } else { false } }
      let form = ["const form = new FormData();"] + parts.map(append) + [""]
      return ((readsFiles ? openAsBlob : []) + form, ["body: form,"])
    }
  }

  private static let openAsBlob = ["import { openAsBlob } from \"node:fs\";", ""]

  private static func append(_ part: CodeRequest.Part) -> String {
    let type = part.contentType.map { ", { type: \(text.quoted($0)) }" } ?? ""
    let value: String
    switch part.content {
    case .text(let content):
      guard part.fileName != nil || part.contentType != nil else {
        return "form.append(\(text.quoted(part.name)), \(text.quoted(content)));"
      }
      value = "new Blob([\(text.quoted(content))]\(type))"
    case .bytes(let bytes): value = "new Blob([\(array(bytes))]\(type))"
    case .file(let path): value = "await openAsBlob(\(text.quoted(path))\(type))"
    }
    let name = part.fileName.map { ", \(text.quoted($0))" } ?? ""
    return "form.append(\(text.quoted(part.name)), \(value)\(name));"
  }

  private static func array(_ bytes: [UInt8]) -> String {
    "Uint8Array.from(atob(\"\(Base64.encode(bytes))\"), (c) => c.charCodeAt(0))"
  }
}
