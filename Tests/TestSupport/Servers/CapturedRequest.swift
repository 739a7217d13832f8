/// A request as a server received it, byte for byte.
public struct CapturedRequest: Sendable, Equatable {
  /// The head with its empty line.
  public let head: [UInt8]
  public let method: String
  public let target: String
  public let version: String
  /// In wire order, with duplicates and original case.
  public let headers: [(name: String, value: String)]
  /// The body with its chunk framing, if any.
  public var rawBody: [UInt8] = []
  /// The body without framing.
  public var body: [UInt8] = []

  /// `nil` if the head is not HTTP.
  public init?(head: [UInt8]) {
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

  public var headText: String { String(decoding: head, as: UTF8.self) }
  public var bodyText: String { String(decoding: body, as: UTF8.self) }

  /// The first value of this header, ignoring case.
  public subscript(name: String) -> String? { values(name).first }

  public func values(_ name: String) -> [String] {
    headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
  }

  public static func == (left: CapturedRequest, right: CapturedRequest) -> Bool {
    left.head == right.head && left.rawBody == right.rawBody
  }
}
