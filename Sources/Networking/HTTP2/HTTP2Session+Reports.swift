import Basics
import CNGHTTP2

/// What libnghttp2 reports.
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
      // Also of a stream that a GOAWAY leaves out.
      if code == UInt32(NGHTTP2_REFUSED_STREAM) { stream.refuse(error) } else { stream.fail(error) }
    }
    ended.append(stream)
  }
}
