#if canImport(Darwin)
import CoreServices
import Dispatch
import Synchronization

/// Watches everything below a root with FSEvents, which needs no file descriptor per folder and detects files that are
/// written in place.
// A class because the stream is stopped with it. Unchecked: only the stream is not declared Sendable; it is created
// once, and stopped once behind the lock.
final class KernelWatch: @unchecked Sendable {
  /// The context of the callback; kept alive by the stream.
  private final class Listener: Sendable {
    let root: String
    let report: @Sendable (Set<String>) -> Void

    init(_ root: String, _ report: @escaping @Sendable (Set<String>) -> Void) {
      self.root = root
      self.report = report
    }

    func take(
      _ paths: UnsafePointer<UnsafePointer<CChar>?>, _ flags: UnsafePointer<FSEventStreamEventFlags>, _ count: Int
    ) {
      let overflow = UInt32(
        kFSEventStreamEventFlagMustScanSubDirs | kFSEventStreamEventFlagUserDropped
          | kFSEventStreamEventFlagKernelDropped | kFSEventStreamEventFlagRootChanged)
      var changed: Set<String> = []
      for index in 0..<count {
        if flags[index] & overflow != 0 {
          changed.insert(root)
          continue
        }
        guard let path = paths[index].map({ String(cString: $0) }) else { continue }
        let folder = path.hasSuffix("/") && path.utf8.count > 1 ? String(path.dropLast()) : path
        guard FilePaths.isBelow(folder, root) else { continue }
        let below = FilePaths.relative(folder, to: root).split(separator: "/")
        if folder == root || !below.contains(where: { WorkspaceWatch.isIgnored(String($0)) }) { changed.insert(folder) }
      }
      if !changed.isEmpty { report(changed) }
    }
  }

  private let stream: FSEventStreamRef
  private let queue = DispatchQueue(label: "apus.watch")
  private let isStopped = Mutex(false)

  /// `nil` if the system refuses to watch.
  init?(_ root: String, report: @escaping @Sendable (Set<String>) -> Void) {
    guard let text = CFStringCreateWithCString(nil, root, CFStringBuiltInEncodings.UTF8.rawValue) else { return nil }
    var values: [UnsafeRawPointer?] = [UnsafeRawPointer(Unmanaged.passUnretained(text).toOpaque())]
    var callbacks = kCFTypeArrayCallBacks
    guard let paths = CFArrayCreate(nil, &values, 1, &callbacks) else { return nil }
    // Retained by the stream from here on.
    let listener = Listener(root, report)
    var context = FSEventStreamContext(
      version: 0, info: Unmanaged.passUnretained(listener).toOpaque(),
      retain: { info in info.map { UnsafeRawPointer(Unmanaged<Listener>.fromOpaque($0).retain().toOpaque()) } },
      release: { info in if let info { Unmanaged<Listener>.fromOpaque(info).release() } }, copyDescription: nil)
    let flags = FSEventStreamCreateFlags(kFSEventStreamCreateFlagNoDefer | kFSEventStreamCreateFlagWatchRoot)
    let made = withExtendedLifetime(listener) {
      FSEventStreamCreate(
        nil,
        { _, info, count, paths, flags, _ in
          guard let info else { return }
          let names = UnsafeRawPointer(paths).assumingMemoryBound(to: UnsafePointer<CChar>?.self)
          Unmanaged<Listener>.fromOpaque(info).takeUnretainedValue().take(names, flags, count)
        }, &context, paths, FSEventStreamEventId(kFSEventStreamEventIdSinceNow), WorkspaceWatch.pauseInSeconds, flags)
    }
    guard let made else { return nil }
    stream = made
    FSEventStreamSetDispatchQueue(stream, queue)
    guard FSEventStreamStart(stream) else {
      isStopped.withLock { $0 = true }
      FSEventStreamInvalidate(stream)
      FSEventStreamRelease(stream)
      return nil
    }
  }

  func stop() {
    let isFirst = isStopped.withLock { isStopped in
      defer { isStopped = true }
      return !isStopped
    }
    guard isFirst else { return }
    FSEventStreamStop(stream)
    FSEventStreamInvalidate(stream)
    FSEventStreamRelease(stream)
  }

  deinit { stop() }
}
#endif
