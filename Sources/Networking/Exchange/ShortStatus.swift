/// What an exchange came to, where there is room for a word: the status of HTTP or, of a call that ended badly, that of
/// gRPC, and of a WebSocket that ended badly its close code. Lists, marks and reports all go by it.
package struct ShortStatus: Hashable, Sendable {
  /// The status of HTTP; 0 without an answer.
  package var code: Int
  /// The protocol's own word for a failure that HTTP knows nothing of, such as `NOT_FOUND` or the close code `1011`; `nil`
  /// if there is none.
  package var name: String?

  package init(_ code: Int, name: String? = nil) {
    self.code = code
    self.name = name
  }

  /// `404`, `NOT_FOUND` or `1011`; `nil` without an answer.
  package var text: String? { name ?? (code == 0 ? nil : String(code)) }

  /// Whether it is the status `wanted`, or of the class with that first digit; 0 is no answer. That HTTP carried a
  /// conversation (101, 200) is no success of one that failed.
  package func isOf(_ wanted: Int) -> Bool {
    if name != nil, [1, 2].contains(code / 100) { return false }
    return wanted == code || wanted == code / 100
  }
}

extension Conversation.Close {
  /// The protocol's word for an end that is a failure, or else its code; `nil` if all went well, or nobody said how it
  /// ended. A WebSocket that goes away (1001) is no failure: so ends what a server restarts, or a user leaves.
  package var failureName: String? {
    if isOrderly || name == nil && code == 1001 { return nil }
    return name ?? code.map { "\($0)" }
  }
}

extension Exchange {
  package var shortStatus: ShortStatus {
    ShortStatus(response?.status.code ?? 0, name: conversation?.close?.failureName)
  }
}
