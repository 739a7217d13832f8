import HTTPTypes
import Networking

extension Exchange {
  /// What `--fail` says of an answer that is a failure: of HTTP, or of a call of gRPC; `nil` for any other.
  var refusalWords: String? {
    if let status = response?.status, status.code >= 400 {
      return "the server answered \(status.code) \(status.reasonPhrase)"
    }
    return shortStatus.name.map { "the call ended with \($0)" }
  }
}
