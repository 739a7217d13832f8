import Basics
import HTTPModel

/// Decides whether a request may use a value or file of the user's that its collection names.
///
/// A context without a policy contains only what the user wrote, which needs no consent.
package struct ConsentPolicy: Sendable {
  /// Absolute path of the collection that made the request.
  package let collection: String
  private let store: ConsentStore
  /// The sources that the user named on the command line of this send; they may go to the request's own server.
  package var named: Set<UserValueSource> = []
  /// True if the user asked on the command line to keep credentials on redirects. A collection cannot ask for that.
  package var forwardsCredentials = false
  /// True if the request is only written, with its secrets masked, so that nobody receives them.
  package var masksSecrets = false

  /// The certificates that the user trusts in this collection, whatever its files say. They are read when the policy is
  /// created, so that a run of a thousand requests reads the list once.
  private(set) var pins: [TransferOptions.TrustedCertificate] = []

  /// The user's settings for all collections.
  private var settings = Configuration()

  init(collection: String, store: ConsentStore) {
    self.collection = collection
    self.store = store
  }

  static func withPins(
    _ collection: String, _ store: ConsentStore, _ settings: Configuration = Configuration()
  ) -> ConsentPolicy {
    var policy = ConsentPolicy(collection: collection, store: store)
    policy.settings = settings
    // If the list cannot be read, it trusts no certificate.
    policy.pins = ((try? store.records(of: collection)) ?? []).compactMap(\.pin)
    return policy
  }

  /// True if a file belongs to the collection. The private files of Apus and git below it do not, and neither does
  /// `.env`.
  /// - Parameter path: the file's real path.
  package func holds(_ path: String) -> Bool {
    let root = store.identity(collection)
    guard FilePaths.isBelow(path, root) else { return false }
    let parts = FilePaths.relative(path, to: root).split(separator: "/")
    // If the root is the home folder or contains it, hidden folders there are not part of a collection.
    if store.isAroundHome(root), parts.contains(where: { $0.hasPrefix(".") }) || store.isState(path) { return false }
    let isDotenv = parts.last.map { $0.lowercased() == ".env" || $0.lowercased().hasPrefix(".env.") } ?? false
    return !isDotenv && !parts.contains { [".apus", ".git"].contains($0.lowercased()) }
  }

  /// The sources that the collection may use, for any receiver.
  var allowed: Set<UserValueSource> {
    // If the consents cannot be read, nothing is sent; the error is reported where consent is checked.
    Set(((try? store.records(of: collection)) ?? []).map(\.source))
  }

  /// The receivers that the collection may send a source to.
  func receivers(of source: UserValueSource) -> Set<String> {
    // If the consents cannot be read, nothing is allowed.
    Set(((try? store.records(of: collection)) ?? []).filter { $0.source == source }.map(\.receiver))
  }

  package func unallowed(_ uses: [UserValueUse]) throws(WorkspaceError) -> [UserValueUse] {
    try store.unallowed(uses.filter { settings.consent(to: $0.source) != .allow }, of: collection)
  }

  /// The reason to refuse a use regardless of earlier consents; `nil` if there is none.
  package func refusal(of use: UserValueUse) -> String? {
    guard settings.consent(to: use.source) == .refuse else { return nil }
    let key = use.source.kind == .variable ? "processEnvironment" : "filesOutside"
    return "\(use.what) is not sent: `privacy.\(key): refuse` in config.yml forbids it"
  }
}

extension SendContext {
  /// The values of these sources, and of all that the collection was ever allowed to use, since an earlier request may
  /// have sent them. A file that others may read must not repeat them from an answer.
  package func userTexts(sent sources: Set<UserValueSource>) -> Set<String> {
    sources.union(consent?.allowed ?? []).reduce(into: []) { $0.formUnion(keptTexts(of: $1)) }
  }

  /// The current value of a source, in pieces that can be recognized; empty if this context does not know it.
  func keptTexts(of source: UserValueSource) -> Set<String> {
    guard source.isValue else { return [] }
    if source.kind == .file { return consent?.texts(of: source.name) ?? [] }
    return Set(variables.entries.lazy.filter { $0.source == source }.map(\.value))
  }
}

extension ConsentPolicy {
  /// In bytes; the content of larger files is not searched for.
  private static let largestFile = 64 << 10
  /// In bytes; a shorter line occurs in answers by chance.
  private static let shortestLine = 8

  /// The file as a whole and each of its lines, since a server may return a part.
  fileprivate func texts(of path: String) -> Set<String> {
    // A missing or binary file cannot occur in a value.
    guard let bytes = try? DiskPlace(path).read(limit: Self.largestFile),
      let text = String(validating: bytes, as: UTF8.self)
    else { return [] }
    let lines = text.split(whereSeparator: \.isNewline).map { String($0).trimmingASCII(\.isBlank) }
    return Set(lines.filter { $0.utf8.count >= Self.shortestLine } + [text])
  }
}

