import Foundation
import TestSupport

/// HTTP/2 frames of a server, built by hand (RFC 9113, section 4.1).
enum H2 {
  static func frame(_ type: UInt8, _ flags: UInt8 = 0, stream: Int = 1, _ payload: [UInt8] = []) -> [UInt8] {
    let count = payload.count
    return [UInt8(count >> 16), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF), type, flags]
      + number(stream) + payload
  }

  static func number(_ value: Int) -> [UInt8] { (0..<4).reversed().map { UInt8(value >> ($0 * 8) & 0xFF) } }

  static let settings = frame(4, stream: 0)

  /// Without the compression of names and values (RFC 7541, section 6.2.2).
  static func block(_ fields: [(String, String)]) -> [UInt8] {
    fields.flatMap { name, value in [0x00] + text(name) + text(value) }
  }

  private static func text(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    guard bytes.count >= 127 else { return [UInt8(bytes.count)] + bytes }
    var (rest, prefix) = (bytes.count - 127, [UInt8(127)])
    while rest >= 128 {
      prefix.append(UInt8(rest % 128 + 128))
      rest /= 128
    }
    return prefix + [UInt8(rest)] + bytes
  }

  static func headers(_ fields: [(String, String)], ends: Bool = false, stream: Int = 1) -> [UInt8] {
    frame(1, ends ? 5 : 4, stream: stream, block(fields))
  }

  /// The head of a gRPC answer.
  static func head(_ more: [(String, String)] = [], stream: Int = 1) -> [UInt8] {
    headers([(":status", "200"), ("content-type", "application/grpc")] + more, stream: stream)
  }

  static func data(_ bytes: [UInt8], ends: Bool = false, stream: Int = 1) -> [UInt8] {
    frame(0, ends ? 1 : 0, stream: stream, bytes)
  }

  static func trailers(_ status: Int, _ words: String = "", stream: Int = 1) -> [UInt8] {
    headers([("grpc-status", "\(status)"), ("grpc-message", words)], ends: true, stream: stream)
  }

  static func reset(_ code: Int, stream: Int = 1) -> [UInt8] { frame(3, stream: stream, number(code)) }

  static func goaway(_ code: Int, _ words: String, last: Int = 0) -> [UInt8] {
    frame(7, stream: 0, number(last) + number(code) + Array(words.utf8))
  }

  /// A message in its gRPC frame.
  static func message(_ text: String, flag: UInt8 = 0) -> [UInt8] {
    [flag] + number(text.utf8.count) + Array(text.utf8)
  }
}

extension RawConnection {
  /// Reads frames until the head of a request has arrived; `nil` if the client disconnects first.
  /// - Returns: its stream.
  func readCall() -> Int? {
    while let head = read(count: 9) {
      // The preface is in the place of the first frame.
      if head.starts(with: Array("PRI * HTT".utf8)) {
        guard read(count: 24 - 9) != nil else { return nil }
        continue
      }
      let count = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
      if count > 0, read(count: count) == nil { return nil }
      if head[3] == 1 { return Int(head[7]) << 8 | Int(head[8]) }
    }
    return nil
  }
}

/// A server that answers each call with bytes.
func frameServer(_ answer: @escaping @Sendable (RawConnection, Int) throws -> Void) throws -> RawServer {
  try RawServer { connection in
    try connection.write(H2.settings)
    while let stream = connection.readCall() { try answer(connection, stream) }
  }
}
