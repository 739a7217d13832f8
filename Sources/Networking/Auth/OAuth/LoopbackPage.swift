/// The pages shown to a browser that returns from a login.
struct LoopbackPage: Sendable {
  let path: String
  let judge: @Sendable (_ query: String) -> LoopbackReceiver.Verdict

  /// Whether the request head is complete.
  func isWhole(_ head: [UInt8]) -> Bool {
    head.contains { $0 == 0x0a } && head.suffix(4).filter { $0 != 0x0d }.suffix(2).elementsEqual([0x0a, 0x0a])
  }

  /// - Returns: the complete HTTP response, and the result of the login if this ends it.
  func reply(to head: [UInt8]) -> (bytes: [UInt8], result: Result<String, NetworkError>?) {
    let line = String(decoding: head.prefix { $0 != 0x0d && $0 != 0x0a }, as: UTF8.self)
    let words = line.split(separator: " ")
    guard words.count == 3, words[0] == "GET" else { return (Self.page("400 Bad Request", "Use GET."), nil) }
    let target = URLParts(String(words[1]))
    guard target.path == path else {
      return (Self.page("404 Not Found", "This is not the login page."), nil)
    }
    switch judge(target.query ?? "") {
    case .foreign:
      let text = "This is not the response to the login that Apus is waiting for. It was ignored."
      return (Self.page("400 Bad Request", text), nil)
    case .answer(.failure(let error)):
      return (Self.page("200 OK", "The login was refused; Apus shows why. This window can be closed."), .failure(error))
    case .answer(.success(let code)):
      return (Self.page("200 OK", "Apus has received the login. This window can be closed."), .success(code))
    }
  }

  private static func page(_ status: String, _ text: String) -> [UInt8] {
    let page = "<!doctype html><meta charset=utf-8><title>Login</title><p>\(text)</p>\n"
    return Array(
      """
      HTTP/1.1 \(status)\r
      Content-Type: text/html; charset=utf-8\r
      Content-Length: \(page.utf8.count)\r
      Cache-Control: no-store\r
      Connection: close\r
      \r
      \(page)
      """.utf8)
  }
}
