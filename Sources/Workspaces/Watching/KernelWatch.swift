#if os(Linux)
import Dispatch
import Libc
import Synchronization

/// Watches every folder below a root with inotify(7).
// A class because the descriptor belongs to one watch and is closed with it. Unchecked: only the source is not declared
// Sendable, and Dispatch documents that its sources are thread-safe.
final class KernelWatch: @unchecked Sendable {
  private struct State {
    var folders: [Int32: String] = [:]
    var changed: Set<String> = []
    var isWaiting = false
    /// The watch of a folder above the root, while the root does not exist.
    var awaited: Int32?
  }

  private let descriptor: Int32
  private let root: String
  private let queue = DispatchQueue(label: "apus.watch")
  private let source: any DispatchSourceRead
  private let state = Mutex(State())
  private let report: @Sendable (Set<String>) -> Void
  private static let mask = UInt32(
    IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF
      | IN_ONLYDIR | IN_DONT_FOLLOW)

  /// `nil` if the kernel cannot watch every folder.
  init?(_ root: String, report: @escaping @Sendable (Set<String>) -> Void) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    self.root = root
    self.report = report
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    let file = descriptor
    source.setCancelHandler { close(file) }
    guard watch(root) else {
      source.activate()
      source.cancel()
      return nil
    }
    source.setEventHandler { [weak self] in self?.read() }
    source.activate()
    // It may be created later.
    if state.withLock({ $0.folders.isEmpty }) { awaitRoot() }
  }

  func stop() { source.cancel() }

  deinit { source.cancel() }

  /// Adds a folder and its subfolders; `false` if the kernel is out of watches or memory.
  private func watch(_ folder: String) -> Bool {
    let number = inotify_add_watch(descriptor, folder, Self.mask)
    // The tree reports a folder that is gone or cannot be read.
    guard number >= 0 else { return errno != ENOSPC && errno != ENOMEM }
    state.withLock { $0.folders[number] = folder }
    // A folder that cannot be listed has no subfolders to watch.
    for entry in (try? DiskPlace(folder).list()) ?? []
    where entry.kind == .directory && !WorkspaceWatch.isIgnored(entry.name) {
      guard watch(FilePaths.join(folder, entry.name)) else { return false }
    }
    return true
  }

  private func read() {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = Libc.read(descriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      buffer.withUnsafeBytes { take(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
    let mustWait = state.withLock { state in
      let mustWait = !state.changed.isEmpty && !state.isWaiting
      if mustWait { state.isWaiting = true }
      return mustWait
    }
    guard mustWait else { return }
    queue.asyncAfter(deadline: .now() + WorkspaceWatch.pause) { [weak self] in self?.notify() }
  }

  private func notify() {
    let changed = state.withLock { state in
      defer {
        state.changed = []
        state.isWaiting = false
      }
      return state.changed
    }
    if !changed.isEmpty { report(changed) }
  }

  /// `struct inotify_event`: number, mask, cookie, length of the name, the name padded with zeros.
  private func take(_ events: UnsafeRawBufferPointer) {
    var offset = 0
    while offset + 16 <= events.count {
      let number = events.loadUnaligned(fromByteOffset: offset, as: Int32.self)
      let mask = events.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
      let length = Int(events.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
      guard length <= events.count - offset - 16 else { return }
      let bytes = events[(offset + 16)..<(offset + 16 + length)].prefix { $0 != 0 }
      take(number, mask, String(decoding: bytes, as: UTF8.self))
      offset += 16 + length
    }
  }

  private func take(_ number: Int32, _ mask: UInt32, _ name: String) {
    if mask & UInt32(IN_Q_OVERFLOW) != 0 {
      state.withLock { _ = $0.changed.insert(root) }
      return
    }
    if state.withLock({ $0.awaited == number }) { return awaitRoot() }
    guard let folder = state.withLock({ $0.folders[number] }), !WorkspaceWatch.isIgnored(name) else { return }
    if mask & UInt32(IN_IGNORED) != 0 { state.withLock { $0.folders[number] = nil } }
    state.withLock { _ = $0.changed.insert(folder) }
    if folder == root, mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF) != 0 {
      inotify_rm_watch(descriptor, number)
      awaitRoot()
    }
    // A permission change may make a folder watchable; watching one twice has no effect.
    let isNewFolder =
      mask & UInt32(IN_ISDIR) != 0 && mask & UInt32(IN_CREATE | IN_MOVED_TO | IN_ATTRIB) != 0 && !name.isEmpty
    guard isNewFolder else { return }
    let path = FilePaths.join(folder, name)
    // If the kernel is out of watches, changes in the folder are found when a parent changes.
    _ = watch(path)
    state.withLock { _ = $0.changed.insert(path) }
  }

  /// Waits for a removed root to be created again by watching the nearest folder above it. Folders above an existing
  /// root are not watched, since changes in them would wake the program.
  private func awaitRoot() {
    if let former = state.withLock({ $0.awaited }) { inotify_rm_watch(descriptor, former) }
    state.withLock { $0.awaited = nil }
    var folder = root
    while let parent = FilePaths.parent(of: folder), parent != folder {
      folder = parent
      let mask = UInt32(IN_CREATE | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
      let number = inotify_add_watch(descriptor, folder, mask)
      guard number >= 0 else { continue }
      state.withLock { $0.awaited = number }
      break
    }
    // Checked again, since it may have been created in between. A root that cannot be examined counts as missing.
    guard (try? DiskPlace(root).stamp())??.isDirectory == true else { return }
    if let number = state.withLock({ $0.awaited }) { inotify_rm_watch(descriptor, number) }
    state.withLock { $0.awaited = nil }
    _ = watch(root)
    state.withLock { _ = $0.changed.insert(root) }
  }
}
#endif
