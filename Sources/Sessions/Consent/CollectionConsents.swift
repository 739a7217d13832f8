package import Workspaces

/// Shows, grants and revokes what a workspace's collections may use of the user's own data.
package struct CollectionConsents: Sendable {
  /// Something that a request would use and the user has not allowed yet.
  package struct Asked: Hashable, Sendable {
    package var collection: String
    /// The first request found that uses it.
    package var requestID: String
    package var use: OutsideUse
  }

  private let workspace: Workspace
  /// Absolute paths of the selected collections.
  package let collections: [String]

  /// - Parameter collections: absolute paths; `nil` selects all collections of the workspace.
  package init(_ workspace: Workspace, collections: [String]? = nil) {
    self.workspace = workspace
    self.collections = collections ?? workspace.collectionPaths()
  }

  /// The collections that contain a path on disk or are below it; `nil` if there are none in the workspace.
  package init?(_ workspace: Workspace, at path: String) {
    // A path that cannot be resolved is in no collection.
    guard let real = try? FileSystem.live.resolve(path) else { return nil }
    let all = workspace.collectionPaths()
    let below = all.filter { Self.lies($0, in: real) }
    let isInside = all.contains { Self.lies(real, in: $0) }
    guard isInside || !below.isEmpty else { return nil }
    self.init(workspace, collections: isInside ? [workspace.collection(of: real)] : below)
  }

  private static func lies(_ path: String, in folder: String) -> Bool {
    path == folder || path.hasPrefix(folder + "/")
  }

  package func records() throws(WorkspaceError) -> [(collection: String, record: ConsentStore.Record)] {
    var found: [(collection: String, record: ConsentStore.Record)] = []
    for collection in collections {
      for record in try workspace.consents.records(of: collection) { found.append((collection, record)) }
    }
    return found
  }

  /// - Parameters:
  ///   - named: what to revoke; everything if empty.
  ///   - receiver: whose consents to revoke; `nil` means all receivers.
  /// - Returns: how many consents were revoked.
  package func revoke(_ named: Set<OutsideSource>, to receiver: String?) throws(WorkspaceError) -> Int {
    var count = 0
    for collection in collections {
      count += try workspace.consents.revoke(for: collection) { record in
        (named.isEmpty || named.contains(record.source)) && (receiver == nil || receiver == record.receiver)
      }
    }
    return count
  }

  package func allow(_ uses: [OutsideUse], for collection: String) throws(WorkspaceError) {
    try workspace.consents.allow(uses, for: collection)
  }

  /// What a saved request at `path` would use but may not use yet.
  package func unallowed(
    by plan: SendPlan, at path: String
  ) throws(SendFault) -> [Asked] {
    let collection = workspace.collection(of: path)
    let uses: [OutsideUse]
    do throws(SendRefusal) { uses = try workspace.outsideUses(of: plan.definition, in: plan.context) } catch {
      throw .refusal(error)
    }
    do throws(WorkspaceError) {
      let open: [OutsideUse]
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
