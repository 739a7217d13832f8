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
