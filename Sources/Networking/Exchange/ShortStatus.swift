/// What an exchange came to, where there is room for a word: the status of HTTP or, of a call that ended badly, that of
/// gRPC. Lists, marks and reports all go by it.
package struct ShortStatus: Hashable, Sendable {
  /// The status of HTTP; 0 without an answer.
  package var code: Int
  /// The protocol's own word for a failure that HTTP knows nothing of, such as `NOT_FOUND`; `nil` if there is none.
  package var name: String?

  package init(_ code: Int, name: String? = nil) {
    self.code = code
    self.name = name
  }

  /// `404` or `NOT_FOUND`; `nil` without an answer.
  package var text: String? { name ?? (code == 0 ? nil : String(code)) }

  /// Whether it is the status `wanted`, or of the class with that first digit; 0 is no answer. HTTP's success is none of
  /// a call that failed.
  package func isOf(_ wanted: Int) -> Bool {
    if name != nil, code / 100 == 2 { return false }
    return wanted == code || wanted == code / 100
  }
}

extension Conversation.Close {
  /// The protocol's word for an end that is a failure; `nil` if all went well, or it has no words.
  package var failureName: String? { isOrderly ? nil : name }
}

extension Exchange {
  package var shortStatus: ShortStatus {
    ShortStatus(response?.status.code ?? 0, name: conversation?.close?.failureName)
  }
}
