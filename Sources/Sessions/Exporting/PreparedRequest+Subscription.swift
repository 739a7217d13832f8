import Interchange
import Workspaces

extension PreparedRequest {
  /// What a subscription says on its WebSocket; `nil` for everything else, and for one of server-sent events, which curl
  /// can receive.
  var subscriptionScript: WebsocatExport.Script? {
    guard let operation, operation.kind == .subscription, operation.transport != .events else { return nil }
    let said = SubscriptionProtocol(operation.payload, connectionInit: operation.connectionInit)
    return WebsocatExport.Script(subprotocol: SubscriptionProtocol.name, texts: said.script)
  }

  /// What a request of HTTP does otherwise than the send of a subscription; `nil` if nothing.
  var lossOfSubscription: String? {
    guard let operation, operation.kind == .subscription, operation.transport != .events else { return nil }
    return "the subscription is written as a POST, answered by server-sent events, not as a WebSocket"
  }
}
