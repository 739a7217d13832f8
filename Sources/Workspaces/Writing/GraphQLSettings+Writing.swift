extension GraphQLSettings {
  /// Applies an edit to the tree of a file.
  /// - Parameter order: of the keys at the top of the file.
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
