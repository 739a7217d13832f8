import Networking

/// Where the schema of a GraphQL request comes from, as its file says it: never with the value of a variable.
package enum SchemaSource: Hashable, Sendable {
  /// Asked of the request's own server.
  case server(url: String)
  /// Fetched from another place.
  case url(String)
  /// Absolute; read each time, and never kept.
  case file(String)

  /// - Parameter folder: of the collection, the base of relative paths.
  init(_ settings: GraphQLSettings, url: String, folder: String) {
    let written = settings.schema
    if written.isEmpty {
      self = .server(url: url)
    } else if written.hasPrefix("{{") || written.utf8.range(ofBytes: "://") != nil {
      self = .url(written)
    } else {
      self = .file(FilePaths.join(folder, written))
    }
  }

  /// In words, for people.
  package var words: String {
    switch self {
    case .server(let url): "introspection of \(url)"
    case .url(let url): url
    case .file(let path): path
    }
  }
}

extension SendContext {
  package func schemaSource(of definition: RequestDefinition) -> SchemaSource {
    SchemaSource(graphQL(of: definition), url: definition.url, folder: folder)
  }
}
