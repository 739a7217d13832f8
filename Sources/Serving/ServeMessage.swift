import Basics
import Essentials

/// A message between the program that reads the files and the one that serves, on one line: terms and tables one way, a
/// record of each request the other.
package protocol ServeMessage: Codable, Sendable {}

extension ServeMessage {
  /// The message without a line end.
  package var line: [UInt8] {
    // Values of these types can always be encoded.
    (try? JSONEncoder().encode(self)).map { Array($0) } ?? []
  }

  /// Fails for a line of another version of `apus`.
  package init?(line: [UInt8]) {
    // The caller reports or ignores what it cannot use.
    guard let message = try? JSONDecoder().decode(Self.self, from: Data(line)) else { return nil }
    self = message
  }
}

/// Bytes that are encoded as Base64, because a list of numbers would take three times the space.
@propertyWrapper
package struct Base64Bytes: Hashable, Sendable, Codable {
  package var wrappedValue: [UInt8]

  package init(wrappedValue: [UInt8]) { self.wrappedValue = wrappedValue }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let bytes = Base64.decode(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not Base64")
    }
    wrappedValue = bytes
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Base64.encode(wrappedValue))
  }
}

/// The log record of an answered request.
package struct ServeRecord: Hashable, ServeMessage {
  package var method: String
  package var target: String
  package var status: Int
  package var request: String?
  package var source: String
  package var bytes: Int
  /// The time in milliseconds, including delays.
  package var time: Int
  /// The complete request, for `apus listen`.
  package var received: ReceivedRequest?

  package init(
    method: String, target: String, status: Int, request: String?, source: String, bytes: Int, time: Int,
    received: ReceivedRequest? = nil
  ) {
    self.method = method
    self.target = target
    self.status = status
    self.request = request
    self.source = source
    self.bytes = bytes
    self.time = time
    self.received = received
  }
}

/// A complete request to `apus listen`, with its answer.
package struct ReceivedRequest: Hashable, Sendable, Codable {
  package var httpVersion: String
  package var headers: [ServedAnswer.Field]
  @Base64Bytes package var body: [UInt8]
  package var answerHeaders: [ServedAnswer.Field]
  @Base64Bytes package var answerBody: [UInt8]

  package init(
    httpVersion: String, headers: [ServedAnswer.Field], body: [UInt8], answerHeaders: [ServedAnswer.Field] = [],
    answerBody: [UInt8] = []
  ) {
    self.httpVersion = httpVersion
    self.headers = headers
    self.body = body
    self.answerHeaders = answerHeaders
    self.answerBody = answerBody
  }
}
