import Dispatch
import Synchronization

/// Tells when another program changes the files of a workspace: as sets of folders in which something changed.
///
/// Nothing runs while nothing changes: the system reports changes (inotify on Linux, FSEvents on macOS); where it has no
/// room for more watches, the files are compared once a second.
public struct WorkspaceWatch: Sendable {
  private let workspace: Workspace
  /// Changes that come close together are told together.
  static let pause = DispatchTimeInterval.milliseconds(80)
  static let pauseInSeconds = 0.08

  public init(_ workspace: Workspace) { self.workspace = workspace }

  /// The changes from now on, until the iteration's task ends. Each element holds absolute paths of folders; that of
  /// the workspace itself where more changed than could be told.
  public func changes() -> AsyncStream<Set<String>> {
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

  /// What a watch passes over: our own journal, version control, dependencies and half-written files.
  static func isIgnored(_ name: String) -> Bool {
    name == ".apus" || name == "node_modules" || name == ".git" || name == ".svn" || name == ".hg"
      || name.hasPrefix(".apus-")
  }
}

/// Compares the stamps of every file once a second.
// A class because the timer refers back to what it compares. Unchecked: the timer is the one part that is not declared
// safe to share, and Dispatch documents that its sources are.
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

  /// The folders in which something changed since the last time.
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
      // What cannot be read now is not there for the comparison.
      for entry in (try? workspace.files.list(folder)) ?? [] where !WorkspaceWatch.isIgnored(entry.name) {
        let path = FilePaths.join(folder, entry.name)
        // A file that went away between the two looks is not there either.
        guard let stamp = (try? workspace.files.stamp(path)) ?? nil else { continue }
        found[path] = stamp
        if entry.kind == .directory { folders.append(path) }
      }
    }
    return found
  }
}
