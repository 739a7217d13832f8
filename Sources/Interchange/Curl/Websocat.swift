import Basics
import HTTPModel
package import Workspaces

/// Reads a `websocat` command line as far as a saved WebSocket can hold it: URL, headers, subprotocols, login, TLS
/// checks and pings.
struct WebsocatImport {
  private(set) var notices: [Notice] = []
  let line: Int

  /// Switches of websocat that do not affect the request.
  private static let flags: Set<String> = [
    "-t", "--text", "-v", "-q", "-E", "--exit-on-eof", "-1", "--one-message", "-n", "--no-close", "-U", "-u", "-S",
    "--strict", "-0", "--null-terminated", "--async-stdio", "--no-line", "--linemode-strip-newlines",
  ]
  /// Options with a value that a saved request cannot hold.
  private static let valued: Set<String> = [
    "-B", "--buffer-size", "--max-messages", "--max-messages-rev", "--ping-timeout", "--close-reason",
    "--close-status-code", "--socks5",
  ]

  /// `nil` if the command has no WebSocket URL.
  mutating func request(_ words: [String]) -> RequestDefinition? {
    var made = RequestDefinition(kind: .webSocket, name: "", method: "", authentication: .none)
    var rest = words[...]
    while let word = rest.popFirst() {
      var (name, attached) = (word, String?.none)
      if word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
        (name, attached) = (String(word[..<equals]), String(word[word.index(after: equals)...]))
      } else if word.hasPrefix("-H"), word.count > 2 {
        (name, attached) = ("-H", String(word.dropFirst(word.hasPrefix("-H=") ? 3 : 2)))
      }
      func value() -> String { attached ?? rest.popFirst() ?? "" }
      switch name {
      case "-H", "--header": made.headers.append(Self.header(value()))
      case "--origin": made.headers.append(Row("Origin", value()))
      case "--protocol", "--websocket-protocol": made.headers.append(Row("Sec-WebSocket-Protocol", value()))
      case "--basic-auth", "--basic-auth-file":
        let login = value()
        guard name == "--basic-auth" else {
          report("the login in the file \(login) is not read")
          continue
        }
        let parts = login.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        made.authentication = Authentication(
          .basic, [.init("username", parts[0]), .init("password", parts.count > 1 ? parts[1] : "")])
      case "-k", "--insecure": made.trust.verifies = false
      case "--ping-interval": made.conversation.keepAliveInterval = (Double(value()) ?? 0) * 1000
      case "-b", "--binary": report("\(name) is not carried over: send bytes as a binary message")
      case _ where Self.flags.contains(name): break
      case _ where Self.valued.contains(name): report("\(name) \(value()) is not carried over")
      case _ where name.hasPrefix("-") && name.count > 1: report("the unknown option \(name) is left out")
      case "-", "stdio:": break
      default:
        if made.url.isEmpty, WebSocketURL.http(name) != name { made.url = name } else { report("\(name) is left out") }
      }
    }
    guard !made.url.isEmpty else {
      notices.append(Notice(.error, line: line, "websocat needs a URL with ws:// or wss:// here"))
      return nil
    }
    return made
  }

  private mutating func report(_ text: String) { notices.warn(line: line, text) }

  private static func header(_ text: String) -> Row {
    guard let colon = text.firstIndex(of: ":") else { return Row(text, "") }
    return Row(String(text[..<colon]).trimmed, String(text[text.index(after: colon)...]).trimmed)
  }
}

/// Writes a WebSocket as a `websocat` command line, because curl cannot send messages.
package enum WebsocatExport {
  /// The messages of a protocol on a WebSocket, each sent after the server had time to answer the previous one.
  package struct Script: Hashable, Sendable {
    package var subprotocol: String
    package var texts: [String]

    package init(subprotocol: String, texts: [String]) {
      self.subprotocol = subprotocol
      self.texts = texts
    }
  }

  /// The command that opens the connection of `prepared` and sends its messages.
  /// - Parameter script: the messages to send instead, after which the conversation continues.
  package static func command(
    for prepared: PreparedRequest, sending script: Script? = nil, revealsSecrets: Bool = false
  ) -> CurlExport.Result {
    let redaction = revealsSecrets ? Redaction.none : prepared.redaction
    let request = prepared.request
    var words = ["websocat"]
    var notices: [String] = []
    // One word per header: otherwise a leading dash would begin an option, and the URL would become a header.
    for header in request.headers.fields.map(redaction.masked) { words.append("-H=\(header.name): \(header.value)") }
    if request.options.tls?.verifies == false { words.append("-k") }
    if request.options.authentication != nil { notices.append("the login is left out: websocat takes --basic-auth") }
    if request.options.proxy?.isEmpty == false { notices.append("the proxy is left out") }
    // The conversation continues after the last message.
    if let script { words += ["-n", "--protocol", script.subprotocol] }
    words.append(redaction.masked(url: WebSocketURL.webSocket(request.url)))
    var text = words.map(ShellQuoting.word).joined(separator: " ")
    if let script {
      let lines = script.texts.map { text in
        let bytes = redaction.masked(bytes: Array(text.utf8), type: "application/json")
        let line = String(decoding: bytes, as: UTF8.self).filter { !$0.isNewline }
        return "printf '%s\\n' \(ShellQuoting.word(line))"
      }
      text = "{ \(lines.joined(separator: "; sleep 1; ")); } | \(text)"
      return CurlExport.Result(text: text, notices: notices)
    }
    let texts = prepared.messages.filter { $0.kind == .text }.map { message in
      redaction.masked(text: String(decoding: message.bytes, as: UTF8.self))
    }
    if texts.contains(where: { $0.contains(where: \.isNewline) }) {
      notices.append("a message of several lines becomes several: websocat sends each line")
    }
    if !texts.isEmpty { text = "printf '%s\\n' \(texts.map(ShellQuoting.word).joined(separator: " ")) | \(text)" }
    if texts.count < prepared.messages.count { notices.append("binary messages are left out") }
    return CurlExport.Result(text: text, notices: notices)
  }
}
