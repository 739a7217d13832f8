import Networking
import Workspaces

/// What the state asks of the network.
public enum TransferEffect: Equatable, Sendable {
  case send(RequestKey, send: Int, RequestDefinition, SendTerms)
  case cancel(send: Int)
  /// Resolves the request and writes it as a cURL command for the clipboard.
  case copyAsCurl(RequestKey, RequestDefinition, SendTerms, style: CurlCommand.Style, revealsSecrets: Bool)
  /// Writes down that a command may run for a secret; then the request is sent.
  case allow(ConsentQuestion, RequestKey)
}
