import Basics
import Networking

extension CodeLanguage {
  package static let python = CodeLanguage(
    "python", "Python", library: "requests", suffix: ".py", write: PythonCode.write)
}

/// A request in Python, with `requests`.
enum PythonCode {
  private static let text = CodeText(wide: .eightDigits)

  static func write(_ request: CodeRequest) -> (text: String, notices: [String]) {
    var lines = ["\(text.quoted(request.method)),", "\(text.quoted(request.url)),"]
    let (headers, joined) = joined(request.headers)
    if !headers.isEmpty {
      lines += ["headers={"] + headers.map { "    \(text.quoted($0.name)): \(text.quoted($0.value))," } + ["},"]
    }
    lines += body(request.body)
    if let timeout = request.timeout { lines.append("timeout=\(timeout),") }
    if !request.followsRedirects { lines.append("allow_redirects=False,") }
    if !request.verifies { lines.append("verify=False,") }
    if let proxy = request.proxy {
      let quoted = text.quoted(proxy)
      lines.append("proxies={\"http\": \(quoted), \"https\": \(quoted)},")
    }
    let needsBase64 = lines.contains { $0.contains("base64.b64decode(") }
    let start = (needsBase64 ? ["import base64", ""] : []) + ["import requests", "", "response = requests.request("]
    let end = [")", "print(response.status_code)", "print(response.text)", ""]
    let notices = joined.map { "requests sends a header once: the \($0) fields are joined by commas" }
    return ((start + lines.map { "    " + $0 } + end).joined(separator: "\n"), notices)
  }

  private static func body(_ body: CodeRequest.Body) -> [String] {
    switch body {
    case .none: return []
    case .text(let content):
      let parts = text.lines(content)
      guard parts.count > 1 else { return ["data=\(parts[0]).encode(),"] }
      return ["data=("] + parts.map { "    " + $0 } + [").encode(),"]
    case .bytes(let bytes): return ["data=\(base64(bytes)),"]
    case .file(let path): return ["data=open(\(text.quoted(path)), \"rb\"),"]
    case .parts(let parts): return ["files=["] + parts.map { "    \(tuple($0))," } + ["],"]
    }
  }

  private static func tuple(_ part: CodeRequest.Part) -> String {
    let content =
      switch part.content {
      case .text(let content): text.quoted(content)
      case .bytes(let bytes): base64(bytes)
      case .file(let path): "open(\(text.quoted(path)), \"rb\")"
      }
    var values = [part.fileName.map(text.quoted) ?? "None", content]
    if let type = part.contentType { values.append(text.quoted(type)) }
    return "(\(text.quoted(part.name)), (\(values.joined(separator: ", "))))"
  }

  private static func base64(_ bytes: [UInt8]) -> String { "base64.b64decode(\"\(Base64.encode(bytes))\")" }

  /// A dictionary has each name once.
  private static func joined(_ headers: [Header]) -> (headers: [Header], joined: [String]) {
    var made: [Header] = []
    var joined: [String] = []
    for header in headers {
      guard let index = made.firstIndex(where: { $0.name.equalsIgnoringCase(header.name) }) else {
        made.append(header)
        continue
      }
      made[index].value += ", " + header.value
      if !joined.contains(made[index].name) { joined.append(made[index].name) }
    }
    return (made, joined)
  }
}
