import Basics
import Networking
import Workspaces

/// Reads a `websocat` command line, as far as a WebSocket's file can hold it: URL, headers, subprotocols, login, TLS
/// checks, pings, and the lines that are piped into it.
struct WebsocatImport {
  private(set) var notices: [ImportNotice] = []
  private let line: Int

  init(line: Int) { self.line = line }

  static func isWebsocat(_ word: ShellWord?) -> Bool {
    guard let name = word?.literal else { return false }
    let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? ""
    return last == "websocat" || last.lowercased() == "websocat.exe"
  }

  /// Options of its own that say nothing about the request.
  private static let flags: Set<String> = [
    "-t", "--text", "-v", "-q", "-E", "--exit-on-eof", "-1", "--one-message", "-n", "--no-close", "-U", "-u", "-S",
    "--strict", "-0", "--null-terminated", "--async-stdio", "--no-line", "--linemode-strip-newlines",
  ]
  /// Options with a value that a file has no place for.
  private static let valued: Set<String> = [
    "-B", "--buffer-size", "--max-messages", "--max-messages-rev", "--ping-timeout", "--close-reason",
    "--close-status-code", "--socks5",
  ]

  /// `nil` if it names no URL of a WebSocket.
  mutating func request(_ words: [String]) -> RequestDefinition? {
    var made = RequestDefinition(kind: .webSocket, name: "", method: "", authentication: .none)
    var rest = words[...]
    while let word = rest.popFirst() {
      var (name, given) = (word, String?.none)
      if word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
        (name, given) = (String(word[..<equals]), String(word[word.index(after: equals)...]))
      } else if word.hasPrefix("-H"), word.count > 2 {
        (name, given) = ("-H", String(word.dropFirst(word.hasPrefix("-H=") ? 3 : 2)))
      }
      func value() -> String { given ?? rest.popFirst() ?? "" }
      switch name {
      case "-H", "--header": made.headers.append(Self.header(value()))
      case "--origin": made.headers.append(Row("Origin", value()))
      case "--protocol", "--websocket-protocol": made.headers.append(Row("Sec-WebSocket-Protocol", value()))
      case "--basic-auth", "--basic-auth-file":
        let login = value()
        guard name == "--basic-auth" else {
          tell("the login in the file \(login) is not read")
          continue
        }
        let parts = login.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        made.authentication = Authentication(
          .basic, [.init("username", parts[0]), .init("password", parts.count > 1 ? parts[1] : "")])
      case "-k", "--insecure": made.trust.verifies = false
      case "--ping-interval": made.conversation.keepAliveInterval = (Double(value()) ?? 0) * 1000
      case "-b", "--binary": tell("\(name) is not carried over: say bytes as a binary message")
      case _ where Self.flags.contains(name): break
      case _ where Self.valued.contains(name): tell("\(name) \(value()) is not carried over")
      case _ where name.hasPrefix("-") && name.count > 1: tell("the option \(name) is not known: it is left out")
      case "-", "stdio:": break
      default:
        if made.url.isEmpty, WebSocketURL.http(name) != name { made.url = name } else { tell("\(name) is left out") }
      }
    }
    guard !made.url.isEmpty else {
      notices.append(ImportNotice(.error, line: line, "websocat needs a URL with ws:// or wss:// here"))
      return nil
    }
    return made
  }

  private mutating func tell(_ text: String) { notices.append(ImportNotice(.warning, line: line, text)) }

  private static func header(_ text: String) -> Row {
    guard let colon = text.firstIndex(of: ":") else { return Row(text, "") }
    return Row(String(text[..<colon]).trimmed, String(text[text.index(after: colon)...]).trimmed)
  }
}
