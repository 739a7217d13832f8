import Dispatch
import Synchronization

/// Reports when another program changes the files of a workspace, as sets of changed folders.
///
/// The system reports changes (inotify on Linux, FSEvents on macOS), so an unchanged workspace causes no work. If the
/// system is out of watches, the files are compared once a second.
package struct WorkspaceWatch: Sendable {
  private let workspace: Workspace
  /// Changes within this time are reported together.
  static let pause = DispatchTimeInterval.milliseconds(80)
  static let pauseInSeconds = 0.08

  package init(_ workspace: Workspace) { self.workspace = workspace }

  /// The changes from now on, until the iterating task ends. Each element contains absolute paths of folders, or only
  /// the workspace's path if there were too many changes to report.
  package func changes() -> AsyncStream<Set<String>> {
    let (stream, feed) = AsyncStream.makeStream(of: Set<String>.self)
    #if os(Linux) || canImport(Darwin)
    if let watch = KernelWatch(workspace.path, report: { feed.yield($0) }) {
      feed.onTermination = { _ in watch.stop() }
      return stream
    }
    #endif
    let watch = ComparingWatch(workspace, report: { feed.yield($0) })
    feed.onTermination = { _ in watch.stop() }
    return stream
  }

  /// Like `changes()`, for a folder that is not a workspace and need not exist yet. If the system cannot watch it,
  /// nothing is reported.
  package static func changes(of folder: String) -> AsyncStream<Set<String>> {
    let (stream, feed) = AsyncStream.makeStream(of: Set<String>.self)
    #if os(Linux) || canImport(Darwin)
    if let watch = KernelWatch(folder, report: { feed.yield($0) }) {
      feed.onTermination = { _ in watch.stop() }
      return stream
    }
    #endif
    feed.finish()
    return stream
  }

  /// Ignores Apus's own journal, version control, dependencies and temporary files.
  static func isIgnored(_ name: String) -> Bool {
    name == ".apus" || name == "node_modules" || name == ".git" || name == ".svn" || name == ".hg"
      || name.hasPrefix(".apus-")
  }
}

/// Compares the stamps of all files once a second.
// A class because the timer refers back to the object. Unchecked: only the timer is not declared Sendable, and Dispatch
// documents that its sources are thread-safe.
final class ComparingWatch: @unchecked Sendable {
  private let workspace: Workspace
  private let timer: any DispatchSourceTimer
  private let last: Mutex<[String: FileStamp]>

  init(
    _ workspace: Workspace, every interval: DispatchTimeInterval = .seconds(1),
    report: @escaping @Sendable (Set<String>) -> Void
  ) {
    self.workspace = workspace
    timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "apus.watch"))
    last = Mutex(Self.stamps(workspace))
    timer.schedule(deadline: .now() + interval, repeating: interval, leeway: .milliseconds(200))
    timer.setEventHandler { [weak self] in
      guard let self else { return }
      let changed = compare()
      if !changed.isEmpty { report(changed) }
    }
    timer.activate()
  }

  func stop() { timer.cancel() }

  /// The folders with changes since the last call.
  func compare() -> Set<String> {
    let now = Self.stamps(workspace)
    return last.withLock { last in
      let gone = last.keys.filter { now[$0] == nil }
      let changed = now.filter { last[$0.key] != $0.value && !$0.value.isDirectory }.map(\.key)
      last = now
      return Set((gone + changed).compactMap { FilePaths.parent(of: $0) })
    }
  }

  private static func stamps(_ workspace: Workspace) -> [String: FileStamp] {
    var found: [String: FileStamp] = [:]
    var folders = [workspace.path]
    while let folder = folders.popLast(), found.count < 200_000 {
      // A folder that cannot be read counts as missing.
      for entry in (try? workspace.files.list(folder)) ?? [] where !WorkspaceWatch.isIgnored(entry.name) {
        let path = FilePaths.join(folder, entry.name)
        guard let stamp = workspace.files.examined(path) else { continue }
        found[path] = stamp
        if entry.kind == .directory { folders.append(path) }
      }
    }
    return found
  }
}
