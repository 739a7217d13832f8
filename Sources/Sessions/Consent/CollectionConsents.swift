import Workspaces

/// What the collections of a workspace may use of the user's: looked at, given, taken back.
package struct CollectionConsents: Sendable {
  /// One thing that a request would use and the user has not allowed yet.
  package struct Asked: Hashable, Sendable {
    package var collection: String
    /// The request that was found first.
    package var requestID: String
    package var use: OutsideUse
  }

  private let workspace: Workspace
  /// Absolute paths of the collections that are meant.
  package let collections: [String]

  /// - Parameter collections: absolute paths; all of the workspace for `nil`.
  package init(_ workspace: Workspace, collections: [String]? = nil) {
    self.workspace = workspace
    self.collections = collections ?? workspace.collectionPaths()
  }

  /// The collections that a path of the disk lies in or above; `nil` where it names none of the workspace.
  package init?(_ workspace: Workspace, at path: String) {
    // What cannot be resolved lies in no collection.
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
  ///   - named: what is meant; all where nothing is named.
  ///   - receiver: for whom; all where `nil`.
  /// - Returns: how many were taken back.
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

  /// What a saved request at `path` would use that is not allowed yet.
  package func unallowed(
    by plan: SendPlan, at path: String
  ) throws(SendFault) -> [Asked] {
    let collection = workspace.collection(of: path)
    let uses: [OutsideUse]
    do throws(SendRefusal) { uses = try workspace.outsideUses(of: plan.definition, in: plan.context) } catch {
      throw .refusal(error)
    }
    do throws(WorkspaceError) {
      return try workspace.consents.unallowed(uses, of: collection).map {
        Asked(collection: collection, requestID: plan.requestID ?? "", use: $0)
      }
    } catch {
      throw .file(error)
    }
  }
}

extension [CollectionConsents.Asked] {
  /// Adds what is not there yet: each thing once for a collection and a receiver.
  package mutating func add(_ asked: [CollectionConsents.Asked]) {
    for new in asked {
      let isKnown = contains {
        $0.collection == new.collection && $0.use.source == new.use.source && $0.use.receiver == new.use.receiver
      }
      if !isKnown { append(new) }
    }
  }
}
