package import Workspaces

/// Lists, grants and revokes a collection's access to the user's own data.
package struct CollectionConsents: Sendable {
  /// A value that a request would use and the user has not allowed yet.
  package struct Asked: Hashable, Sendable {
    package var collection: String
    /// The first request found that uses it.
    package var requestID: String
    package var use: UserValueUse
  }

  private let workspace: Workspace
  /// Absolute paths of the selected collections.
  package let collections: [String]

  /// - Parameter collections: absolute paths; `nil` selects all collections of the workspace.
  package init(_ workspace: Workspace, collections: [String]? = nil) {
    self.workspace = workspace
    self.collections = collections ?? workspace.collectionPaths()
  }

  /// Selects the collections that contain a path on disk or are below it; `nil` if the workspace has none.
  package init?(_ workspace: Workspace, at path: String) {
    // A path that cannot be resolved is in no collection.
    guard let real = try? FileSystem.live.resolve(path) else { return nil }
    let all = workspace.collectionPaths()
    let below = all.filter { FilePaths.isBelow($0, real) }
    let isInside = all.contains { FilePaths.isBelow(real, $0) }
    guard isInside || !below.isEmpty else { return nil }
    self.init(workspace, collections: isInside ? [workspace.collection(of: real)] : below)
  }

  package func records() throws(WorkspaceError) -> [(collection: String, record: ConsentStore.Record)] {
    var found: [(collection: String, record: ConsentStore.Record)] = []
    for collection in collections {
      for record in try workspace.consents.records(of: collection) { found.append((collection, record)) }
    }
    return found
  }

  /// - Parameters:
  ///   - named: the values to revoke; empty revokes all.
  ///   - receiver: the receiver to revoke consents for; `nil` means all receivers.
  /// - Returns: the number of revoked consents.
  package func revoke(_ named: Set<UserValueSource>, to receiver: String?) throws(WorkspaceError) -> Int {
    var count = 0
    for collection in collections {
      count += try workspace.consents.revoke(for: collection) { record in
        (named.isEmpty || named.contains(record.source)) && (receiver == nil || receiver == record.receiver)
      }
    }
    return count
  }

  package func allow(_ uses: [UserValueUse], for collection: String) throws(WorkspaceError) {
    try workspace.consents.allow(uses, for: collection)
  }

  /// The values that a saved request at `path` would use without consent, and the secrets that its scripts read.
  package func unallowed(
    by plan: SendPlan, at path: String
  ) throws(SendFault) -> [Asked] {
    let collection = workspace.collection(of: path)
    let uses: [UserValueUse]
    do throws(SendRefusal) {
      let file = FilePaths.relative(path, to: collection)
      uses =
        try workspace.outsideUses(of: plan.definition, in: plan.context)
        + workspace.secretUses(ofScriptsOf: plan.definition, in: file, plan.context)
    } catch {
      throw .refusal(error)
    }
    do throws(WorkspaceError) {
      let open: [UserValueUse]
      if let policy = plan.context.consent {
        open = try policy.unallowed(uses)
      } else {
        open = try workspace.consents.unallowed(uses, of: collection)
      }
      return open.map {
        Asked(collection: collection, requestID: plan.requestID ?? "", use: $0)
      }
    } catch {
      throw .file(error)
    }
  }
}

extension [CollectionConsents.Asked] {
  /// Adds new items only: each source once per collection and receiver.
  package mutating func add(_ asked: [CollectionConsents.Asked]) {
    for new in asked {
      let isKnown = contains {
        $0.collection == new.collection && $0.use.source == new.use.source && $0.use.receiver == new.use.receiver
      }
      if !isKnown { append(new) }
    }
  }
}

extension Workspace {
  /// Allows newly stored secrets for the server that the collection names for them, if there is exactly one and none
  /// was allowed before. With several receivers, and for each later one, the user is asked.
  /// - Parameters:
  ///   - former: the environment before the values were stored.
  ///   - environment: the environment with them.
  /// - Returns: the uses that are allowed now.
  @discardableResult
  package func allowStored(
    in environment: Environment, since former: Environment?, of collection: String
  ) throws(WorkspaceError) -> [UserValueUse] {
    let sources = environment.newSecrets(since: former)
    guard !sources.isEmpty else { return [] }
    let known = Set(try consents.records(of: collection).map(\.source))
    let uses = uses(of: sources.subtracting(known), environment.name, in: collection)
    let single = Dictionary(grouping: uses, by: \.source).values.filter { $0.count == 1 }.flatMap(\.self)
    try consents.allow(single, for: collection)
    return single.sorted { $0.shown < $1.shown }
  }

  /// Pairs each source with each of its receivers once.
  private func uses(
    of sources: Set<UserValueSource>, _ environment: String, in collection: String
  ) -> Set<UserValueUse> {
    guard !sources.isEmpty else { return [] }
    var found: Set<UserValueUse> = []
    for item in tree().collections.first(where: { $0.path == collection })?.requests ?? [] {
      // A request that cannot be read or is invalid is asked about when it is sent.
      guard let definition = try? request(at: item.node.path).definition,
        let context = try? self.context(for: item.node.path, environment: environment),
        let uses = try? self.outsideUses(of: definition, in: context)
      else { continue }
      for use in uses where sources.contains(use.source) { found.insert(UserValueUse(use.source, to: use.receiver)) }
    }
    return found
  }
}

extension Environment {
  /// The secrets whose values differ from those in `former`.
  fileprivate func newSecrets(since former: Environment?) -> Set<UserValueSource> {
    let old = former?.variables.filter(\.isSecret) ?? []
    let new = variables.filter { variable in
      variable.isSecret && !variable.row.value.isEmpty
        && !old.contains { $0.row.name == variable.row.name && $0.row.value == variable.row.value }
    }
    return Set(new.map { UserValueSource.secret($0.row.name, of: name) })
  }
}
