import Basics
import Documents
import Workspaces

/// A request typed on one line: the method before the URL as in a `.http` file, a JSON body after it.
///
///     POST https://api.example.com/login {"name": "ada"}
struct TypedRequest: Equatable {
  private var method: String?
  private var url: String
  private var body: String?

  /// `nil` for a text that is not a URL with a method or a body.
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

  /// Whether the URL is one word, as in a text that is this line and nothing else.
  var isOneWord: Bool { !url.contains(where: \.isWhitespace) }

  /// What is wrong in the body, where it is no JSON.
  var fault: JSONFault? { body.flatMap { TemplateJSON.fault(of: $0) } }

  /// The request that the line was typed into, with what the line says. A body without a method is posted.
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

  /// In capitals, or one that everybody knows.
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
