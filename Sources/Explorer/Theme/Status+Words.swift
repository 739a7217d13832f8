import Basics
import HTTPModel
import HTTPTypes
import Terminal

extension ResponseHead {
  /// `200 OK`, with the server's own reason phrase at full length.
  var words: String { "\(status.code) \(reason)".trimmed }

  /// The status with the reason phrase truncated, for shared lines.
  var shortWords: String { Truncation.end.applied(to: words, columns: 48) }
}

extension Exchange {
  /// `200 OK`; `NOT_FOUND 5` for a failed call, `closed 1011` for a WebSocket. `nil` without an answer.
  var words: String? { failureWords ?? response?.words }

  /// The same with the reason phrase truncated, for shared lines.
  var shortWords: String? { failureWords ?? response?.shortWords }

  private var failureWords: String? {
    if let fault { return VisibleText.of(fault.name) }
    guard let close = conversation?.close, let failure = close.failureName else { return nil }
    guard let name = close.name else { return "closed \(failure)" }
    return ([VisibleText.of(name)] + [close.code].compactMap { $0.map(String.init) }).joined(separator: " ")
  }
}
