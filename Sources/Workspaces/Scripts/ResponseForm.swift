package import Basics
package import HTTPModel
import HTTPTypes

/// The JSON form of a response that scripts see; its body is given beside it.
package enum ResponseForm {
  /// - Parameter cookies: those that a request to the same URL would send now.
  /// - Returns: `nil` without an answer.
  package static func json(_ exchange: Exchange, cookies: [Cookie]) -> JSONValue? {
    guard let head = exchange.response, let hop = exchange.hops.last else { return nil }
    let sizes = JSONValue.object(["body": .int(exchange.body?.count ?? 0), "header": .int(hop.sizes.responseHead)])
    return .object([
      "code": .int(head.status.code), "reason": .string(head.reason),
      "headers": .array(head.headers.fields.map { .object(["key": .string($0.name), "value": .string($0.value)]) }),
      "time": JSONValue(floatLiteral: milliseconds(exchange.transferTime)), "size": sizes,
      "cookies": .array(cookies.map(json)), "url": .text(exchange.finalURL),
    ])
  }

  /// The decoded body, or its size if it is too large for scripts.
  package static func body(_ exchange: Exchange) -> (bytes: [UInt8], withheld: Int?) {
    guard let stored = exchange.answerBody else { return ([], nil) }
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
