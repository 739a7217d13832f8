import HTTPTypes
import Networking

extension Exchange {
  /// What `--fail` says of an answer that is a failure: of HTTP, of a call of gRPC or of a WebSocket; `nil` for any other.
  var refusalWords: String? {
    if let status = response?.status, status.code >= 400 {
      return "the server answered \(status.code) \(status.reasonPhrase)"
    }
    guard let close = conversation?.close, let name = close.failureName else { return nil }
    return close.name == nil ? "the WebSocket closed with \(name)" : "the call ended with \(name)"
  }
}
