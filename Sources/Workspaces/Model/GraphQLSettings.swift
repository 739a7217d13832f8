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
  static func read(_ root: YAMLNode?, _ reader: inout NodeReader) -> GraphQLSettings {
    guard let node = root?["extensions"]?["apus"]?["graphql"] else { return GraphQLSettings() }
    var made = GraphQLSettings()
    made.operation = reader.text(node["operation"], "operation").trimmed
    if let written = node["subscriptions"], !written.isNull {
      made.transport = Transport(rawValue: written.text ?? "")
      if made.transport == nil, written.text != "auto" {
        reader.hint(written, "subscriptions is not auto, websocket or sse; auto is used")
      }
    }
    made.connectionInit = reader.text(node["connectionInit"], "connectionInit")
    made.schema = reader.text(node["schema"], "schema").trimmed
    made.files = reader.rows(node["files"], "files")
    return made
  }
}

extension GraphQLSettings {
  /// Applies an edit to the tree of a file.
  /// - Parameter order: the order of the keys at the top of the file.
  static func write(_ root: inout YAMLNode, from old: Self, to new: Self, order: [String] = []) {
    guard old != new else { return }
    func text(_ value: String) -> YAMLNode? { value.isEmpty ? nil : .string(value) }
    root.update("extensions", order: order) { extensions in
      extensions.update("apus") { apus in
        apus.update("graphql") { node in
          if old.operation != new.operation { node.put("operation", text(new.operation)) }
          if old.transport != new.transport { node.put("subscriptions", text(new.transport?.rawValue ?? "")) }
          if old.connectionInit != new.connectionInit { node.put("connectionInit", text(new.connectionInit)) }
          if old.schema != new.schema { node.put("schema", text(new.schema)) }
          guard old.files != new.files else { return }
          node.put(
            "files", new.files.isEmpty ? nil : RowsWriter.plain.list(node["files"], from: old.files, to: new.files))
        }
      }
    }
  }
}
