import Basics

/// A received request, reduced to the parts that determine its answer.
package struct ServedCall: Hashable, Sendable {
  /// The method in upper case.
  package let method: String
  package let target: RequestTarget
  /// The values of the `Prefer` fields.
  package let preferences: [String]
  /// The method of a CORS preflight request.
  package let asksForMethod: String?
  package let asksForHeaders: String?
  package let host: String?

  package init(
    _ method: String, _ target: RequestTarget, preferences: [String] = [], asksForMethod: String? = nil,
    asksForHeaders: String? = nil, host: String? = nil
  ) {
    self.method = method.uppercased()
    self.target = target
    self.preferences = preferences
    self.asksForMethod = asksForMethod
    self.asksForHeaders = asksForHeaders
    self.host = host
  }

  /// The host name in the `Host` field, without the port, in lower case.
  var hostName: String? {
    host.map { host in
      let name = host.hasPrefix("[") ? host.dropFirst().prefix { $0 != "]" } : host.prefix { $0 != ":" }
      return String(name).asciiLowercased
    }
  }
  var isPreflight: Bool { method == "OPTIONS" && asksForMethod != nil }
  var shownPath: String { String(("/" + target.path.joined(separator: "/")).prefix(200)) }
}

/// The answer to a request.
package struct ServedReply: Hashable, Sendable {
  package enum CloseReason: Hashable, Sendable {
    case whole
    /// Ends after this many bytes of the body.
    case cut(Int)
    /// Ends before the answer.
    case closed
  }

  package var status: Int
  package var headers: [ServedAnswer.Field]
  package var body: [UInt8]
  package var delay = Duration.zero
  package var closeReason = CloseReason.whole
  /// The saved request it belongs to.
  package var request: String?
  /// The source of the answer: the example, the recorded exchange, or a description.
  package var source: String

  init(_ answer: ServedAnswer, of request: ServedRequest) {
    status = answer.status
    headers = answer.headers
    body = answer.body
    self.request = request.id
    source = answer.name
  }

  init(_ status: Int, headers: [ServedAnswer.Field] = [], body: [UInt8] = [], source: String) {
    self.status = status
    self.headers = headers
    self.body = body
    self.source = source
  }

  /// Problem details (RFC 9457).
  static func problem(
    _ status: Int, _ title: String, _ detail: String?, nearest: [String]? = nil, examples: [String]? = nil,
    of request: ServedRequest? = nil
  ) -> ServedReply {
    let document = JSONValue.object([
      "type": "about:blank", "title": .string(title), "status": .int(status), "detail": .text(detail),
      "nearest": nearest.map { .array($0.map { .string($0) }) },
      "examples": examples.map { .array($0.map { .string($0) }) },
    ])
    var reply = ServedReply(
      status, headers: [ServedAnswer.Field("Content-Type", "application/problem+json")],
      body: Array(document.pretty.utf8), source: title)
    reply.request = request?.id
    return reply
  }

  static func preflight(_ call: ServedCall) -> ServedReply {
    func mayBeSent(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }
    var headers = [
      ServedAnswer.Field.anyOrigin,
      ServedAnswer.Field(
        "Access-Control-Allow-Methods", call.asksForMethod.flatMap { mayBeSent($0) ? $0 : nil } ?? "*"),
      ServedAnswer.Field("Access-Control-Max-Age", "600"),
    ]
    if let asked = call.asksForHeaders, mayBeSent(asked) {
      headers.append(ServedAnswer.Field("Access-Control-Allow-Headers", asked))
    }
    return ServedReply(204, headers: headers, source: "preflight")
  }

  mutating func apply(_ fault: ServeFault) {
    switch fault {
    case .error: self = .fault(500, "Fault: error", self)
    case .unavailable:
      self = .fault(503, "Fault: unavailable", self)
      headers.append(ServedAnswer.Field("Retry-After", "1"))
    case .cut:
      closeReason = .cut(body.count / 2)
      source += " (fault: cut)"
    case .close:
      closeReason = .closed
      source += " (fault: close)"
    }
  }

  private static func fault(_ status: Int, _ title: String, _ former: ServedReply) -> ServedReply {
    var reply = problem(status, title, nil)
    (reply.delay, reply.request) = (former.delay, former.request)
    return reply
  }
}

extension ServedAnswer.Field {
  static let anyOrigin = ServedAnswer.Field("Access-Control-Allow-Origin", "*")
  var isOfOrigins: Bool { name.lowercased().hasPrefix("access-control-") }
}

/// A request's preferences for its answer, in the field `Prefer` (RFC 7240) or in its query:
///
/// ```
/// Prefer: example="Not found", code=404, delay=2s, fault=cut          ?__example=Not%20found&__code=404
/// ```
package struct ServePreference: Hashable, Sendable {
  package var example: String?
  package var code: Int?
  package var delay: Duration?
  package var fault: ServeFault?
  /// The preference that cannot be met, in words.
  package var problem: String?

  /// - Parameter fields: the values of all `Prefer` fields.
  package init(fields: [String], query: [RequestTarget.Pair]) {
    for field in fields {
      for (name, value) in Self.pairs(in: field) { take(name, value) }
    }
    for pair in query where pair.name.hasPrefix("__") { take(String(pair.name.dropFirst(2)), pair.value) }
  }

  private mutating func take(_ name: String, _ value: String) {
    switch name.lowercased() {
    case "example": example = value
    case "code", "status":
      guard let number = Int(value), (200...599).contains(number) else { return refuse("code", value, "200 to 599") }
      code = number
    case "delay":
      guard let time = ServeTerms.delay(value)?.lowerBound else {
        return refuse("delay", value, "a time such as 200ms")
      }
      delay = time
    case "fault":
      guard let known = ServeFault(rawValue: value.lowercased()) else {
        return refuse("fault", value, "one of \(ServeFault.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      fault = known
    // Unknown preferences are ignored (RFC 7240, section 2).
    default: break
    }
  }

  private mutating func refuse(_ name: String, _ value: String, _ wanted: String) {
    problem = problem ?? "\(name) is \"\(value.prefix(100))\"; give \(wanted)"
  }

  /// `name=value` pairs at commas and semicolons outside quotes.
  private static func pairs(in field: String) -> [(String, String)] {
    let parts = ParameterizedField.pieces(of: field, at: UInt8(ascii: ","))
    return parts.flatMap { ParameterizedField.pieces(of: $0, at: UInt8(ascii: ";")) }.compactMap { piece in
      guard let equals = piece.firstIndex(of: "=") else { return nil }
      let value = piece[piece.index(after: equals)...].trimmed
      return (piece[..<equals].trimmed, ParameterizedField.unquoted(value))
    }
  }
}
