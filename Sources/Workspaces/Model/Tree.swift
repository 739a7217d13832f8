/// A workspace as listed: names and places, without anything that needs a request to be read in full.
package struct WorkspaceTree: Hashable, Sendable {
  package var name: String
  /// Absolute.
  package var path: String
  package var collections: [CollectionNode]
  package var notices: [Notice]
  /// The folders that are open side by side, absolute; empty if there is only this one.
  package var folders: [String] = []

  package init(name: String, path: String, collections: [CollectionNode] = [], notices: [Notice] = []) {
    self.name = name
    self.path = path
    self.collections = collections
    self.notices = notices
  }
}

/// One collection: a folder with `opencollection.yml`.
package struct CollectionNode: Hashable, Sendable {
  package var name: String
  package var path: String
  package var items: [TreeItem]
  /// Names of the environments, in the order of their files.
  package var environments: [String]
  /// Whether folders and requests are sorted together.
  var isMixed = false

  package init(name: String, path: String, items: [TreeItem] = [], environments: [String] = []) {
    self.name = name
    self.path = path
    self.items = items
    self.environments = environments
  }
}

/// The content of a collection or a folder, in the order of the tree.
package enum TreeItem: Hashable, Sendable {
  case folder(FolderNode)
  case request(RequestNode)
}

/// A folder of a collection as the tree shows it.
package struct FolderNode: Hashable, Sendable {
  package var name: String
  /// Absolute path of the directory.
  package var path: String
  package var sequence: Double?
  package var items: [TreeItem]
  /// Whether folders and requests are sorted together.
  var isMixed = false

  package init(name: String, path: String, sequence: Double? = nil, items: [TreeItem] = []) {
    self.name = name
    self.path = path
    self.sequence = sequence
    self.items = items
  }
}

/// A saved request as shown in the tree, without the parts that only editing and sending need.
package struct RequestNode: Hashable, Sendable {
  /// Its path in the collection without the extension, `users/get-user`: the argument of `apus send`.
  package var id: String
  /// Absolute path of the file.
  package var path: String
  package var name: String
  package var kind: RequestDefinition.Kind
  package var method: String
  package var url: String
  package var sequence: Double?
  package var tags: [String]
  /// References to answers of other requests, as written between the braces: `auth/log-in | $.token`.
  package var usedAnswers: [String]
  /// Why the file cannot be used; such a file is never written.
  package var fault: Notice?

  package init(
    id: String, path: String, name: String, kind: RequestDefinition.Kind = .http, method: String, url: String,
    sequence: Double? = nil, tags: [String] = [], usedAnswers: [String] = [],
    fault: Notice? = nil
  ) {
    self.id = id
    self.path = path
    self.name = name
    self.kind = kind
    self.method = method
    self.url = url
    self.sequence = sequence
    self.tags = tags
    self.usedAnswers = usedAnswers
    self.fault = fault
  }

  /// What lists show as its method: of what is no request of HTTP, its kind. Of a file with a fault neither is known.
  package var shownMethod: String { kind.otherThanHTTP == nil || fault != nil ? method : kind.shortWord }

  /// ` #smoke #slow` behind what a list shows of it, or nothing.
  package var tagText: String { tags.filter { !$0.isEmpty }.map { " #\($0)" }.joined() }
}
