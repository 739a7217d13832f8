import Basics
import HTTPModel

/// The fetched schemas, in `.apus/schemas`: one for each source, environment and collection. They are fetched again
/// only at the user's request. Each is kept as it was received: an answer to introspection, or the text of a schema.
package struct SchemaStore: Sendable {
  /// The size limit of a schema, in bytes.
  package static let most = 20 << 20
  private let files: FileSystem
  private let folder: SchemaFolder

  package init(_ workspace: Workspace) {
    files = workspace.files
    folder = SchemaFolder(workspace.files, in: workspace.privateFolder)
  }

  /// The stored schema, or the current content of a file. `nil` if there is none.
  package func schema(
    from source: SchemaSource, in context: SendContext
  ) throws(WorkspaceError) -> [UInt8]? {
    let path = try path(of: source, in: context)
    return try onDisk { () throws(FileError) in
      try files.stamp(path) == nil ? nil : try files.readIfThere(path, Self.most)
    }
  }

  /// Stores a fetched schema in place of an earlier one.
  package func keep(_ bytes: [UInt8], from source: SchemaSource, in context: SendContext) throws(WorkspaceError) {
    let path = try path(of: source, in: context)
    if case .file = source { return }
    try folder.keep(bytes, as: FilePaths.name(of: path))
  }

  private func path(of source: SchemaSource, in context: SendContext) throws(WorkspaceError) -> String {
    guard case .file(let written) = source else {
      let key = [context.folder, context.environment?.name ?? "", source.words].joined(separator: "\n")
      return FilePaths.join(folder.path, "\(Digest.hexadecimal(key.utf8).prefix(24)).schema")
    }
    let real = try onDisk { () throws(FileError) in try files.resolve(written) }
    // A collection may only read files of the user's that the user has named.
    guard context.consent?.holds(real) ?? true else {
      throw .file(FileError(written, .refused, "is outside the collection; copy the schema into it"))
    }
    return real
  }
}

/// The source of a GraphQL request's schema as its file names it, with variables unresolved.
package enum SchemaSource: Hashable, Sendable {
  /// The request's own server, by introspection.
  case server(url: String)
  /// Another URL.
  case url(String)
  /// An absolute path; read each time, never stored.
  case file(String)

  /// - Parameter folder: the folder of the collection, the base of relative paths.
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

/// `.apus/schemas`, the cache of schemas received from servers. Like all of `.apus`, it is opened without following
/// links, and creating it gives `.apus` its token.
package struct SchemaFolder: Sendable {
  @Indirect private var files: FileSystem
  /// Absolute.
  let path: String

  /// - Parameter files: the file system of a workspace, guarded by its private folder.
  init(_ files: FileSystem, in home: PrivateFolder) {
    self.files = files
    path = FilePaths.join(home.path, "schemas")
  }

  /// Reads a file in it; fails above `limit` bytes.
  func read(_ name: String, atMost limit: Int) throws(WorkspaceError) -> [UInt8] {
    let file = FilePaths.join(path, name)
    return try onDisk { () throws(FileError) in try files.read(file, limit) }
  }

  /// Writes or replaces a file in it, and creates the folder if it is missing.
  func keep(_ bytes: [UInt8], as name: String) throws(WorkspaceError) {
    try onDisk { () throws(FileError) in try files.makeDirectory(path, 0o700) }
    try AtomicFile(files).replace(FilePaths.join(path, name), with: bytes, mode: 0o600)
  }
}

extension SchemaFolder: Hashable {
  package static func == (left: SchemaFolder, right: SchemaFolder) -> Bool { left.path == right.path }

  package func hash(into hasher: inout Hasher) { hasher.combine(path) }
}
