import Basics
import Foundation
import TestSupport

@testable import Networking

/// A server's frames, built by hand.
enum Frames {
  static func frame(_ first: UInt8, _ payload: [UInt8] = []) -> [UInt8] {
    let count = payload.count
    if count < 126 { return [first, UInt8(count)] + payload }
    if count < 65536 { return [first, 126, UInt8(count >> 8), UInt8(count & 0xFF)] + payload }
    return [first, 127] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) } + payload
  }

  static func text(_ text: String) -> [UInt8] { frame(0x81, Array(text.utf8)) }

  static func close(_ code: Int, _ reason: String = "") -> [UInt8] {
    frame(0x88, [UInt8(code >> 8), UInt8(code & 0xFF)] + Array(reason.utf8))
  }
}

/// The result of reading bytes: the messages as text, and the code of the fault.
struct Read: Equatable {
  var outputs: [String] = []
  var fault: Int?

  init(_ outputs: [String] = [], fault: Int? = nil) {
    self.outputs = outputs
    self.fault = fault
  }

  /// - Parameter size: the size of each piece.
  init(
    _ bytes: [UInt8], inPiecesOf size: Int = .max, limit: Int = 1 << 20, inflater: MessageInflater? = nil
  ) {
    var reader = WebSocketReader(IncomingMessage.Limits(size: limit), inflater: inflater)
    var rest = bytes[...]
    do throws(WebSocketFault) {
      while !rest.isEmpty {
        let piece = Array(rest.prefix(size))
        rest = rest.dropFirst(piece.count)
        try reader.feed(piece) { outputs.append(Self.words($0)) }
      }
    } catch {
      fault = error.code
    }
  }

  static func words(_ output: WebSocketReader.Output) -> String {
    switch output {
    case .text(let store): "text " + String(decoding: store.allBytes, as: UTF8.self)
    case .binary(let store): "binary \(store.allBytes)"
    case .ping(let bytes): "ping " + String(decoding: bytes, as: UTF8.self)
    case .pong(let bytes): "pong " + String(decoding: bytes, as: UTF8.self)
    case .close(let close): "close \(close.code.map(String.init) ?? "-") \(close.reason)"
    }
  }
}

/// A server that accepts a WebSocket and then runs its closure.
func webSocketServer(
  answering lines: [String] = [], _ serve: @escaping @Sendable (RawConnection) throws -> Void
) throws -> RawServer {
  try RawServer { connection in
    guard let request = connection.readRequest(), let key = request["Sec-WebSocket-Key"] else { return }
    let accept = WebSocketKey.accept(key)
    let head = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"] + lines
    try connection.write((head + ["Sec-WebSocket-Accept: \(accept)", "", ""]).joined(separator: "\r\n"))
    try serve(connection)
  }
}

extension RawConnection {
  /// The next frame of the client, unmasked; `nil` at the end, or if it is not masked.
  func readFrame() -> (first: UInt8, payload: [UInt8])? {
    guard let head = read(count: 2), head[1] & 0x80 != 0 else { return nil }
    var count = Int(head[1] & 0x7F)
    if count >= 126 {
      guard let length = read(count: count == 126 ? 2 : 8) else { return nil }
      count = length.reduce(0) { $0 << 8 | Int($1) }
    }
    guard let key = read(count: 4), let payload = count == 0 ? [] : read(count: count) else { return nil }
    return (head[0], payload.enumerated().map { $1 ^ key[$0 % 4] })
  }

  /// Reads until the client closes; the payload of its close frame.
  func readClose() -> [UInt8]? {
    while let (first, payload) = readFrame() { if first & 0x0F == 8 { return payload } }
    return nil
  }
}
