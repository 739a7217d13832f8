import HTTPTypes
import Networking

extension HTTPResponse.Status {
  /// `200 OK`.
  var words: String { "\(code) \(reason)".trimmed }
}
