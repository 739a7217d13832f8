/// A request as a server received it, byte for byte.
package struct CapturedRequest: Sendable, Equatable {
  /// The head with its empty line.
  package let head: [UInt8]
  package let method: String
  package let target: String
  package let version: String
  /// The headers in wire order, with duplicates and original case.
  package let headers: [(name: String, value: String)]
  /// The body with its chunk framing, if any.
  package var rawBody: [UInt8] = []
  /// The body without framing.
  package var body: [UInt8] = []

  /// Fails if the head is not HTTP.
  package init?(head: [UInt8]) {
    self.head = head
    var lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: true)
    guard !lines.isEmpty else { return nil }
    let first = lines.removeFirst().split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard first.count >= 3, let version = first.last else { return nil }
    method = first[0]
    target = first[1..<(first.count - 1)].joined(separator: " ")
    self.version = version
    headers = lines.map { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? parts[1].drop { $0 == " " } : ""
      return (String(parts[0]), String(value))
    }
  }

  /// The canonical form of head and body, for comparing two requests.
  package var canonical: String { WireRequest(head: head, body: body).canonical() }

  package var headText: String { String(decoding: head, as: UTF8.self) }
  package var bodyText: String { String(decoding: body, as: UTF8.self) }

  /// The first value of this header, ignoring case.
  package subscript(name: String) -> String? { values(name).first }

  package func values(_ name: String) -> [String] {
    headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
  }

  package static func == (left: CapturedRequest, right: CapturedRequest) -> Bool {
    left.head == right.head && left.rawBody == right.rawBody
  }
}
