import Basics
import CProcess
import Libc
import Synchronization

/// The child's end of the socket to Apus. When Apus is gone, the child ends.
///
/// Each write wakes Apus. What a script reports therefore waits for the next frame of another kind, 20 ms at most.
final class ScriptLink: Sendable {
  private struct Unsent {
    var bytes: [UInt8] = []
    /// True while the watch sends them in time.
    var isTimed = false
  }

  private let socket: Int32
  private let unsent = Mutex(Unsent())
  private let bell: PrivatePipe
  private static let mostUnsent = 1 << 16

  /// `nil` if the system has no descriptors left.
  init?(_ socket: Int32) {
    guard let bell = PrivatePipe() else { return nil }
    (self.socket, self.bell) = (socket, bell)
  }

  func send(_ frame: ScriptFrame) {
    unsent.withLock { unsent in
      unsent.bytes += frame.bytes
      if frame.kind != .event || unsent.bytes.count > Self.mostUnsent { return write(&unsent) }
      if unsent.isTimed { return }
      unsent.isTimed = true
      _ = Descriptor.write([1], to: bell.writing)
    }
  }

  private func write(_ unsent: inout Unsent) {
    if !Descriptor.write(unsent.bytes, to: socket) { exit(0) }
    unsent.bytes = []
  }

  /// Starts a thread that sends what waits, and that ends this process if Apus is killed: a script may then run without
  /// an end. Returns the reason if it cannot.
  func watch() -> Int32? {
    #if canImport(Darwin)
    // poll(2) of macOS reports the end of a socket only to callers that also wait for bytes.
    let (apus, events) = (cprocess_watch_parent(), Int16(POLLIN))
    if apus < 0 { return errno }
    #else
    // The other end of the socket is closed.
    let (apus, events) = (socket, Int16(0))
    #endif
    let watch = ThreadStart { [self] in
      var entries = [
        pollfd(fd: apus, events: events, revents: 0), pollfd(fd: bell.reading, events: Int16(POLLIN), revents: 0),
      ]
      while true {
        if poll(&entries, 2, -1) < 0 { continue }
        if entries[0].revents != 0 { _exit(0) }
        _ = Descriptor.read(bell.reading, limit: 1)
        repeat {
          if poll(&entries, 1, 20) > 0 { _exit(0) }
        } while sendsUnsent()
      }
    }
    return watch.launch() ? nil : EAGAIN
  }

  /// Returns false if nothing waited: the next report rings the bell.
  private func sendsUnsent() -> Bool {
    unsent.withLock { unsent in
      unsent.isTimed = !unsent.bytes.isEmpty
      if unsent.isTimed { write(&unsent) }
      return unsent.isTimed
    }
  }

  func receive() -> ScriptFrame {
    // Apus sends nothing malformed.
    guard let head = ScriptFrameHead(read(ScriptFrame.headSize)) else { exit(1) }
    let json = read(head.jsonSize)
    return ScriptFrame(
      kind: head.kind, number: head.number, json: json, body: read(head.bodySize), withholdsBody: head.withholdsBody)
  }

  private func read(_ size: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
        let step = take(rest, from: socket)
        if step < 0, errno == EINTR { continue }
        if step <= 0 { exit(0) }
        count += step
      }
    }
  }
}

private func take(_ bytes: UnsafeMutableRawBufferPointer, from descriptor: Int32) -> Int {
  read(descriptor, bytes.baseAddress, bytes.count)
}
