import Workspaces

/// The collections that `apus allow` is about, and what can be said of them and done to them.
struct ConsentPlace {
  private let location: WorkspaceLocator.Location
  private let path: String?
  private let finder: TargetFinder
  private var workspace: Workspace { location.workspace }

  /// - Parameter path: a folder or file on the disk, else the path of a request or folder in the workspace.
  init(_ path: String?, _ choice: WorkspaceChoice) throws(Failure) {
    self.path = path
    finder = TargetFinder(options: choice)
    // What is not on the disk is looked for in the workspace.
    if choice.workspace == nil, let path, (try? FileSystem.live.resolve(path)) != nil {
      location = WorkspaceLocator.Location(workspace: try WorkspaceLocator.open(path), isDemo: false)
    } else {
      location = try WorkspaceLocator.locate(choice.workspace)
    }
  }

  func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : "\(WorkspaceLocator.currentFolder())/\(path)"
  }

  /// Those that the path lies in or above; all of them only where there is no path.
  /// - Throws: where the path names nothing: a consent, or its end, is never given to more than was meant.
  private func collections() throws(Failure) -> [String] {
    let all = workspace.collectionPaths()
    guard let path else { return all }
    // What is not on the disk is looked for in the collections.
    if let real = try? FileSystem.live.resolve(path) {
      if all.contains(where: { Self.lies(real, in: $0) }) { return [workspace.collection(of: real)] }
      let below = all.filter { Self.lies($0, in: real) }
      if !below.isEmpty { return below }
    }
    let nodes = RunSelection.nodes(of: path, in: workspace.tree())
    guard !nodes.isEmpty else {
      let (path, place) = (TerminalText.shown(path), TerminalText.shown(workspace.path))
      throw Failure(
        .file, "no request, folder or collection \(path) in \(place); `apus list` shows what there is")
    }
    let meant = Set(nodes.map { workspace.collection(of: $0.path) })
    return all.filter(meant.contains)
  }

  private static func lies(_ path: String, in folder: String) -> Bool {
    path == folder || path.hasPrefix(folder + "/")
  }

  func list() throws {
    for collection in try collections() {
      let records = try Disk.run { () throws(WorkspaceError) in try workspace.consents.records(of: collection) }
      for record in records {
        let receiver = record.receiver.isEmpty ? "" : "  to \(record.receiver)"
        let line = "\(record.source.kind)  \(record.source.name)\(receiver)  for \(collection)"
        try Output.standard.write(TerminalText.line(line) + "\n")
      }
    }
  }

  /// - Parameter named: what is meant; all where nothing is named.
  func revoke(_ named: Set<OutsideSource>, to receiver: String?) throws(Failure) {
    var count = 0
    for collection in try collections() {
      count += try Disk.run { () throws(WorkspaceError) in
        try workspace.consents.revoke(for: collection) { record in
          (named.isEmpty || named.contains(record.source)) && (receiver == nil || receiver == record.receiver)
        }
      }
    }
    Output.error.say("apus: \(count) taken back")
  }

  func allow(_ uses: [OutsideUse]) throws(Failure) {
    for collection in try collections() { try allow(uses, for: collection) }
  }

  /// Shows what the requests would use that is not allowed yet, and allows it.
  /// - Parameter named: what is meant; all where nothing is named.
  func allowUses(_ named: Set<OutsideSource>, isConfirmed: Bool) throws(Failure) {
    var found: [(collection: String, id: String, use: OutsideUse)] = []
    for item in try RunSelection.of(path, in: location, tags: [], excluding: []).items {
      // A file that cannot be read names nothing, and is refused when it is sent.
      guard case .success = item.source else { continue }
      let node = item.node
      let collection = workspace.collection(of: node.path)
      for use in try uses(of: node, in: collection) {
        guard named.isEmpty || named.contains(use.source) else { continue }
        let isKnown = found.contains {
          $0.collection == collection && $0.use.source == use.source && $0.use.receiver == use.receiver
        }
        if !isKnown { found.append((collection, node.id, use)) }
      }
    }
    guard !found.isEmpty else {
      let what = named.isEmpty ? "nothing of yours is used that is not allowed" : "none of that is used"
      return Output.error.say("apus: \(what); a receiver can be named with --to")
    }
    for (_, id, use) in found { Output.error.say(TerminalText.line("\(id): \(Self.words(for: use)), \(use.place)")) }
    if !isConfirmed, try !agrees() { throw Failure(.interrupted, "nothing was allowed") }
    for (collection, _, use) in found { try allow([use], for: collection) }
  }

  private func uses(of node: RequestNode, in collection: String) throws(Failure) -> [OutsideUse] {
    let plan = try finder.saved(node, in: location)
    let uses: [OutsideUse]
    do throws(SendRefusal) { uses = try workspace.outsideUses(of: plan.definition, in: plan.context) } catch {
      throw plan.failure(for: error)
    }
    return try Disk.run { () throws(WorkspaceError) in try workspace.consents.unallowed(uses, of: collection) }
  }

  private func agrees() throws(Failure) -> Bool {
    guard Output.error.isTerminal, Output.standardInputIsTerminal else {
      throw Failure(.usage, "nobody can be asked here; add --yes to allow all of it, or name what to allow")
    }
    Output.error.write(quietly: "Allow it, now and later? [y/N] ")
    return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
  }

  private func allow(_ uses: [OutsideUse], for collection: String) throws(Failure) {
    try Disk.run { () throws(WorkspaceError) in try workspace.consents.allow(uses, for: collection) }
    for use in uses { Output.error.say("apus: allowed: \(TerminalText.line(Self.words(for: use)))") }
  }

  private static func words(for use: OutsideUse) -> String {
    if case .command = use.source { return "to run \(use.shown)" }
    return "\(use.what) to \(use.receiver)"
  }
}
