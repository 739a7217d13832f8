import Basics

/// The answers of a server: the requests of a collection, each with its answers.
package struct ServedTable: Hashable, ServeMessage {
  package var requests: [ServedRequest]

  package init(_ requests: [ServedRequest] = []) {
    self.requests = requests
  }
}

/// A saved request and its known answers.
package struct ServedRequest: Hashable, Sendable, Codable {
  /// The path in the collection, such as `users/get-user`.
  package var id: String
  package var method: String
  package var target: TargetPattern
  /// The answers in the order of turns.
  package var answers: [ServedAnswer]

  package init(id: String, method: String, target: TargetPattern, answers: [ServedAnswer] = []) {
    self.id = id
    self.method = method
    self.target = target
    self.answers = answers
  }
}

/// One answer: an example or a recorded response.
package struct ServedAnswer: Hashable, Sendable, Codable {
  package struct Field: Hashable, Sendable, Codable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  package var name: String
  package var isExample: Bool
  /// The method that was answered, if it differs from the request's.
  package var method: String?
  package var target: TargetPattern?
  package var status: Int
  package var headers: [Field]
  @Base64Bytes package var body: [UInt8]

  /// - Parameter headers: the headers. Those that cannot be sent unchanged, or describe the original transfer, are
  ///   dropped.
  package init(
    name: String, isExample: Bool = true, method: String? = nil, target: TargetPattern? = nil, status: Int = 200,
    headers: [Field] = [], body: [UInt8] = []
  ) {
    self.name = name
    self.isExample = isExample
    self.method = method
    self.target = target
    self.status = (200...599).contains(status) ? status : 200
    self.headers = headers.filter(\.mayBeSent)
    self.body = body
  }
}

extension ServedAnswer.Field {
  /// Headers of the original transfer, and those that would bind a browser to this computer's name.
  private static let unsent: Set<String> = [
    "connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "te", "trailer", "transfer-encoding",
    "upgrade", "content-length", "content-encoding", "date", "strict-transport-security", "alt-svc",
    "public-key-pins",
  ]

  fileprivate var mayBeSent: Bool {
    !name.isEmpty && name.utf8.allSatisfy(\.isToken)
      && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 } && !Self.unsent.contains(name.lowercased())
  }
}

extension ServedTable {
  /// Finds the request with the most specific path, and its best matching answers.
  /// - Returns: `nil` if no request matches; no answers if the matching request has none.
  func find(_ method: String, _ target: RequestTarget) -> (request: ServedRequest, answers: [ServedAnswer])? {
    var best: (request: ServedRequest, fit: Fit)?
    for request in requests {
      guard let fit = request.fit(method, target) else { continue }
      // For equal paths, requests with an answer win, then the query decides, then the order.
      if let known = best, known.fit.path == fit.path, known.request.answers.isEmpty != request.answers.isEmpty {
        guard known.request.answers.isEmpty else { continue }
      } else if let known = best {
        guard known.fit < fit else { continue }
      }
      best = (request, fit)
    }
    return best.map { ($0.request, $0.request.best(method, target)) }
  }

  /// The requests most similar to an unmatched one, in words.
  func nearest(_ method: String, _ target: RequestTarget) -> [String] {
    let known = requests.prefix(2000).map(\.shown)
    let asked = "\(method) /\(target.path.joined(separator: "/"))"
    var seen: Set<String> = []
    return NearestWord.ranked(asked, among: known, most: 12).map { known[$0] }.filter { seen.insert($0).inserted }
      .prefix(3).map(\.self)
  }
}

extension ServedRequest {
  /// The listed form: `GET /users/{}`.
  package var shown: String { "\(method) \(target.shown)" }

  /// The match by its own target or by an answer's target.
  fileprivate func fit(_ asked: String, _ target: RequestTarget) -> Fit? {
    let own = answers.compactMap { answer in
      Self.isSame(answer.method ?? method, asked) ? answer.target?.match(target) : nil
    }
    let general = Self.isSame(method, asked) ? self.target.match(target) : nil
    return (own + [general].compactMap(\.self)).max()
  }

  /// The best matching answers: exact targets before those of other pages or users, examples before recorded answers.
  fileprivate func best(_ asked: String, _ target: RequestTarget) -> [ServedAnswer] {
    let ranked = answers.compactMap { answer -> (answer: ServedAnswer, rank: Rank)? in
      let isOfMethod = Self.isSame(answer.method ?? method, asked)
      if isOfMethod, let own = answer.target, let fit = own.match(target) {
        return (answer, Rank(fit: fit, isOwn: 1, isExample: answer.isExample ? 1 : 0))
      }
      guard Self.isSame(method, asked), let fit = self.target.match(target) else { return nil }
      let isElsewhere = answer.target != nil || !isOfMethod
      return (answer, Rank(fit: fit, isOwn: isElsewhere ? 0 : 1, isExample: answer.isExample ? 1 : 0))
    }
    guard let best = ranked.map(\.rank).max() else { return [] }
    return ranked.filter { !($0.rank < best) }.map(\.answer)
  }

  /// Returns whether methods match; HEAD is answered like GET.
  private static func isSame(_ own: String, _ asked: String) -> Bool {
    own.uppercased() == asked || asked == "HEAD" && own.uppercased() == "GET"
  }
}

/// The rank of an answer for a request.
private struct Rank: Comparable {
  var fit: Fit
  var isOwn: Int
  var isExample: Int

  static func < (one: Rank, other: Rank) -> Bool {
    if one.fit.path != other.fit.path { return one.fit < other.fit }
    return (one.isOwn, one.fit.query, one.isExample) < (other.isOwn, other.fit.query, other.isExample)
  }
}
