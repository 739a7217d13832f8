import NIOCore
import NIOHTTP1

/// Sends the pieces of one body with back-pressure.
struct BodyWriter: Sendable {
  let outbound: NIOAsyncChannelOutboundWriter<HTTPServerResponsePart>

  func write(_ bytes: [UInt8]) async throws {
    guard !bytes.isEmpty else { return }
    try await outbound.write(.body(.byteBuffer(ByteBuffer(bytes: bytes))))
  }

  func write(_ text: String) async throws {
    guard !text.isEmpty else { return }
    try await outbound.write(.body(.byteBuffer(ByteBuffer(string: text))))
  }
}
