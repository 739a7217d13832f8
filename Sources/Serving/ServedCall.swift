import Basics

/// A request that came, as far as its answer depends on it.
package struct ServedCall: Hashable, Sendable {
  /// In upper case.
  package let method: String
  package let target: RequestTarget
  /// The values of the fields `Prefer`.
  package let preferences: [String]
  /// Set by a browser that asks whether a page may send a request.
  package let asksForMethod: String?
  package let asksForHeaders: String?
  /// The value of the field `Host`.
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

  /// What the field `Host` names, without the port, in lower case.
  var hostName: String? {
    host.map { host in
      let name = host.hasPrefix("[") ? host.dropFirst().prefix { $0 != "]" } : host.prefix { $0 != ":" }
      return String(name).asciiLowercased
    }
  }
  var isPreflight: Bool { method == "OPTIONS" && asksForMethod != nil }
  var shownPath: String { String(("/" + target.path.joined(separator: "/")).prefix(200)) }
}

/// What a request is answered with.
package struct ServedReply: Hashable, Sendable {
  package enum Ending: Hashable, Sendable {
    case whole
    /// After this many bytes of the body.
    case cut(Int)
    /// Before the answer.
    case closed
  }

  package var status: Int
  package var headers: [ServedAnswer.Field]
  package var body: [UInt8]
  package var delay = Duration.zero
  package var ending = Ending.whole
  /// The saved request it belongs to.
  package var request: String?
  /// The example, or the exchange of the history; what else it is, in words.
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
      ending = .cut(body.count / 2)
      source += " (fault: cut)"
    case .close:
      ending = .closed
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
