import Synchronization

/// The results of a listing so far, to be shown before it ends: each folder whose own requests are listed, with those
/// found so far.
package final class ListingProgress: Sendable {
  private struct Place {
    /// Without its items.
    var node: FolderNode
    var requests: [RequestNode] = []
    /// The folders in it, in the order in which they were found.
    var folders: [String] = []
    var isListed = false
  }

  private struct State {
    var roots: [CollectionNode] = []
    var places: [String: Place] = [:]
    var hasNews = false
    var requestCount = 0
    var isTopKnown = false
  }

  private let state = Mutex(State())

  private let topIsKnown: @Sendable (ListingProgress) -> Void

  /// - Parameter topIsKnown: called once, when only the top level of the first collection is known.
  package init(topIsKnown: @escaping @Sendable (ListingProgress) -> Void = { _ in }) { self.topIsKnown = topIsKnown }

  /// The number of requests found so far.
  package var requestCount: Int { state.withLock { $0.requestCount } }

  func begin(_ collection: CollectionNode) {
    state.withLock { state in
      state.roots.append(collection)
      var node = FolderNode(name: collection.name, path: collection.path)
      node.isMixed = collection.isMixed
      state.places[collection.path] = Place(node: node)
    }
  }

  func begin(_ folder: FolderNode) { state.withLock { Self.add(folder, to: &$0) } }

  /// Called with all folders of a collection's top level before their items are listed.
  func foundTop(_ folders: [FolderNode]) {
    let isFirst = state.withLock { state in
      for folder in folders {
        Self.add(folder, to: &state)
        state.places[folder.path]?.isListed = true
      }
      state.hasNews = true
      defer { state.isTopKnown = true }
      return !state.isTopKnown
    }
    if isFirst { topIsKnown(self) }
  }

  private static func add(_ folder: FolderNode, to state: inout State) {
    guard let parent = FilePaths.parent(of: folder.path), state.places[parent] != nil else { return }
    state.places[parent]?.folders.append(folder.path)
    state.places[folder.path] = Place(node: folder)
  }

  /// Adds some of the requests in a folder; an empty list means that it has none.
  func found(_ requests: [RequestNode], in folder: String) {
    state.withLock { state in
      state.places[folder]?.requests += requests
      state.requestCount += requests.count
      state.places[folder]?.isListed = true
      state.hasNews = true
    }
  }

  /// The results so far, as a tree without notices; `nil` if nothing was added since the last call.
  package func news(of workspace: Workspace) -> WorkspaceTree? {
    let found = state.withLock { state -> State? in
      guard state.hasNews else { return nil }
      state.hasNews = false
      return state
    }
    guard let found else { return nil }
    var tree = WorkspaceTree(name: workspace.name, path: workspace.path)
    tree.collections = found.roots.compactMap { root in
      guard found.places[root.path]?.isListed == true else { return nil }
      var root = root
      root.items = Self.items(of: root.path, found.places)
      return root
    }
    return tree.collections.isEmpty ? nil : tree
  }

  private static func items(of folder: String, _ places: [String: Place]) -> [TreeItem] {
    guard let place = places[folder] else { return [] }
    let folders = place.folders.compactMap { path -> FolderNode? in
      guard let inner = places[path], inner.isListed else { return nil }
      var node = inner.node
      node.items = items(of: path, places)
      return node
    }
    return TreeOrder.sorted(folders: folders, requests: place.requests, isMixed: place.node.isMixed)
  }
}

/// The remaining number of requests and folders that a workspace may list; a folder opened by mistake may contain
/// millions.
final class ListingAllowance: Sendable {
  enum Answer {
    case allowed
    /// The first one over the limit.
    case first
    case usedUp
  }

  static let usual = 100_000
  let most: Int
  private let taken = Atomic<Int>(0)
  /// The folders that links have led to.
  private let linked = Mutex<Set<Folder>>([])

  private struct Folder: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  init(_ most: Int = ListingAllowance.usual) { self.most = most }

  /// True if more items were requested than allowed.
  var isExceeded: Bool { taken.load(ordering: .relaxed) > most }

  /// True if the target folder of a link was not listed yet.
  func takeFolder(_ stamp: FileStamp) -> Bool {
    linked.withLock { $0.insert(Folder(device: stamp.device, inode: stamp.inode)).inserted }
  }

  func take() -> Answer {
    let number = taken.wrappingAdd(1, ordering: .relaxed).newValue
    return number <= most ? .allowed : number == most + 1 ? .first : .usedUp
  }
}
