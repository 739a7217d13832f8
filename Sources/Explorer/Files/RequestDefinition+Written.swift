package import Workspaces

extension RequestDefinition {
  /// The definition to write: rows that the screen derived from the URL are omitted if the file has none.
  package func written(over old: RequestDefinition) -> RequestDefinition {
    var copy = self
    if url == old.url, params == old.withQueryInStep.params {
      copy.params = old.params
    } else {
      copy.params.removeAll { param in
        param.place == .path && param.row.value.isEmpty && param.row.note.isEmpty
          && !old.params.contains { $0.place == .path && $0.row.name == param.row.name }
      }
    }
    return copy
  }
}
