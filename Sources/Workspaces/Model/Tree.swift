/// A workspace as listed: names and places, without anything that needs a request to be read in full.
public struct WorkspaceTree: Hashable, Sendable {
  public var name: String
  /// Absolute.
  public var path: String
  public var collections: [CollectionNode]
  public var notices: [Notice]

  public init(name: String, path: String, collections: [CollectionNode] = [], notices: [Notice] = []) {
    self.name = name
    self.path = path
    self.collections = collections
    self.notices = notices
  }
}

/// One collection: a folder with `opencollection.yml`.
public struct CollectionNode: Hashable, Sendable {
  public var name: String
  public var path: String
  public var items: [TreeItem]
  /// Names of the environments, in the order of their files.
  public var environments: [String]
  /// Whether folders and requests are sorted together.
  var isMixed = false

  public init(name: String, path: String, items: [TreeItem] = [], environments: [String] = []) {
    self.name = name
    self.path = path
    self.items = items
    self.environments = environments
  }
}

/// The content of a collection or a folder, in the order of the tree.
public enum TreeItem: Hashable, Sendable {
  case folder(FolderNode)
  case request(RequestNode)
}

/// A folder of a collection as the tree shows it.
public struct FolderNode: Hashable, Sendable {
  public var name: String
  /// Absolute path of the directory.
  public var path: String
  public var sequence: Double?
  public var items: [TreeItem]
  /// Whether folders and requests are sorted together.
  var isMixed = false

  public init(name: String, path: String, sequence: Double? = nil, items: [TreeItem] = []) {
    self.name = name
    self.path = path
    self.sequence = sequence
    self.items = items
  }
}

/// A saved request as shown in the tree, without the parts that only editing and sending need.
public struct RequestNode: Hashable, Sendable {
  /// Its path in the collection without the extension, `users/get-user`: the argument of `apus send`.
  public var id: String
  /// Absolute path of the file.
  public var path: String
  public var name: String
  public var kind: RequestDefinition.Kind
  public var method: String
  public var url: String
  public var sequence: Double?
  /// Why the file cannot be used; such a file is never written.
  public var fault: Notice?

  public init(
    id: String, path: String, name: String, kind: RequestDefinition.Kind = .http, method: String, url: String,
    sequence: Double? = nil, fault: Notice? = nil
  ) {
    self.id = id
    self.path = path
    self.name = name
    self.kind = kind
    self.method = method
    self.url = url
    self.sequence = sequence
    self.fault = fault
  }
}
