import Basics

/// What decides whether a request may use something of the user's that its collection names.
///
/// A context without one holds nothing but the user's own words, which need no question.
// A preference of the user's (always ask, allow or refuse) would be one more field here, looked at in `unallowed`.
public struct ConsentPolicy: Sendable {
  /// Absolute path of the collection whose words are followed.
  public let collection: String
  private let store: ConsentStore
  /// What the user named on the command line of this one send: it may go to the request's own server.
  public var named: Set<OutsideSource> = []
  /// Whether the user said there that credentials go along with redirects. A collection cannot say so of the user's.
  public var forwardsCredentials = false

  init(collection: String, store: ConsentStore) {
    self.collection = collection
    self.store = store
  }

  /// The collection's real path: who it is.
  var identity: String { store.identity(collection) }

  /// Whether a file is the collection's own. What Apus and git keep below it for the user is not, and neither are the
  /// values in `.env`.
  /// - Parameter path: the file's real path.
  func holds(_ path: String) -> Bool {
    let root = identity
    guard FilePaths.isBelow(path, root) else { return false }
    let parts = FilePaths.relative(path, to: root).split(separator: "/")
    let isDotenv = parts.last.map { $0.lowercased() == ".env" || $0.lowercased().hasPrefix(".env.") } ?? false
    return !isDotenv && !parts.contains { [".apus", ".git"].contains($0.lowercased()) }
  }

  /// What the collection may use, whoever gets it.
  var allowed: Set<OutsideSource> {
    // Nothing leaves while the consents cannot be read: that is said where they are asked for.
    Set(((try? store.records(of: collection)) ?? []).map(\.source))
  }

  /// Those of `uses` that the user has to be asked about.
  func unallowed(_ uses: [OutsideUse]) throws(WorkspaceError) -> [OutsideUse] {
    try store.unallowed(uses, of: collection)
  }
}

extension ConsentPolicy: Hashable {
  public static func == (left: ConsentPolicy, right: ConsentPolicy) -> Bool {
    left.collection == right.collection && left.store.path == right.store.path && left.named == right.named
      && left.forwardsCredentials == right.forwardsCredentials
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(collection)
    hasher.combine(named)
  }
}
