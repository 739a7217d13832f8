import Basics
import HTTPTypes
import Networking
import Terminal

extension ResponseHead {
  /// `200 OK`, with the server's own reason phrase at full length.
  var words: String { "\(status.code) \(reason)".trimmed }

  /// The status with the reason phrase truncated, for shared lines.
  var shortWords: String { Truncation.end.applied(to: words, columns: 48) }
}

extension Exchange {
  /// `200 OK`; of a call that ended badly `NOT_FOUND 5`. `nil` without an answer.
  var words: String? { failureWords ?? response?.words }

  /// The same with the reason phrase truncated, for shared lines.
  var shortWords: String? { failureWords ?? response?.shortWords }

  private var failureWords: String? {
    shortStatus.name.map { name in
      ([VisibleText.of(name)] + [conversation?.close?.code].compactMap { $0.map(String.init) }).joined(separator: " ")
    }
  }
}
