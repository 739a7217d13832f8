package import Networking
package import Workspaces

/// The result of importing a foreign file: a collection in our model, and a notice for each loss.
package struct ImportedCollection: Hashable, Sendable {
  package indirect enum Item: Hashable, Sendable {
    case folder(Folder)
    case request(RequestDefinition, options: TransferOptions)
  }

  package struct Folder: Hashable, Sendable {
    package var name: String
    /// Including scripts.
    package var settings: SharedSettings
    package var items: [Item]

    package init(name: String, settings: SharedSettings = SharedSettings(), items: [Item] = []) {
      self.name = name
      self.settings = settings
      self.items = items
    }
  }

  /// The format that was read, such as `postman-2.1`.
  package var format: String
  /// The collection itself: its name, shared settings and items.
  package var root: Folder
  package var environments: [Environment]
  package var notices: [Notice]

  package init(format: String, root: Folder, environments: [Environment] = [], notices: [Notice] = []) {
    self.format = format
    self.root = root
    self.environments = environments
    self.notices = notices
  }

  /// Every request, in order, at any depth.
  package var requests: [RequestDefinition] { Self.requests(in: root) }

  private static func requests(in folder: Folder) -> [RequestDefinition] {
    folder.items.flatMap { item in
      switch item {
      case .folder(let folder): requests(in: folder)
      case .request(let request, _): [request]
      }
    }
  }
}
