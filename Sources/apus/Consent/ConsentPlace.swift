import Sessions
import Workspaces

/// The collections that `apus allow` refers to; shows and changes their consents.
struct ConsentPlace {
  private let location: WorkspaceLocator.Location
  private let path: String?
  private let finder: TargetFinder
  private var workspace: Workspace { location.workspace }

  /// - Parameter path: a folder or file on disk, else the path of a request or folder in the workspace.
  init(_ path: String?, _ choice: WorkspaceChoice) throws(Failure) {
    self.path = path
    finder = TargetFinder(options: choice)
    // A path that is not on disk is looked up in the workspace.
    if choice.workspace == nil, let path, (try? FileSystem.live.resolve(path)) != nil {
      location = WorkspaceLocator.Location(workspace: try WorkspaceLocator.open(path), isDemo: false)
    } else {
      location = try WorkspaceLocator.locate(choice.workspace)
    }
  }

  func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : "\(WorkspaceLocator.currentFolder())/\(path)"
  }

  /// Files of authorities as they are now, or as a refusal named them: with what was in them.
  func authorities(_ files: [String]) throws(Failure) -> [OutsideSource] {
    try files.map { file throws(Failure) in
      if file.contains(" sha256:") { return .authorities(file) }
      do throws(FileError) { return try OutsideSource.authorities(at: absolute(file)).1 } catch {
        throw Failure(.file, error.description)
      }
    }
  }

  /// The collections in or above the path; all of them only without a path.
  /// - Throws: if the path names nothing, because a consent must never be given or revoked for more than the user
  ///   meant.
  private func meant() throws(Failure) -> CollectionConsents {
    guard let path else { return CollectionConsents(workspace) }
    if let consents = CollectionConsents(workspace, at: path) { return consents }
    // A path that is not on disk is looked up in the collections.
    let nodes = RunSelection.nodes(
      of: path, in: workspace, workspace.tree(), currentFolder: WorkspaceLocator.currentFolder())
    guard !nodes.isEmpty else {
      throw Failure(
        .file, "no request, folder or collection \(path) in \(workspace.path); `apus list` shows what there is")
    }
    let found = Set(nodes.map { workspace.collection(of: $0.path) })
    return CollectionConsents(workspace, collections: workspace.collectionPaths().filter(found.contains))
  }

  func list() throws {
    let consents = try meant()
    let records = try Disk.run { () throws(WorkspaceError) in try consents.records() }
    if records.isEmpty { Output.error.say("apus: nothing is allowed") }
    for (collection, record) in records {
      let receiver = record.receiver.isEmpty ? "all" : record.receiver
      let line = "\(record.source.kind)  \(record.source.name)  to \(receiver)  for \(collection)"
      try Output.standard.write(TerminalText.line(line) + "\n")
    }
  }

  /// - Parameter named: what to revoke; everything if empty.
  func revoke(_ named: Set<OutsideSource>, to receiver: String?) throws(Failure) {
    let consents = try meant()
    let count = try Disk.run { () throws(WorkspaceError) in try consents.revoke(named, to: receiver) }
    Output.error.say("apus: \(count) taken back")
  }

  func allow(_ uses: [OutsideUse]) throws(Failure) {
    for collection in try meant().collections { try allow(uses, for: collection) }
  }

  /// Shows and allows what the requests would use and may not use yet.
  /// - Parameter named: what to allow; everything if empty.
  func allowUses(_ named: Set<OutsideSource>, isConfirmed: Bool) throws(Failure) {
    var found: [CollectionConsents.Asked] = []
    for item in try RunSelection.of(path, in: location, tags: [], excluding: []).items {
      // An unreadable file names nothing; sending it reports the error.
      guard case .success = item.source else { continue }
      found.add(try uses(of: item.node).filter { named.isEmpty || named.contains($0.use.source) })
    }
    guard !found.isEmpty else {
      let what = named.isEmpty ? "nothing of yours is used that is not allowed" : "none of that is used"
      return Output.error.say("apus: \(what); a receiver can be named with --to")
    }
    for asked in found {
      Output.error.say("\(asked.requestID): \(Self.words(for: asked.use)), \(asked.use.place)")
    }
    if !isConfirmed, try !agrees() { throw Failure(.interrupted, "nothing was allowed") }
    for asked in found { try allow([asked.use], for: asked.collection) }
  }

  private func uses(of node: RequestNode) throws(Failure) -> [CollectionConsents.Asked] {
    let plan = try finder.saved(node, in: location)
    do throws(SendFault) { return try CollectionConsents(workspace).unallowed(by: plan, at: node.path) } catch {
      throw plan.failure(for: error)
    }
  }

  private func agrees() throws(Failure) -> Bool {
    guard Output.error.isTerminal, Output.standardInputIsTerminal else {
      throw Failure(.usage, "nobody can be asked here; add --yes to allow all of it, or name what to allow")
    }
    Output.error.write(quietly: "Allow it, now and later? [y/N] ")
    return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
  }

  private func allow(_ uses: [OutsideUse], for collection: String) throws(Failure) {
    try Disk.run { () throws(WorkspaceError) in try CollectionConsents(workspace).allow(uses, for: collection) }
    for use in uses { Output.error.say("apus: allowed: \(Self.words(for: use))") }
  }

  private static func words(for use: OutsideUse) -> String {
    if case .command = use.source { return "to run \(use.shown) for \(use.receiver.isEmpty ? "all" : use.receiver)" }
    if use.isRead { return "to read \(use.what) for \(use.receiver)" }
    return "\(use.what) \(use.isTrust ? "for" : "to") \(use.receiver)"
  }
}
