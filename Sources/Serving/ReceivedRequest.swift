package import Basics

/// A complete request to `apus listen`, with its answer.
package struct ReceivedRequest: Hashable, Sendable {
  package var httpVersion: String
  package var headers: [ServedAnswer.Field]
  package var body: [UInt8]
  package var answerHeaders: [ServedAnswer.Field]
  package var answerBody: [UInt8]

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

  package var json: JSONValue {
    .object([
      "httpVersion": .string(httpVersion), "headers": Self.json(headers), "body": .string(Base64.encode(body)),
      "answerHeaders": Self.json(answerHeaders), "answerBody": .string(Base64.encode(answerBody)),
    ])
  }

  /// Fails for values that `json` did not create.
  package init?(_ json: JSONValue) {
    guard let version = json["httpVersion"]?.string, let body = json["body"]?.string.flatMap({ Base64.decode($0) })
    else { return nil }
    self.init(
      httpVersion: version, headers: Self.fields(json["headers"]), body: body,
      answerHeaders: Self.fields(json["answerHeaders"]),
      answerBody: json["answerBody"]?.string.flatMap { Base64.decode($0) } ?? [])
  }

  private static func json(_ fields: [ServedAnswer.Field]) -> JSONValue {
    .array(fields.map { [.string($0.name), .string($0.value)] })
  }

  private static func fields(_ json: JSONValue?) -> [ServedAnswer.Field] {
    (json?.array ?? []).compactMap { field in
      guard let pair = field.array, pair.count == 2, let name = pair[0].string, let value = pair[1].string else {
        return nil
      }
      return ServedAnswer.Field(name, value)
    }
  }
}