extension ConsentPolicy: Hashable {
  package static func == (left: ConsentPolicy, right: ConsentPolicy) -> Bool {
    left.collection == right.collection && left.store.path == right.store.path && left.named == right.named
      && left.forwardsCredentials == right.forwardsCredentials && left.masksSecrets == right.masksSecrets
      && left.pins == right.pins
      && left.settings == right.settings
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(collection)
    hasher.combine(named)
  }
}

/// A use of the user's sources that was found while building a request.
struct FoundUse {
  var source: UserValueSource
  var aim: Receivers.Destination
  var field: SendRefusal.Field
  var place: String
  /// The path as written, if it contains a secret.
  var shown: String?
  /// Indicates whether it is only read and not sent.
  var isRead = false
  /// True if it is masked in all output.
  var isMasked = false
}

extension RequestBuilder {
  /// Refuses uses without consent, all of them at once.
  func checkConsent(_ found: [FoundUse]) throws(SendRefusal) {
    guard let first = found.first, let consent = context.consent else { return }
    // Sources that the user named on this command line may go to the command's server.
    let asked = found.filter { !($0.aim == .server && $0.source.isNamed(in: consent.named)) }
    let uses = uses(asked)
    func refusal(of use: UserValueUse, _ problem: SendRefusal.Problem) -> SendRefusal {
      let field = asked.first { $0.source == use.source && $0.place == use.place }?.field ?? first.field
      return SendRefusal(field, problem, use.place)
    }
    if let use = uses.first(where: { $0.receiver.contains(Receivers.nowhere) }) {
      throw refusal(of: use, .invalid("the URL it would go to has no host; write http://HOST or https://HOST"))
    }
    for use in uses {
      if let reason = consent.refusal(of: use) { throw refusal(of: use, .invalid(reason)) }
    }
    let missing: [UserValueUse]
    let seen = consent.masksSecrets ? self.uses(asked.filter { !$0.isMasked }) : uses
    do throws(WorkspaceError) { missing = try consent.unallowed(seen) } catch {
      throw SendRefusal(first.field, .invalid(error.description), first.place)
    }
    if let use = missing.first { throw refusal(of: use, .notAllowed(missing)) }
  }

  /// The uses with their receivers.
  func uses(_ found: [FoundUse]) -> [UserValueUse] {
    guard !found.isEmpty else { return [] }
    let receivers = Receivers(self)
    return found.map {
      // The shared values of a workspace are allowed per collection, for any receiver.
      if $0.source == .shared { return UserValueUse(.shared, to: "", place: $0.place) }
      // Consent to read a file does not include sending it.
      let receiver = ($0.isRead ? "calls of " : "") + receivers.words(for: $0.aim)
      return UserValueUse($0.source, to: receiver, place: $0.place, shown: $0.shown, isRead: $0.isRead)
    }
  }
}

extension SendContext {
  /// Checks only client certificates and proxy, for a request that is sent again as recorded.
  package func checkConnectionConsent(of definition: RequestDefinition) throws(SendRefusal) {
    var builder = RequestBuilder(definition, self, .live, Logins())
    var config = RequestConfig(url: definition.url)
    // Other faults in them are reported when they are used.
    try? builder.addCertificates(to: &config)
    try? builder.addProxy(to: &config)
    try builder.checkConsent(builder.outside)
  }
}

extension Workspace {
  /// All uses of the user's sources in a request, as far as they are known before sending. If the receiver depends on
  /// another answer, consent is checked during the send.
  package func outsideUses(
    of definition: RequestDefinition, in context: SendContext
  ) throws(SendRefusal) -> [UserValueUse] {
    let found = try foreseen(definition, context, .live)
    var seen: Set<UserValueUse> = []
    return found.uses(found.outside + found.trust).filter {
      !$0.receiver.contains(Receivers.unknown) && !$0.receiver.contains(Receivers.nowhere) && seen.insert($0).inserted
    }
  }

  /// Checks consent before a command runs or another request is sent for its answer.
  package func checkConsent(
    of definition: RequestDefinition, in context: SendContext, dynamic: DynamicValues
  ) throws(SendRefusal) {
    guard context.consent != nil else { return }
    let found = try foreseen(definition, context, dynamic)
    let receivers = Receivers(found)
    let known = (found.outside + found.trust).filter { !receivers.words(for: $0.aim).contains(Receivers.unknown) }
    try found.checkConsent(known)
  }

  private func foreseen(
    _ definition: RequestDefinition, _ context: SendContext, _ dynamic: DynamicValues
  ) throws(SendRefusal) -> RequestBuilder {
    var trial = context
    for (_, command) in try secretCommands(for: definition, in: context) {
      trial.setSecret(command.name, Receivers.unknown, from: command)
    }
    for (reference, _, _) in trial.references(of: definition) {
      let origin = VariableTable.Origin.response(reference.requestID)
      trial.variables.entries.append(VariableTable.Entry(reference.name, Receivers.unknown, origin: origin))
    }
    var builder = RequestBuilder(definition, trial, dynamic, Logins())
    // Other faults are reported when the request is built; the uses found before them still need consent.
    _ = try? builder.config()
    return builder
  }
}
