import Networking
import Workspaces

/// The result of importing a foreign file: a collection in our model, and a notice for each loss.
public struct ImportedCollection: Hashable, Sendable {
  public indirect enum Item: Hashable, Sendable {
    case folder(Folder)
    case request(RequestDefinition, options: TransferOptions)
  }

  public struct Folder: Hashable, Sendable {
    public var name: String
    /// Including scripts.
    public var settings: SharedSettings
    public var items: [Item]

    public init(name: String, settings: SharedSettings = SharedSettings(), items: [Item] = []) {
      self.name = name
      self.settings = settings
      self.items = items
    }
  }

  /// The format that was read, such as `postman-2.1`.
  public var format: String
  /// The collection itself: its name, shared settings and items.
  public var root: Folder
  public var environments: [Environment]
  public var notices: [Notice]

  public init(format: String, root: Folder, environments: [Environment] = [], notices: [Notice] = []) {
    self.format = format
    self.root = root
    self.environments = environments
    self.notices = notices
  }

  /// Every request, in order, at any depth.
  public var requests: [RequestDefinition] { Self.requests(in: root) }

  private static func requests(in folder: Folder) -> [RequestDefinition] {
    folder.items.flatMap { item in
      switch item {
      case .folder(let folder): requests(in: folder)
      case .request(let request, _): [request]
      }
    }
  }
}
