import Basics
import CNGHTTP2

/// A session of libnghttp2: bytes in, bytes out, and what they mean for the streams.
// Used by the connection's thread alone. libnghttp2 keeps its address, so it lives as long as the session.
final class HTTP2Session {
  /// In bytes: for the content of one stream that is not processed, and of all streams that is on its way.
  private static let streamWindow = 4 << 20
  private static let connectionWindow: Int32 = 32 << 20

  let library: NGHTTP2Library
  let address: String
  private(set) var session: OpaquePointer?
  var streams: [Int32: HTTP2Stream] = [:]
  /// Those that the session has let go, or that are complete.
  var ended: [HTTP2Stream] = []
  /// What the library says of the last violation of the protocol.
  var fault: String?
  /// What the server said when it announced that it takes no more streams.
  var farewell: String?

  init(_ library: NGHTTP2Library, address: String) throws(NetworkError) {
    self.library = library
    self.address = address
    let context = Unmanaged.passUnretained(self).toOpaque()
    let callbacks = Self.callbacks
    guard let session = library.session(callbacks, longestHead: HeaderBlock.limit, context: context) else {
      throw NetworkError(.other, "libnghttp2 has no memory for a connection")
    }
    self.session = session
    let settings = [
      Self.setting(NGHTTP2_SETTINGS_ENABLE_PUSH, 0),
      Self.setting(NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, Self.streamWindow),
      Self.setting(NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, HeaderBlock.limit),
    ]
    _ = library.submitSettings(session, UInt8(NGHTTP2_FLAG_NONE), settings, settings.count)
    _ = library.setWindow(session, UInt8(NGHTTP2_FLAG_NONE), 0, Self.connectionWindow)
  }

  deinit { library.delete(session) }

  private static func setting(_ name: Int, _ value: Int) -> nghttp2_settings_entry {
    nghttp2_settings_entry(settings_id: Int32(name), value: UInt32(value))
  }

  /// Opens a stream for the transfer; it fails if the session takes none.
  func open(_ stream: HTTP2Stream) {
    let block = RequestBlock(stream.job.request.request)
    var provider = nghttp2_data_provider()
    provider.read_callback = { _, id, buffer, length, flags, _, context in
      guard let session = HTTP2Session.at(context), let buffer else { return NGHTTP2_ERR_DEFERRED }
      return session.read(id, UnsafeMutableRawBufferPointer(start: buffer, count: length), flags)
    }
    // The names and values must stay where they are only during this call.
    var bytes: [UInt8] = []
    for field in block.fields { bytes += field.name + field.value }
    let id = bytes.withUnsafeMutableBufferPointer { bytes -> Int32 in
      var rest = bytes.baseAddress
      let pairs = block.fields.map { field in
        let name = rest
        let value = rest.map { $0 + field.name.count }
        rest = value.map { $0 + field.value.count }
        return nghttp2_nv(
          name: name, value: value, namelen: field.name.count, valuelen: field.value.count,
          flags: 0)
      }
      let hasBody = stream.job.request.request.body != .none
      if !hasBody { stream.isSent = true }
      return withUnsafePointer(to: provider) { provider in
        library.submitRequest(session, nil, pairs, pairs.count, hasBody ? provider : nil, nil)
      }
    }
    guard id > 0 else {
      stream.refuse(
        NetworkError(.other, "\(address) takes no request on this connection", detail: library.words(Int(id))))
      ended.append(stream)
      return
    }
    stream.id = id
    streams[id] = stream
    stream.opened(block.text())
  }

  /// More of the stream's body may be there.
  func resume(_ stream: HTTP2Stream) {
    if !stream.isSent { _ = library.resumeData(session, stream.id) }
  }

  /// So much of the stream's content was processed.
  func consumed(_ count: Int, of stream: HTTP2Stream) { _ = library.consumeStream(session, stream.id, count) }

  /// Takes the stream out; a part of it that goes on is told to end.
  func drop(_ stream: HTTP2Stream, _ code: UInt32 = UInt32(NGHTTP2_CANCEL)) {
    guard streams.removeValue(forKey: stream.id) != nil else { return }
    if !(stream.hasEnded && stream.isSent) { _ = library.submitReset(session, 0, stream.id, code) }
  }

  /// The streams that are over since the last call.
  func takeEnded() -> [HTTP2Stream] {
    defer { ended = [] }
    return ended
  }

  /// Whether the connection is of use.
  var isUsable: Bool { library.wantsRead(session) != 0 || library.wantsWrite(session) != 0 }

  /// What the server did against the rules.
  var violation: NetworkError { NetworkError(.malformed, "\(address) broke the rules of HTTP/2", detail: fault) }

  /// Says goodbye.
  func terminate() { _ = library.terminate(session, UInt32(NGHTTP2_NO_ERROR)) }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(NetworkError) {
    let taken = library.receive(session, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
    guard taken < 0 else { return }
    if fault == nil { fault = library.words(taken) }
    throw violation
  }

  /// Appends what is to be sent, as long as there are fewer than `limit` bytes.
  func send(into output: inout [UInt8], limit: Int) throws(NetworkError) {
    while output.count < limit {
      var bytes: UnsafePointer<UInt8>?
      let count = library.send(session, &bytes)
      guard count >= 0 else {
        throw NetworkError(.malformed, "\(address) broke the rules of HTTP/2", detail: fault ?? library.words(count))
      }
      guard count > 0, let bytes else { return }
      output += UnsafeBufferPointer(start: bytes, count: count)
    }
  }

  private func read(_ id: Int32, _ buffer: UnsafeMutableRawBufferPointer, _ flags: UnsafeMutablePointer<UInt32>?) -> Int
  {
    guard let stream = streams[id] else { return NGHTTP2_ERR_DEFERRED }
    switch stream.upload.read(into: buffer) {
    case .bytes(let count):
      stream.sent(count)
      return count
    case .later: return NGHTTP2_ERR_DEFERRED
    case .end:
      stream.isSent = true
      flags?.pointee |= UInt32(NGHTTP2_DATA_FLAG_EOF)
      return 0
    case .failed(let error):
      stream.fail(error)
      ended.append(stream)
      return NGHTTP2_ERR_DEFERRED
    }
  }
}
