import Basics
package import HTTPModel

extension Exchange {
  /// In bytes: a tree of values takes many times the memory of its text.
  private static let largestJoined = 64 << 20

  /// Joins a GraphQL answer that came in parts to one document, `joined`; does nothing with any other.
  /// - Returns: why it is not joined, or not whole; `nil` also if the failure of the exchange says it.
  @discardableResult
  package mutating func joinParts() -> AnswerFault? {
    guard let messages = StreamedMessages(self), messages.format != .lines, !messages.isEmpty else { return nil }
    streamed = messages
    var answer = IncrementalAnswer()
    var (number, parts) = (0, 0)
    do throws(IncrementalAnswer.Fault) {
      guard messages.end <= Self.largestJoined else { throw IncrementalAnswer.Fault("the answer is too large") }
      while number < messages.count {
        number += 1
        let text = messages[number - 1].data
        if text.isEmpty { continue }
        guard let part = try Self.part(text, isCut: number == messages.count && messages.endsInPart) else { break }
        try answer.add(part)
        parts = number
      }
    } catch {
      guard failure == nil else { return nil }
      let words = "part \(number) cannot be joined: \(error.words); the body is left as received"
      return AnswerFault(name: "GRAPHQL_MALFORMED", message: words)
    }
    joined = answer.document.map { ByteStore($0.compact) }
    guard joined == nil || answer.hasNext, failure == nil else { return nil }
    let place = joined == nil ? "before its first part was complete" : "after part \(parts), with more announced"
    return AnswerFault(name: "GRAPHQL_INCOMPLETE", message: "the answer ended \(place)")
  }

  /// - Returns: `nil` for the part in which the answer was cut off.
  private static func part(_ text: [UInt8], isCut: Bool) throws(IncrementalAnswer.Fault) -> JSONValue? {
    do throws(JSONError) { return try JSONValue(parsing: text) } catch {
      if isCut { return nil }
      throw IncrementalAnswer.Fault(error.description)
    }
  }
}
