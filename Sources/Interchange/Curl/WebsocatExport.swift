import Basics
import Networking
package import Workspaces

/// A WebSocket as a `websocat` command line: curl has no command that says something into one.
package enum WebsocatExport {
  /// The command that opens what `prepared` opens, and says its texts.
  package static func command(for prepared: PreparedRequest, revealsSecrets: Bool = false) -> CurlExport.Result {
    let redaction = revealsSecrets ? Redaction.none : prepared.redaction
    let request = prepared.request
    var words = ["websocat"]
    var notices: [String] = []
    for header in request.headers.fields.map(redaction.masked) { words += ["-H", "\(header.name): \(header.value)"] }
    if request.options.tls?.verifies == false { words.append("-k") }
    if request.options.authentication != nil { notices.append("the login is not in it: websocat takes --basic-auth") }
    if request.options.proxy?.isEmpty == false { notices.append("the proxy is not in it") }
    words.append(redaction.masked(url: WebSocketURL.webSocket(request.url)))
    var text = words.map(ShellQuoting.word).joined(separator: " ")
    let texts = prepared.messages.filter { $0.kind == .text }.map { message in
      redaction.masked(text: String(decoding: message.bytes, as: UTF8.self))
    }
    if texts.contains(where: { $0.contains(where: \.isNewline) }) {
      notices.append("a message of several lines is said as several: websocat says each line")
    }
    if !texts.isEmpty { text = "printf '%s\\n' \(texts.map(ShellQuoting.word).joined(separator: " ")) | \(text)" }
    if texts.count < prepared.messages.count { notices.append("binary messages are not in it") }
    return CurlExport.Result(text: text, notices: notices)
  }
}
