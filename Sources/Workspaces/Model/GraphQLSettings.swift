import Basics

/// The GraphQL fields of a request in addition to query and variables (`extensions.apus.graphql`).
package struct GraphQLSettings: Hashable, Sendable {
  /// The transport of subscriptions.
  package enum Transport: String, Hashable, Sendable, CaseIterable {
    /// The protocol `graphql-transport-ws`.
    case webSocket = "websocket"
    /// Server-sent events, one connection for each subscription.
    case events = "sse"
  }

  /// The operation to send; empty for the only one.
  package var operation: String
  /// `nil` for WebSocket, or server-sent events if the server accepts none.
  package var transport: Transport?
  /// The payload of `connection_init`, as JSON text; empty for none.
  package var connectionInit: String
  /// The source of the schema: a file or a URL; empty for the request's own server.
  package var schema: String
  /// Files to upload for variables: the path of the variable (`file`, `input.images.0`) and the path of the file.
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
  /// These settings, completed by those of the enclosing level. An operation and its files belong to the request only.
  func completed(by outer: Self) -> Self {
    var whole = self
    whole.transport = transport ?? outer.transport
    if connectionInit.isEmpty { whole.connectionInit = outer.connectionInit }
    if schema.isEmpty { whole.schema = outer.schema }
    return whole
  }
}

extension GraphQLSettings {
  /// Our JSON has the operation beside the body.
  static let operation = Field<Self>("operation", \.operation, .trimmedText)

  /// The other fields.
  static let fields: [Field<Self>] = [
    Field("subscriptions", \.transport, .transport),
    Field("connectionInit", \.connectionInit, .text, named: "connection payload"),
    Field("schema", \.schema, .trimmedText),
    Field("files", \.files, .rows(Row.shape).unlessEmpty, named: "file"),
  ]
}

extension FieldType where Value == GraphQLSettings.Transport? {
  fileprivate static var transport: FieldType {
    FieldType(
      empty: nil, words: { $0?.rawValue ?? "" },
      read: { node, _, reader in
        let known = node.text.flatMap(GraphQLSettings.Transport.init)
        if known == nil, node.text != "auto" {
          reader.hint(node, "subscriptions is not auto, websocket or sse; auto is used")
        }
        return .some(known)
      },
      node: { $0.map { .string($0.rawValue) } }, json: { $0.map { .string($0.rawValue) } },
      readJSON: { json, place, reader in
        guard let word = reader.text(json, at: place) else { return nil }
        let known = GraphQLSettings.Transport(rawValue: word)
        if known == nil { reader.report(place, "the unknown subscription transport \(word) is left out") }
        return .some(known)
      })
  }
}
