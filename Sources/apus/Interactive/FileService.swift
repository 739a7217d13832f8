import Essentials
import Explorer
import Sessions
import Workspaces

/// The live workspace: writes files one effect at a time and reads them concurrently. It remembers what it read, so
/// that a save touches only what changed and a change can be undone.
///
/// The actor itself does nothing slow: reading happens in a lane, which passes its result back.
actor FileService {
  let workspace: Workspace
  /// The process environment, for `{{process.env.NAME}}`.
  let process: [String: String]
  /// The tree as last posted.
  var tree: WorkspaceTree
  let opened: OpenedFiles
  let redactions: AnswerRedactions
  /// Versions written by other programs: offered to the screen, not adopted yet.
  var offered: [String: (number: Int, file: RequestFile)] = [:]
  /// The inherited and resolved settings of folders; discarded when something on disk changes.
  var surroundings = FolderContexts()
  var undos = UndoLog<TreeRow.ID>()
  /// Requests whose files another program deleted, kept because they may reappear under another name.
  var vanished = VanishedRequests()
  private var lastNumber = 0
  /// The number of reported disk changes. A file read in the meantime may be outdated.
  private var changesSeen = 0
  private var watching: Task<Void, Never>?
  /// Watches the folder of the user's own settings.
  private var watchingSettings: Task<Void, Never>?
  /// Watches the history, once it is shown.
  var watchingHistory: Task<Void, Never>?
  let lanes: ReadingLanes
  /// The folders to list again.
  private var relisting = Relisting()
  /// The current history search, which runs concurrently with the effects; a new search cancels it.
  var searching: Task<Void, Never>?
  /// The last reading of an opened request's answer.
  private var recalling: Task<Void, Never>?
  /// The imports whose sources are being read, and earlier ones.
  var imports: [Task<Void, Never>] = []
  /// The last background job.
  private var tidying: Task<Void, Never>?
  private let pace: ListingPace
  private let drafts: DraftStore
  private let git: GitService
  private let journal: DraftJournal
  private let whenListed: @Sendable () -> Void

  /// - Parameter whenListed: called once the workspace is listed for the first time.
  init(
    workspace: Workspace, process: [String: String], opened: OpenedFiles = OpenedFiles(),
    redactions: AnswerRedactions = AnswerRedactions(), lanes: ReadingLanes = ReadingLanes(), pace: ListingPace = .usual,
    whenListed: @escaping @Sendable () -> Void = {}
  ) {
    self.workspace = workspace
    self.pace = pace
    self.whenListed = whenListed
    self.lanes = lanes
    self.process = process
    self.opened = opened
    self.redactions = redactions
    tree = WorkspaceTree(name: workspace.name, path: workspace.path)
    git = GitService(folder: workspace.path, environment: process)
    drafts = DraftStore(workspace)
    journal = DraftJournal(drafts)
  }

  func run(_ effect: FileEffect, post: @escaping Services.Post) async {
    await carryOut(effect, post)
    reportPrivateFolder(post)
  }

  private func carryOut(_ effect: FileEffect, _ post: @escaping Services.Post) async {
    if effect.needsVariables, await !lanes.variables.ended() { return }
    if effect.changesTree, !relisting.isListed, await !lanes.tree.ended() { return }
    switch effect {
    case .loadTree: loadTree(post)
    case .readGit: if relisting.isListed { await git.read(post) }
    case .loadRequest(let key): load(key, post)
    case .loadSettings(let folder): loadSettings(of: folder, post)
    case .loadVariables(let key, let draft, let terms): loadVariables(key, draft, terms, post)
    case .loadHistory(let request):
      if let filter = request.filter { search(request, filter, post) } else { loadHistory(request, post) }
    case .prune(let retention): prune(retention, post)
    case .convert(let collection, let consent): convert(collection, consent, post)
    case .loadExchange(let id): loadExchange(id, post)
    case .adopt(let key, let version): adopt(key, version)
    case .save(let key, let draft, let consent): save(key, draft, consent, post)
    case .loadPreview(let id): loadPreview(id, post)
    case .forgetExchange(let id): forget(id, post)
    case .restoreExchange(let forgotten): restore(forgotten, post)
    case .loadComparand(let key, let id): loadComparand(key, id, post)
    case .recall(let key, let filter): recall(key, filter, post)
    case .saveAs(let key, let definition, let folder, let consent): saveAs(key, definition, folder, consent, post)
    case .change(let change): perform(change, post)
    case .findPath(let key, let typed): post(.files(.pathFound(key, typed, found(at: typed.text))))
    case .takeOver(let name, _): takeOver(name, post)
    case .completePath(let typed, let base):
      post(.files(.pathCompleted(CompletedPath(typed, from: base, process))))
    case .journal(let key, let draft):
      guard let path = key.path ?? ScratchPath.of(key, in: workspace) else { return }
      await journal.note(path, base: opened[path], draft: draft) { post(.files(.draftsKept(problem: $0))) }
    }
  }

  /// Writes all pending drafts. Returns the reason if drafts are lost, otherwise `nil`.
  @discardableResult func finish() async -> String? {
    lanes.cancel()
    watching?.cancel()
    await git.finish()
    watchingSettings?.cancel()
    watchingHistory?.cancel()
    searching?.cancel()
    // A requested import is completed even if its source is large.
    for reading in imports { await reading.value }
    return await journal.flush()
  }

  /// Runs slow disk work that nothing waits for. Jobs run one at a time at background priority, concurrently with the
  /// effects.
  func aside(_ work: @escaping @Sendable () async -> Void) {
    let former = tidying
    tidying = Task.detached(priority: .background) {
      await former?.value
      await work()
    }
  }

  /// Reads the last answers of opened requests from the history, one after the other. No reading replaces another,
  /// because each request asks once.
  private func recall(_ key: RequestKey, _ filter: HistoryFilter, _ post: @escaping Services.Post) {
    let former = recalling
    recalling = Task.detached { [workspace] in
      await former?.value
      // The page of the history reports why it cannot be read.
      guard let record = try? History(workspace: workspace).latest(matching: filter) else { return }
      let kept = KeptAnswer(
        exchange: record.exchange, assertions: record.assertions, environment: record.environment,
        scripts: ScriptResults(recorded: record.scripts))
      post(.response(.recalled(kept), of: key))
    }
  }

  /// A new unique number.
  func next() -> Int {
    lastNumber += 1
    return lastNumber
  }

  private func loadTree(_ post: @escaping Services.Post) {
    relisting.isWhole = true
    listAgain(post)
  }

  /// Lists the workspace concurrently; later changes are listed afterwards.
  private func listAgain(_ post: @escaping Services.Post) {
    guard !relisting.isRunning, let work = relisting.begin() else { return }
    let (paths, isWatched) = (opened.paths, watching != nil)
    let progress =
      relisting.isListed
      ? nil
      : ListingProgress { [workspace] found in
        // The top folders are posted without waiting for the requests in them.
        if let part = found.news(of: workspace) { post(.files(.treeGrew(part))) }
      }
    lanes.tree.begin { [workspace, drafts, pace, weak self] isWanted in
      let updates = Task.detached { [weak self] in
        guard let progress else { return }
        var number = 0
        // The pause throws if the listing ends first.
        while (try? await pace.pause(number)) != nil, !Task.isCancelled {
          await self?.report(progress, post)
          number += 1
        }
      }
      defer { updates.cancel() }
      // Watching starts before the files are read, so that no change is missed.
      let changes = isWatched ? nil : WorkspaceWatch(workspace).changes()
      let found = Listing(
        workspace, work, opened: paths, drafts: work.isWhole ? drafts : nil, progress: progress)
      guard isWanted(), let found else { return }
      await self?.listed(found, work, changes, post)
    }
  }

  /// Posts a partial listing, so that the user can work with it during the first one.
  private func report(_ progress: ListingProgress, _ post: Services.Post) {
    guard !relisting.isListed, let part = progress.news(of: workspace) else { return }
    post(.files(.treeGrew(part)))
  }

  private func listed(
    _ found: Listing, _ work: Relisting.Work, _ changes: AsyncStream<Set<String>>?, _ post: @escaping Services.Post
  ) {
    relisting.isRunning = false
    if let changes {
      watch(changes, post)
      // Files opened earlier may have changed before watching began.
      changed(in: Set(opened.paths.map(\.folder)))
    }
    if relisting.isOutdated(work) {
      // This program has changed files in the meantime, so the listing may be outdated.
      relisting.folders.formUnion(work.folders)
      relisting.isWhole = relisting.isWhole || work.isWhole
    } else if work.isWhole {
      let isFirst = !relisting.isListed
      relisting.isListed = true
      tree = found.tree
      post(.files(.treeLoaded(tree)))
      for draft in found.drafts { restore(draft, post) }
      for notice in found.notices { post(.notified(.warning, "\(notice)")) }
      if isFirst {
        whenListed()
        readGit(post)
        watchSettings(post)
        tidy()
      }
    } else {
      changedOnDisk(found, in: work.folders, post)
    }
    listAgain(post)
  }

  private func watchSettings(_ post: @escaping Services.Post) {
    let folder = workspace.settingsFolder.path
    watchingSettings = Task.detached { [weak self] in
      let changes = WorkspaceWatch.changes(of: folder)
      // The settings were read at the start and may have changed since.
      await self?.settingsChanged(post)
      for await _ in changes { await self?.settingsChanged(post) }
    }
  }

  /// Reloads the settings. Their effects on sends are shown with each request.
  func settingsChanged(_ post: Services.Post) {
    surroundings.forget()
    post(.settingsChanged)
    post(.files(.surroundingsChanged(environments: false)))
  }

  private func readGit(_ post: @escaping Services.Post) {
    Task.detached { [git] in await git.read(post) }
  }

  private func tidy() {
    aside { [workspace] in
      // If emptying the trash fails, the next start tries again.
      try? workspace.emptyTrash()
      workspace.sweepTemporaries()
    }
  }

  /// Handles changes in these folders. This program's own changes are recognized.
  private func changedOnDisk(_ folders: Set<String>, _ post: @escaping Services.Post) {
    changed(in: folders)
    if relisting.isListed { readGit(post) }
    listAgain(post)
  }

  private func changed(in folders: Set<String>) {
    changesSeen += 1
    surroundings.forget()
    relisting.folders.formUnion(folders)
  }

  /// Records a change by this program; a listing that began earlier is repeated.
  func treeChanged() { relisting.changes += 1 }

  private func watch(_ changes: AsyncStream<Set<String>>, _ post: @escaping Services.Post) {
    watching = Task.detached { [weak self] in
      for await folders in changes { await self?.changedOnDisk(folders, post) }
    }
  }

  /// Restores a draft from an earlier run and compares it with the current file.
  private func restore(_ found: Listing.FoundDraft, _ post: Services.Post) {
    let draft = found.draft
    if let number = ScratchPath.number(of: draft.path, in: workspace) {
      return post(.scratch(.found(number, draft.definition.withQueryInStep)))
    }
    // If the file is invalid now, the draft stays in the journal until the file can be read again.
    guard let base = draft.base ?? found.file, found.file != nil || found.isGone else { return }
    opened[draft.path] = base
    post(
      .files(
        .draftFound(
          .file(draft.path), saved: base.definition.withQueryInStep, draft: draft.definition.withQueryInStep,
          collection: found.collection)))
    if let file = found.file, base.bytes != file.bytes { offer(file, post) }
  }

  private func load(_ key: RequestKey, _ post: @escaping Services.Post) {
    if let path = key.path { load(post) { path } }
  }

  /// Reads the settings of a folder or a collection as a request's file.
  private func loadSettings(of folder: String, _ post: @escaping Services.Post) {
    load(post) { [workspace] in workspace.settingsPath(of: folder) }
  }

  private func load(_ post: @escaping Services.Post, _ find: @escaping @Sendable () -> String) {
    lanes.request.begin { [workspace, changesSeen, weak self] isWanted in
      let path = find()
      let key = RequestKey.file(path)
      do throws(WorkspaceError) {
        let file = try workspace.request(at: path)
        let collection = workspace.collection(of: path)
        if isWanted() { await self?.loaded(key, file, collection, since: changesSeen, post) }
      } catch {
        if isWanted() { post(.files(.requestUnreadable(key, Notice(.error, path, error.description)))) }
      }
    }
  }

  /// - Parameter seen: the number of changes when reading began.
  private func loaded(
    _ key: RequestKey, _ file: RequestFile, _ collection: String, since seen: Int, _ post: @escaping Services.Post
  ) {
    opened[file.path] = file
    offered[file.path] = nil
    post(.files(.requestLoaded(key, file.definition.withQueryInStep, id: nil, collection: collection)))
    if let notice = file.notices.first { post(.notified(.warning, "\(notice)")) }
    // The change may have been compared with an older version.
    if seen != changesSeen { changedOnDisk([file.path.folder], post) }
  }
}

extension FileEffect {
  /// True if the effect may write a secret that only inherited variables contain.
  fileprivate var needsVariables: Bool {
    switch self {
    case .save, .saveAs, .change: true
    default: false
    }
  }

  /// True if the effect posts the tree again and therefore needs a complete listing.
  fileprivate var changesTree: Bool {
    switch self {
    case .saveAs, .change, .convert: true
    default: false
    }
  }
}

/// The journal path for the draft of a request without a file: a path that no file of a collection can have.
enum ScratchPath {
  private static let prefix = ".apus-scratch-"

  static func of(_ key: RequestKey, in workspace: Workspace) -> String? {
    guard case .scratch(let number) = key else { return nil }
    return "\(workspace.path)/\(prefix)\(number)"
  }

  static func number(of path: String, in workspace: Workspace) -> Int? {
    let start = "\(workspace.path)/\(prefix)"
    return path.hasPrefix(start) ? Int(path.dropFirst(start.count)) : nil
  }
}
