import Basics
package import HTTPModel

/// The user's consents: the process variables, files outside the collection and commands printing secrets that a
/// collection may use. Stored in the user's state folder, so that a collection cannot bring its own consents.
package struct ConsentStore: Sendable {
  /// One consent: its description, and the digest that is compared.
  package struct Record: Hashable, Sendable {
    /// Real path of the collection.
    package var collection: String
    package var source: UserValueSource
    /// Empty for a command whose secret may go to every receiver.
    package var receiver: String
    /// Does not match if the description was edited by hand; such a record allows nothing.
    var digest: String

    /// The certificate that the user trusts without a file.
    package var pin: TransferOptions.TrustedCertificate? {
      source.kind == .pin ? TransferOptions.TrustedCertificate("\(source.name) \(receiver)") : nil
    }

    /// The certificate that a file may have trusted.
    package var certificate: TransferOptions.TrustedCertificate? {
      source.kind == .certificate ? TransferOptions.TrustedCertificate("\(source.name) \(receiver)") : nil
    }
  }

  private let files: FileSystem
  private let folder: String
  /// Absolute path of the file.
  package var path: String { file.path }
  private var file: StateFile {
    StateFile(FilePaths.join(folder, "allowed.json"), of: "your consents", stateFolder: folder, files: files)
  }

  package init(_ workspace: Workspace) {
    files = workspace.files
    folder = workspace.stateFolder
  }

  /// The consents of one collection, in the order in which they were given.
  package func records(of collection: String) throws(WorkspaceError) -> [Record] {
    let identity = identity(collection)
    return try read().filter { $0.collection == identity }
  }

  /// The uses that have not been allowed, each once.
  package func unallowed(_ uses: [UserValueUse], of collection: String) throws(WorkspaceError) -> [UserValueUse] {
    guard !uses.isEmpty else { return [] }
    let identity = identity(collection)
    let known = Set(try read().map(\.digest))
    var seen: Set<String> = []
    return uses.filter { use in
      let digest = use.digest(of: identity)
      let isForAny = use.forAnyReceiver.map { known.contains($0.digest(of: identity)) } ?? false
      let isKnown = isForAny || known.contains(digest)
      return !isKnown && seen.insert(digest).inserted
    }
  }

  package func allow(_ uses: [UserValueUse], for collection: String) throws(WorkspaceError) {
    let identity = identity(collection)
    try change { records in
      for use in uses {
        let digest = use.digest(of: identity)
        guard !records.contains(where: { $0.digest == digest }) else { continue }
        records.append(Record(collection: identity, source: use.source, receiver: use.receiver, digest: digest))
      }
    }
  }

  /// Allows secrets of a copied or renamed environment to go where those of the original may.
  func allowSecrets(
    of environment: String, asIn former: String, for collection: String
  ) throws(WorkspaceError) {
    let uses = try records(of: collection).compactMap { record -> UserValueUse? in
      guard record.source.kind == .secret, record.source.name.hasPrefix(former + "/") else { return nil }
      return UserValueUse(.secret(environment + record.source.name.dropFirst(former.count)), to: record.receiver)
    }
    if !uses.isEmpty { try allow(uses, for: collection) }
  }

  /// Revokes consents. Returns how many were removed.
  @discardableResult
  package func revoke(
    for collection: String, where isMeant: (Record) -> Bool = { _ in true }
  ) throws(WorkspaceError) -> Int {
    let identity = identity(collection)
    var count = 0
    try change { records in
      let before = records.count
      records.removeAll { $0.collection == identity && isMeant($0) }
      count = before - records.count
    }
    return count
  }

  /// A collection is identified by its real path.
  func identity(_ collection: String) -> String {
    // A path that no longer resolves is used as it is.
    (try? files.resolve(collection)) ?? collection
  }

  /// True if a folder is, or contains, the user's home folder or state folder.
  func isAroundHome(_ root: String) -> Bool {
    [UserHome.path(), folder].contains { place in place.map { FilePaths.isBelow(identity($0), root) } ?? false }
  }

  /// True if a file is one of the user's state.
  func isState(_ path: String) -> Bool { FilePaths.isBelow(path, identity(folder)) }

  private func change(_ body: (inout [Record]) -> Void) throws(WorkspaceError) {
    try file.change { content in
      let before = Self.records(in: content)
      var records = before
      body(&records)
      return records == before ? content : Self.json(records)
    }
  }
}

extension ConsentStore {
  private func read() throws(WorkspaceError) -> [Record] {
    Self.records(in: try file.content())
  }

  private static func records(in json: JSONValue?) -> [Record] {
    (json?.array ?? []).compactMap { entry -> Record? in
      guard let collection = entry["collection"]?.string, let digest = entry["hash"]?.string,
        let kind = UserValueSource.Kind(rawValue: entry["kind"]?.string ?? "")
      else { return nil }
      let source = UserValueSource(kind, entry["name"]?.string ?? "")
      let receiver = entry["to"]?.string ?? ""
      // The user sees the description only, so it must match the digest.
      guard UserValueUse(source, to: receiver).digest(of: collection) == digest else { return nil }
      return Record(collection: collection, source: source, receiver: receiver, digest: digest)
    }
  }

  private static func json(_ records: [Record]) -> JSONValue {
    .array(
      records.map { record in
        var members = [
          JSONValue.Member("collection", .string(record.collection)),
          JSONValue.Member("kind", .string(record.source.kind.rawValue)),
          JSONValue.Member("name", .string(record.source.name)),
        ]
        if !record.receiver.isEmpty { members.append(JSONValue.Member("to", .string(record.receiver))) }
        return .object(members + [JSONValue.Member("hash", .string(record.digest))])
      })
  }
}

extension Workspace {
  /// The store of the user's consents.
  package var consents: ConsentStore { ConsentStore(self) }
}
