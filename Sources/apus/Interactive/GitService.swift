import Basics
import Explorer
import Workspaces

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Reads git's marks for the tree on a thread of its own, one reading at a time: whatever is asked for meanwhile is read
/// once afterwards.
actor GitService {
  private let folder: String
  private let environment: [String: String]
  private var reading: Task<Void, Never>?
  private var isOutdated = false
  private var last = GitMarks()
  /// Ends a git that is still reading when the program ends.
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
    // Without git, nothing is shown and nothing is said.
    guard let ending, let git = GitStatus(environment: environment, ending: ending.reading) else { return }
    // Keeps this alive until git has ended, which listens to `ending`.
    reading = Task.detached { [self, folder] in
      let marks = await Self.marks(of: folder, git)
      await read(marks, post)
    }
  }

  /// Once it returns, no git is running.
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

  /// git may take long, and the threads of tasks are few.
  private static func marks(of folder: String, _ git: GitStatus) async -> GitMarks? {
    await withCheckedContinuation { continuation in
      let thread = ThreadStart { continuation.resume(returning: git.marks(of: folder)) }
      if !thread.launch() { continuation.resume(returning: nil) }
    }
  }
}
