import Basics

/// What a server answers with: the requests of a collection, each with its answers.
package struct ServedTable: Hashable, Sendable {
  package var requests: [ServedRequest]

  package init(_ requests: [ServedRequest] = []) {
    self.requests = requests
  }
}

/// A saved request, and the answers that are known to it.
package struct ServedRequest: Hashable, Sendable {
  /// Its path in the collection, `users/get-user`.
  package var id: String
  package var method: String
  package var target: TargetPattern
  /// In the order in which they are sent in turn.
  package var answers: [ServedAnswer]

  package init(id: String, method: String, target: TargetPattern, answers: [ServedAnswer] = []) {
    self.id = id
    self.method = method
    self.target = target
    self.answers = answers
  }
}

/// One answer: an example, or what a server once answered.
package struct ServedAnswer: Hashable, Sendable {
  package struct Field: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  package var name: String
  package var isExample: Bool
  /// What it was the answer to, if that says more than the request.
  package var method: String?
  package var target: TargetPattern?
  package var status: Int
  package var headers: [Field]
  package var body: [UInt8]

  /// - Parameter headers: those that cannot be sent as they stand, or say how the body was sent once, are left out.
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
  /// How a body was sent once, and what would bind a browser to this computer's name.
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
