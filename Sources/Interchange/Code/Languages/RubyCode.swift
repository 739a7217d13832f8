import Basics
import HTTPModel
import SessionModel

/// Writes a request in Ruby, with `net/http`, which sends the path unchanged.
enum RubyCode {
  static let library = CodeLibrary(name: "net/http", joinsHeaders: true, limitations: [.redirects])
  private static let text = CodeText(escape: .braces, marks: ["#"])

  static func write(_ request: CodeRequest) -> CodeProgram {
    var lines = ["require \"net/http\""] + (request.timeout == nil ? [] : ["require \"timeout\""]) + [""]
    // The method, flags for a request body and a response body, and the path.
    let arguments = [
      text.quoted(request.method), "\(!request.body.isNone)", "\(request.method != "HEAD")",
      text.quoted(request.target),
    ]
    lines.append("request = Net::HTTPGenericRequest.new(\(arguments.joined(separator: ", ")))")
    lines += request.headers.map { "request[\(text.quoted($0.name))] = \(text.quoted($0.value))" }
    if !request.body.isNone {
      if request.header("Content-Type") == nil {
        lines.append("def request.supply_default_content_type = nil")
      }
      lines += body(request.body.pieces)
    }
    lines += call(request)
    return CodeProgram(lines: lines + ["puts response.code, response.body"])
  }

  private static func call(_ request: CodeRequest) -> [String] {
    let parts = URLParts(request.url)
    let host = parts.host.map { $0.hasPrefix("[") ? String($0.dropFirst().dropLast()) : $0 } ?? ""
    var arguments = [text.quoted(host), "\(parts.port ?? 80)"]
    switch request.proxy {
    case nil: break
    case "": arguments.append("nil")
    case let proxy?:
      let proxy = URLParts(proxy.contains("://") ? proxy : "http://" + proxy)
      arguments += [text.quoted(proxy.host ?? ""), "\(proxy.port ?? 1080)"]
      let user = proxy.userinfo?.split(separator: ":", maxSplits: 1).map { PercentEncoding.decodedText($0) } ?? []
      arguments += user.map(text.quoted)
    }
    if request.isSecure { arguments.append("use_ssl: true") }
    if request.isSecure, !request.verifies { arguments.append("verify_mode: OpenSSL::SSL::VERIFY_NONE") }
    let start = "Net::HTTP.start(\(arguments.joined(separator: ", "))) { |http| http.request(request) }"
    guard let timeout = request.timeout else { return ["response = \(start)"] }
    return ["response = Timeout.timeout(\(timeout)) do", "  \(start)", "end"]
  }

  private static func body(_ pieces: [CodePiece]) -> [String] {
    guard pieces.count == 1 else {
      return ["request.body = ["] + pieces.map { "  \(bytes($0))," } + ["].join"]
    }
    guard case .text(let content) = pieces[0] else { return ["request.body = \(bytes(pieces[0]))"] }
    return text.lines(content).joined(after: "request.body =", by: "+", ending: "")
  }

  /// Strings of bytes, which Ruby does not join with text.
  private static func bytes(_ piece: CodePiece) -> String {
    switch piece {
    case .text(let content): "\(text.quoted(content)).b"
    case .bytes(let bytes): "\"\(Base64.encode(bytes))\".unpack1(\"m0\")"
    case .file(let path): "File.binread(\(text.quoted(path)))"
    }
  }
}
