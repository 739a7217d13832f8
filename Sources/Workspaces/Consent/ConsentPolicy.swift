import Basics
import Networking

/// Decides whether a request may use something of the user's that its collection names.
///
/// A context without a policy contains only what the user wrote, which needs no consent.
package struct ConsentPolicy: Sendable {
  /// Absolute path of the collection that made the request.
  package let collection: String
  private let store: ConsentStore
  /// What the user named on the command line of this send: it may go to the request's own server.
  package var named: Set<OutsideSource> = []
  /// Whether the user asked on the command line to keep credentials on redirects. A collection cannot ask for that.
  package var forwardsCredentials = false

  /// The certificates that the user trusts in this collection, whatever its files say: as they were when this was made,
  /// so that a run of a thousand requests reads the list once.
  private(set) var pins: [TrustedCertificate] = []

  /// What the user's settings say about all collections.
  private var settings = Configuration()

  init(collection: String, store: ConsentStore) {
    self.collection = collection
    self.store = store
  }

  /// The policy with `pins`.
  static func withPins(
    _ collection: String, _ store: ConsentStore, _ settings: Configuration = Configuration()
  ) -> ConsentPolicy {
    var policy = ConsentPolicy(collection: collection, store: store)
    policy.settings = settings
    // While the list cannot be read, nobody is trusted by it.
    policy.pins = ((try? store.records(of: collection)) ?? []).compactMap(\.pin)
    return policy
  }

  /// The collection's real path, which identifies it.
  var identity: String { store.identity(collection) }

  /// Whether a file belongs to the collection. The private files of Apus and git below it do not, and neither does
  /// `.env`.
  /// - Parameter path: the file's real path.
  func holds(_ path: String) -> Bool {
    let root = identity
    guard FilePaths.isBelow(path, root) else { return false }
    let parts = FilePaths.relative(path, to: root).split(separator: "/")
    let isDotenv = parts.last.map { $0.lowercased() == ".env" || $0.lowercased().hasPrefix(".env.") } ?? false
    return !isDotenv && !parts.contains { [".apus", ".git"].contains($0.lowercased()) }
  }

  /// What the collection may use, for any receiver.
  var allowed: Set<OutsideSource> {
    // While the consents cannot be read nothing is sent; the error is reported where consent is checked.
    Set(((try? store.records(of: collection)) ?? []).map(\.source))
  }

  /// For whom the collection may use something.
  func receivers(of source: OutsideSource) -> Set<String> {
    // While the consents cannot be read, nothing is allowed.
    Set(((try? store.records(of: collection)) ?? []).filter { $0.source == source }.map(\.receiver))
  }

  func fingerprintKey() -> [UInt8]? { store.fingerprintKey.bytes() }

  /// The uses that need the user's consent.
  package func unallowed(_ uses: [OutsideUse]) throws(WorkspaceError) -> [OutsideUse] {
    try store.unallowed(uses.filter { settings.consent(to: $0.source) != .allow }, of: collection)
  }

  /// Why a use is refused whatever was allowed before; `nil` if it is not.
  func refusal(of use: OutsideUse) -> String? {
    guard settings.consent(to: use.source) == .refuse else { return nil }
    var key = "filesOutside"
    if case .variable = use.source { key = "processEnvironment" }
    return "\(use.what) is not sent: `privacy.\(key): refuse` in config.yml says so"
  }
}

extension ConsentPolicy: Hashable {
  package static func == (left: ConsentPolicy, right: ConsentPolicy) -> Bool {
    left.collection == right.collection && left.store.path == right.store.path && left.named == right.named
      && left.forwardsCredentials == right.forwardsCredentials && left.pins == right.pins
      && left.settings == right.settings
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(collection)
    hasher.combine(named)
  }
}
