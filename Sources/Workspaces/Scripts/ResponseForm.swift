package import Basics
import Essentials
package import HTTPModel
import HTTPTypes

/// The JSON form of a response that scripts see; its body is given beside it.
package enum ResponseForm {
  /// - Parameter cookies: those that a request to the same URL would send now.
  /// - Returns: `nil` without an answer.
  package static func json(_ exchange: Exchange, cookies: [Cookie]) -> JSONValue? {
    guard exchange.isAnswered, let hop = exchange.hops.last else { return nil }
    let size = exchange.conversation?.size ?? exchange.body?.count ?? 0
    let sizes = JSONValue.object(["body": .int(size), "header": .int(hop.sizes.responseHead)])
    // A gRPC call ends with a status of its own.
    let end = exchange.conversation?.close.flatMap { $0.name == nil ? nil : $0 }
    let isConversation = exchange.conversation != nil
    return .object([
      "code": .int(end?.code ?? exchange.response?.status.code ?? 0),
      "reason": .string(end?.name ?? exchange.response?.reason ?? ""), "headers": pairs(exchange.response?.headers),
      "trailers": isConversation ? pairs(exchange.response?.callTrailers) : nil,
      "messages": exchange.conversation.flatMap(messages),
      "time": JSONValue(floatLiteral: milliseconds(exchange.transferTime)), "size": sizes,
      "cookies": .array(cookies.map(json)), "url": .text(exchange.finalURL),
    ])
  }

  private static func pairs(_ headers: Headers?) -> JSONValue {
    .array((headers?.fields ?? []).map { .object(["key": .string($0.name), "value": .string($0.value)]) })
  }

  /// In bytes; the messages of a larger conversation are not given to scripts.
  private static let largestConversation = 4 << 20

  /// The messages sent and received. Bytes that are no text are Base64.
  private static func messages(_ conversation: Conversation) -> JSONValue? {
    guard conversation.size <= largestConversation else { return nil }
    return .array(
      conversation.messages.filter(\.kind.isContent).map { message in
        let bytes = message.body.allBytes
        return .object([
          "direction": message.direction == .outgoing ? "send" : "receive",
          "data": .string(String(validating: bytes, as: UTF8.self) ?? Base64.encode(bytes)),
          "time": .int(Int((message.date.timeIntervalSince1970 * 1000).rounded())),
        ])
      })
  }

  /// The decoded body, or its size if it is too large for scripts. That of a conversation is the last message received.
  package static func body(_ exchange: Exchange) -> (bytes: [UInt8], withheld: Int?) {
    let last = exchange.conversation?.messages.last { $0.direction == .incoming && $0.kind.isContent }
    guard let stored = exchange.conversation == nil ? exchange.answerBody : last?.body else { return ([], nil) }
    return stored.count <= ScriptJob.largestBody ? (stored.allBytes, nil) : ([], stored.count)
  }

  /// In thousandths at most, as reports show times.
  private static func milliseconds(_ duration: Duration) -> Double {
    (duration / .microseconds(1)).rounded() / 1000
  }

  /// A cookie as scripts see it.
  package static func json(_ cookie: Cookie) -> JSONValue {
    .object([
      "name": .string(cookie.name), "value": .string(cookie.value), "domain": .string(cookie.domain),
      "path": .string(cookie.path), "expires": cookie.expires.map { .string(ISOTime.text($0)) },
      "hostOnly": .bool(cookie.isHostOnly), "httpOnly": .bool(cookie.isHTTPOnly), "secure": .bool(cookie.isSecure),
    ])
  }
}

extension ScriptJob {
  /// In bytes; a larger body is not given to scripts, and reading it fails with its size.
  package static let largestBody = 50_000_000

  /// Adds an answer.
  package mutating func setAnswer(_ exchange: Exchange, cookies: [Cookie]) {
    response = ResponseForm.json(exchange, cookies: cookies)
    (body, withheldBody) = ResponseForm.body(exchange)
  }
}
