import Basics
import CNGHTTP2
import HTTPModel

/// A session of libnghttp2: converts bytes to events of streams, and streams to bytes.
// Used only by the connection's thread. libnghttp2 keeps its address, so it lives as long as the session.
final class HTTP2Session {
  /// In bytes: the unprocessed content of one stream, and the content in flight of all streams.
  private static let streamWindow = 4 << 20
  private static let connectionWindow: Int32 = 32 << 20

  let library: NGHTTP2Library
  let address: String
  private(set) var session: OpaquePointer?
  var streams: [Int32: HTTP2Stream] = [:]
  /// Streams that the session has released, or that are complete.
  var ended: [HTTP2Stream] = []
  /// The library's message about the last protocol violation.
  var fault: String?
  /// The server's message when it announced that it takes no more streams.
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

  /// Opens a stream for the transfer, which fails if the session takes none.
  func open(_ stream: HTTP2Stream) {
    let block = RequestBlock(stream.job.request.request)
    var provider = nghttp2_data_provider()
    provider.read_callback = { _, id, buffer, length, flags, _, context in
      guard let session = HTTP2Session.at(context), let buffer else { return NGHTTP2_ERR_DEFERRED }
      return session.read(id, UnsafeMutableRawBufferPointer(start: buffer, count: length), flags)
    }
    // The names and values must stay in place only during this call.
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
        NetworkError(.other, "\(address) accepts no requests on this connection", detail: library.words(Int(id))))
      ended.append(stream)
      return
    }
    stream.id = id
    streams[id] = stream
    stream.opened(block.text())
  }

  /// Resumes the stream's body, of which more may be available.
  func resume(_ stream: HTTP2Stream) {
    if !stream.isSent { _ = library.resumeData(session, stream.id) }
  }

  /// Reports that this number of bytes of the stream's content was processed.
  func consumed(_ count: Int, of stream: HTTP2Stream) { _ = library.consumeStream(session, stream.id, count) }

  /// Removes the stream, and resets it if it is not complete.
  func drop(_ stream: HTTP2Stream, _ code: UInt32 = UInt32(NGHTTP2_CANCEL)) {
    guard streams.removeValue(forKey: stream.id) != nil else { return }
    if !(stream.hasEnded && stream.isSent) { _ = library.submitReset(session, 0, stream.id, code) }
  }

  /// The streams that ended since the last call.
  func takeEnded() -> [HTTP2Stream] {
    defer { ended = [] }
    return ended
  }

  /// True if the connection is usable.
  var isUsable: Bool { library.wantsRead(session) != 0 || library.wantsWrite(session) != 0 }

  /// The error for a protocol violation by the server.
  var violation: NetworkError { NetworkError(.malformed, "\(address) violated the HTTP/2 protocol", detail: fault) }

  /// Sends GOAWAY.
  func terminate() { _ = library.terminate(session, UInt32(NGHTTP2_NO_ERROR)) }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(NetworkError) {
    let taken = library.receive(session, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
    guard taken < 0 else { return }
    if fault == nil { fault = library.words(taken) }
    throw violation
  }

  /// Appends the bytes to send, while there are fewer than `limit`.
  func send(into output: inout [UInt8], limit: Int) throws(NetworkError) {
    while output.count < limit {
      var bytes: UnsafePointer<UInt8>?
      let count = library.send(session, &bytes)
      guard count >= 0 else {
        throw NetworkError(.malformed, "\(address) violated the HTTP/2 protocol", detail: fault ?? library.words(count))
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

/// The callbacks of libnghttp2.
extension HTTP2Session {
  static func at(_ context: UnsafeMutableRawPointer?) -> HTTP2Session? {
    context.map { Unmanaged<HTTP2Session>.fromOpaque($0).takeUnretainedValue() }
  }

  static let callbacks = NGHTTP2Library.Callbacks(
    frame: { _, frame, context in
      if let frame { HTTP2Session.at(context)?.received(frame) }
      return 0
    },
    unsent: { _, frame, code, context in
      if let frame { HTTP2Session.at(context)?.notSent(frame, code) }
      return 0
    },
    head: { _, frame, context in
      if let frame { HTTP2Session.at(context)?.streams[frame.pointee.hd.stream_id]?.block = HeaderBlock() }
      return 0
    },
    field: { _, frame, name, nameCount, value, valueCount, _, context in
      guard let frame, let session = HTTP2Session.at(context) else { return 0 }
      return session.received(
        UnsafeRawBufferPointer(start: name, count: nameCount), UnsafeRawBufferPointer(start: value, count: valueCount),
        of: frame.pointee.hd.stream_id)
    },
    data: { _, _, id, bytes, count, context in
      HTTP2Session.at(context)?.received(UnsafeRawBufferPointer(start: bytes, count: count), of: id)
      return 0
    },
    close: { _, id, code, context in
      HTTP2Session.at(context)?.closed(id, code)
      return 0
    },
    fault: { _, _, text, count, context in
      if let text {
        HTTP2Session.at(context)?.fault = HeadParser.text(of: UnsafeRawBufferPointer(start: text, count: count))
      }
      return 0
    })

  private func received(_ frame: UnsafePointer<nghttp2_frame>) {
    let head = frame.pointee.hd
    let ends = UInt32(head.flags) & UInt32(NGHTTP2_FLAG_END_STREAM) != 0
    switch UInt32(head.type) {
    case UInt32(NGHTTP2_HEADERS):
      guard let stream = streams[head.stream_id] else { return }
      stream.received(endingStream: ends)
      if stream.isOver { ended.append(stream) }
    case UInt32(NGHTTP2_DATA):
      guard ends, let stream = streams[head.stream_id] else { return }
      stream.end()
      ended.append(stream)
    case UInt32(NGHTTP2_GOAWAY):
      let goaway = frame.pointee.goaway
      let text = HeadParser.text(
        of: UnsafeRawBufferPointer(start: goaway.opaque_data, count: min(200, goaway.opaque_data_len)))
      farewell = "GOAWAY \(HTTP2Code.word(goaway.error_code))" + (text.isEmpty ? "" : ": \(text.visible)")
    default: break
    }
  }

  private func received(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, of id: Int32) -> Int32 {
    guard let stream = streams[id] else { return 0 }
    if stream.block.add(name, value) { return 0 }
    stream.fail(NetworkError(.malformed, "\(address) sent a head larger than \(ByteCount(HeaderBlock.limit))"))
    ended.append(stream)
    return Int32(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE)
  }

  private func received(_ bytes: UnsafeRawBufferPointer, of id: Int32) {
    // A slow reader of one stream must not hold up the others: each has its own window.
    _ = library.consumeConnection(session, bytes.count)
    guard let stream = streams[id] else { return }
    let processed = stream.received(bytes)
    if processed > 0 { consumed(processed, of: stream) }
    if stream.isOver { ended.append(stream) }
  }

  private func notSent(_ frame: UnsafePointer<nghttp2_frame>, _ code: Int32) {
    guard let stream = streams[frame.pointee.hd.stream_id] else { return }
    let error = NetworkError(
      .other, "The request to \(address) could not be sent", detail: library.words(Int(code)))
    if UInt32(frame.pointee.hd.type) == UInt32(NGHTTP2_HEADERS) { stream.refuse(error) } else { stream.fail(error) }
    ended.append(stream)
  }

  private func closed(_ id: Int32, _ code: UInt32) {
    guard let stream = streams.removeValue(forKey: id) else { return }
    if !stream.isOver {
      let reason = farewell.map { "; it had sent \($0)" } ?? ""
      let error = NetworkError(
        .truncated, "\(address) reset the stream: \(HTTP2Code.word(code))\(reason)", detail: fault)
      // Also called for a stream that a GOAWAY excludes.
      if code == UInt32(NGHTTP2_REFUSED_STREAM) { stream.refuse(error) } else { stream.fail(error) }
    }
    ended.append(stream)
  }
}

/// The error codes of RFC 9113, section 7.
enum HTTP2Code {
  private static let words = [
    "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT", "STREAM_CLOSED",
    "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR", "CONNECT_ERROR", "ENHANCE_YOUR_CALM",
    "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED",
  ]

  static func word(_ code: UInt32) -> String {
    words.indices.contains(Int(code)) ? words[Int(code)] : "error \(code)"
  }
}
