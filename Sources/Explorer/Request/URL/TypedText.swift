import Basics
import Documents
import SessionModel
import Terminal
import Workspaces

/// A pasted text that defines a whole request: a URL or a text the smart line accepts as one, a method with a URL, or
/// curl commands.
enum ScratchText {
  case address(String)
  case request(TypedRequest)
  case commands(PastedCommands)
  case calls(PastedCommands)

  /// Returns `nil` for any other text.
  init?(_ text: String, _ formats: ForeignFormats) {
    let text = text.trimmed
    if Self.isAddress(text) || Self.isPath(text) {
      self = .address(text)
    } else if let typed = TypedRequest(text), typed.isOneWord {
      self = .request(typed)
    } else if formats.holdsRequests(text) {
      self = .commands(formats.requests(in: text))
    } else if let calls = formats.calls(in: text) {
      self = .calls(calls)
    } else {
      return nil
    }
  }

  /// One word with a scheme of HTTP, WebSocket or gRPC, or starting with a host that has a dot or a port.
  static func isAddress(_ text: String) -> Bool {
    guard !text.isEmpty, text.utf8.count <= PastedLine.longest, !text.contains(where: \.isWhitespace) else {
      return false
    }
    if let mark = text.firstRange(of: "://") { return isScheme(text[..<mark.lowerBound]) }
    return text.beginsWithHost
  }

  /// A word with a slash: a host of one label, the path of a request or a file. The smart line decides which.
  private static func isPath(_ text: String) -> Bool {
    let head = text.prefix { $0 != "/" }
    guard text.utf8.count <= PastedLine.longest, !text.contains(where: \.isWhitespace) else { return false }
    return !head.isEmpty && head.utf8.count + 1 < text.utf8.count && head.utf8.allSatisfy(\.isInHostName)
  }

  /// True if Enter sends it: a URL, also one that lacks its scheme or begins with a variable. A single word may be a
  /// host, but is more likely a name that was mistyped.
  static func isURL(_ text: String) -> Bool {
    let text = text.trimmed
    if text.contains("{{") || text.contains("://") { return true }
    let word = String(text.prefix { !$0.isWhitespace })
    let host = word.prefix { !"/?#:".contains($0) }
    return isAddress(word) || word.hasPrefix("[") || host.lowercased() == "localhost"
  }

  private static func isScheme(_ text: Substring) -> Bool {
    ["http", "https", "ws", "wss", "grpc", "grpcs"].contains(text.lowercased())
  }
}

/// A request typed on one line: a method, a URL and a JSON body, as in an `.http` file.
///
///     POST https://api.example.com/login {"name": "ada"}
struct TypedRequest: Equatable {
  private var method: String?
  private var url: String
  private var body: String?

  /// Returns `nil` for a text that is not a URL with a method or a body.
  init?(_ text: String) {
    let text = text.trimmed
    let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    let isAfterMethod = words.count == 2 && Self.isMethod(words[0])
    let rest = isAfterMethod ? String(words[1]).trimmed : text
    let start = Self.startOfBody(in: rest) ?? rest.endIndex
    method = isAfterMethod ? words[0].uppercased() : nil
    url = String(rest[..<start]).trimmed
    body = start < rest.endIndex ? String(rest[start...]) : nil
    guard ScratchText.isURL(url), method != nil || body != nil else { return nil }
  }

  var isOneWord: Bool { !url.contains(where: \.isWhitespace) }

  /// The syntax error of the body; `nil` if it is JSON.
  var fault: JSONFault? { body.flatMap { TemplateJSON.fault(of: $0) } }

  /// Returns the draft with the method, URL and body of the line. A body without a method means POST.
  func applied(to draft: RequestDefinition) -> RequestDefinition {
    var copy = draft
    copy.setTypedAddress(url, from: draft)
    if copy.kind == .grpc {
      if let body { copy.conversation.messages = [.init(ConversationDefinition.Message.standardName(at: 0), body)] }
      copy.conversation.selectAll()
      return copy
    }
    if let method { copy.method = method }
    guard let body else { return copy }
    if method == nil, copy.method == "GET" { copy.method = "POST" }
    copy.body = .text(.json, body)
    return copy
  }

  /// True for a word in capitals, or a well-known method.
  private static func isMethod(_ word: Substring) -> Bool {
    (3...12).contains(word.count) && word.allSatisfy { ("A"..."Z").contains($0) }
      || ["get", "post", "put", "patch", "delete", "head", "options"].contains(word)
  }

  /// The first bracket after a blank; two braces are a variable.
  private static func startOfBody(in text: String) -> String.Index? {
    var last: Character = "/"
    for index in text.indices {
      defer { last = text[index] }
      guard last.isWhitespace, "{[".contains(text[index]) else { continue }
      if !text[index...].hasPrefix("{{") { return index }
    }
    return nil
  }
}
