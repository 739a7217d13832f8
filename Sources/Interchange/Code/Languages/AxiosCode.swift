import Basics
import Networking

extension CodeLanguage {
  package static let axios = CodeLanguage(
    "js-axios", "JavaScript (axios)", library: AxiosCode.library, suffix: ".mjs", comment: "//", write: AxiosCode.write)
}

/// A request in JavaScript, with `axios` on Node.
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
    // It calls any other body a form, and also none.
    let isSent = !request.body.isNone || ["POST", "PUT", "PATCH"].contains(request.method)
    if isSent, request.header("Content-Type") == nil { headers.append("\"Content-Type\": false,") }
    if !headers.isEmpty { options += ["headers: {"] + headers.indented("  ") + ["},"] }
    // It parses and trims what is given as text.
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
