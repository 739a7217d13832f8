import Basics
import Explorer
import Libc
import Sessions
import Workspaces

extension FileService {
  /// Handles changes on disk: those of other programs, and this program's own, which it recognizes.
  func changedOnDisk(_ found: Listing, in folders: Set<String>, _ post: Services.Post) {
    let before = tree
    tree = found.tree
    if tree != before {
      let renames = vanished.renames(from: before, to: tree, of: workspace) { [opened] in opened[$0]?.bytes }
      for (old, new) in renames {
        workspace.noteRename(from: old, to: new)
        moved(old, to: new, post)
      }
    }
    if tree != before { post(.files(.treeRefreshed(tree))) }
    for (path, file) in found.files.sorted(by: { $0.key < $1.key }) { compare(path, file, post) }
    let environments = folders.contains { $0.hasSuffix("/environments") } || folders.contains(workspace.path)
    post(.files(.surroundingsChanged(environments: environments)))
    // This may be the workspace's own settings file.
    if folders.contains(workspace.path) { post(.settingsChanged) }
  }

  /// Posts a file that differs from the version last posted.
  private func compare(_ path: String, _ found: Result<RequestFile, WorkspaceError>, _ post: Services.Post) {
    // The file was closed or moved in the meantime.
    guard let known = (offered[path]?.file ?? opened[path])?.bytes else { return }
    switch found {
    case .success(let file): if file.bytes != known { offer(file, post) }
    case .failure(.file(let error)) where error.reason == .missing: return
    case .failure(let error):
      post(.notified(.warning, "Changed by another program and no longer readable: \(error)"))
    }
  }

  func offer(_ file: RequestFile, _ post: Services.Post) {
    post(.openFile(.changedOnDisk(offered(file)), of: .file(file.path)))
  }

  /// Remembers the version offered to the screen until the screen adopts it.
  func offered(_ file: RequestFile) -> DiskVersion {
    let number = next()
    offered[file.path] = (number, file)
    return DiskVersion(file.definition.withQueryInStep, number: number)
  }

  /// The screen has adopted a version. Ignored if a newer version has been offered since.
  func adopt(_ key: RequestKey, _ version: Int) {
    guard let path = key.path, let offer = offered[path], offer.number == version else { return }
    opened[path] = offer.file
    offered[path] = nil
  }
}

/// Reads git marks for the tree on a separate thread, one reading at a time: requests during a reading are combined
/// into one afterwards.
actor GitService {
  private let folder: String
  private let environment: [String: String]
  private var reading: Task<Void, Never>?
  private var isOutdated = false
  private var last = GitMarks()
  /// Ends a running git when the program ends.
  private let ending = PrivatePipe()

  init(folder: String, environment: [String: String]) {
    self.folder = folder
    self.environment = environment
  }

  deinit {
    guard let ending else { return }
    close(ending.reading)
    close(ending.writing)
  }

  func read(_ post: @escaping Services.Post) {
    guard reading == nil else {
      isOutdated = true
      return
    }
    // Without git, nothing is shown or reported.
    guard let ending, let git = GitStatus(environment: environment, ending: ending.reading) else { return }
    // Keeps this alive until git, which listens to `ending`, has ended.
    reading = Task.detached { [self, folder] in
      // There are few threads for tasks, and git may take long.
      await read(await ThreadStart.result { git.marks(of: folder) } ?? nil, post)
    }
  }

  /// Returns once no git is running.
  func finish() async {
    isOutdated = false
    if let ending { _ = write(ending.writing, [1], 1) }
    await reading?.value
  }

  private func read(_ marks: GitMarks?, _ post: @escaping Services.Post) {
    reading = nil
    let marks = marks ?? GitMarks()
    if marks != last { post(.tree(.marked(marks))) }
    last = marks
    guard isOutdated else { return }
    isOutdated = false
    read(post)
  }
}
