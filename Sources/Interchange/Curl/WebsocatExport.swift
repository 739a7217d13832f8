import Basics
import Networking
package import Workspaces

/// A WebSocket as a `websocat` command line: curl has no command that says something into one.
package enum WebsocatExport {
  /// What a protocol on a WebSocket says, each text after the server had time to answer the one before.
  package struct Script: Hashable, Sendable {
    package var subprotocol: String
    package var texts: [String]

    package init(subprotocol: String, texts: [String]) {
      self.subprotocol = subprotocol
      self.texts = texts
    }
  }

  /// The command that opens what `prepared` opens, and says its texts.
  /// - Parameter script: what is said instead, in a conversation that goes on then.
  package static func command(
    for prepared: PreparedRequest, saying script: Script? = nil, revealsSecrets: Bool = false
  ) -> CurlExport.Result {
    let redaction = revealsSecrets ? Redaction.none : prepared.redaction
    let request = prepared.request
    var words = ["websocat"]
    var notices: [String] = []
    // In one word: else a name that begins with a dash would be an option, and the URL after it one more header.
    for header in request.headers.fields.map(redaction.masked) { words.append("-H=\(header.name): \(header.value)") }
    if request.options.tls?.verifies == false { words.append("-k") }
    if request.options.authentication != nil { notices.append("the login is not in it: websocat takes --basic-auth") }
    if request.options.proxy?.isEmpty == false { notices.append("the proxy is not in it") }
    // The end of what is said is not the end of the conversation.
    if let script { words += ["-n", "--protocol", script.subprotocol] }
    words.append(redaction.masked(url: WebSocketURL.webSocket(request.url)))
    var text = words.map(ShellQuoting.word).joined(separator: " ")
    if let script {
      let said = script.texts.map { text in
        let bytes = redaction.masked(bytes: Array(text.utf8), type: "application/json")
        let line = String(decoding: bytes, as: UTF8.self).filter { !$0.isNewline }
        return "printf '%s\\n' \(ShellQuoting.word(line))"
      }
      text = "{ \(said.joined(separator: "; sleep 1; ")); } | \(text)"
      return CurlExport.Result(text: text, notices: notices)
    }
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
