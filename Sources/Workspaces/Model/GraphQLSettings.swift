/// What a file says of a GraphQL request beyond its query and variables (`extensions.apus.graphql`).
package struct GraphQLSettings: Hashable, Sendable {
  /// How a subscription reaches its server.
  package enum Transport: String, Hashable, Sendable, CaseIterable {
    /// The protocol `graphql-transport-ws`.
    case webSocket = "websocket"
    /// Server-sent events, one connection for each subscription.
    case events = "sse"
  }

  /// The operation to send; empty for the only one.
  package var operation: String
  /// `nil` for WebSocket, and events where the server opens none.
  package var transport: Transport?
  /// The payload of `connection_init`, as JSON text; empty for none.
  package var connectionInit: String
  /// Where the schema comes from: a file or a URL; empty for the request's own server.
  package var schema: String
  /// Files that variables name: the path of the variable (`file`, `input.images.0`) and the path of the file.
  package var files: [Row]

  package init(
    operation: String = "", transport: Transport? = nil, connectionInit: String = "", schema: String = "",
    files: [Row] = []
  ) {
    self.operation = operation
    self.transport = transport
    self.connectionInit = connectionInit
    self.schema = schema
    self.files = files
  }
}

extension GraphQLSettings {
  /// What it does not say itself, as the settings around it say it. An operation and its files are a request's own.
  func completed(by outer: Self) -> Self {
    var whole = self
    whole.transport = transport ?? outer.transport
    if connectionInit.isEmpty { whole.connectionInit = outer.connectionInit }
    if schema.isEmpty { whole.schema = outer.schema }
    return whole
  }
}
