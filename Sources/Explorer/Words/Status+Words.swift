import Networking
import Terminal

extension ResponseHead {
  /// `200 OK`, with the server's own words however long they are.
  var words: String { "\(status.code) \(reason)".trimmed }

  /// The same where other things have to be seen, too.
  var shortWords: String { Truncation.end.applied(to: words, columns: 48) }
}
