import Basics
import NIOHTTP1

/// A request for routes: the parsed target, the headers as received, and the body up to a limit.
struct IncomingRequest: Sendable {
  var method: String
  /// The request target, as in the request line.
  var target: String
  var httpVersion: String
  /// The headers in order, with original case and duplicates.
  var headers: HTTPHeaders
  var body: ReceivedBody
  /// The percent-decoded segments of the path; empty for `/`.
  var path: [String]
  /// The percent-decoded query parameters in order, with duplicates.
  var query: [(name: String, value: String)]
  /// The values of the route's `:name` segments.
  var parameters: [String: String] = [:]

  init(head: HTTPRequestHead, body: ReceivedBody) {
    method = head.method.rawValue
    target = head.uri
    httpVersion = "\(head.version.major).\(head.version.minor)"
    headers = head.headers
    self.body = body
    let parts = Target(head.uri)
    path = parts.path
    query = parts.query
  }

  func queryValue(_ name: String) -> String? {
    query.first { $0.name == name }?.value
  }

  /// An integer from the query, within limits.
  func number(_ name: String, default value: Int, in range: ClosedRange<Int>) throws(Problem) -> Int {
    guard let text = queryValue(name) else { return value }
    return try Self.number(text, called: name, in: range)
  }

  /// The integer in a `:name` segment, within limits.
  func parameter(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int {
    try Self.number(parameters[name] ?? "", called: name, in: range)
  }

  private static func number(
    _ text: String, called name: String, in range: ClosedRange<Int>
  ) throws(Problem) -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw .badRequest("\(name) is \"\(text)\"; give a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  func header(_ name: String) -> String? { headers.first(name: name) }
}

/// The body of a request: counts every byte and keeps the first ones.
struct ReceivedBody: Sendable {
  /// The maximum number of bytes to keep in memory.
  static let limit = 1 << 20

  private let kept: Int
  private(set) var count = 0
  private(set) var bytes: [UInt8] = []

  init(keeping kept: Int = Self.limit) { self.kept = kept }

  var isWhole: Bool { bytes.count == count }

  mutating func append(_ more: some Collection<UInt8>) {
    count += more.count
    let room = kept - bytes.count
    if room > 0 { bytes.append(contentsOf: more.prefix(room)) }
  }
}

/// A parsed request target: path segments and query, percent-decoded (RFC 3986).
struct Target: Sendable {
  let path: [String]
  let query: [(name: String, value: String)]

  /// - Parameter target: the target in origin form (`/users?page=2`) or absolute form (`http://host/users`).
  init(_ target: String) {
    var rest = Substring(target)
    if let scheme = rest.firstRange(of: "://"), !rest[..<scheme.lowerBound].contains("/") {
      let authority = rest[scheme.upperBound...]
      rest = authority.firstIndex(where: { $0 == "/" || $0 == "?" }).map { authority[$0...] } ?? "/"
    }
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = (parts.first ?? "").split(separator: "/").map { PercentEncoding.decodedText($0) }
    query = parts.count < 2 ? [] : PercentEncoding.pairs(parts[1])
  }
}
