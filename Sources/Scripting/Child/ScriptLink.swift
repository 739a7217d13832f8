import Basics
import Libc

/// The child's end of the socket to Apus. It blocks; when Apus is gone, the child ends.
final class ScriptLink {
  private let socket: Int32

  init(_ socket: Int32) { self.socket = socket }

  func send(_ frame: ScriptFrame) {
    if !Descriptor.write(frame.bytes, to: socket) { exit(0) }
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
