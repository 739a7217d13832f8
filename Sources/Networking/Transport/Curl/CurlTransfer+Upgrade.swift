import HTTPTypes

/// A connection that leaves HTTP with a 101 (RFC 9110, section 7.8). libcurl passes on what follows the head, and sends
/// what it is given, in both directions at once, until the server closes the connection.
extension CurlTransfer {
  var isUpgrade: Bool { request.options.upgrades }

  /// Whether the body must wait for the server's answer.
  var awaitsUpgrade: Bool { isUpgrade && machine.response == nil }

  /// The answer has arrived: the body is sent after a 101, and is over after anything else.
  func upgrade(_ head: ResponseHead) {
    if head.status.code == 101 { upload = Self.source(for: request, handle: handle, wake: wake) }
    wake()
  }

  /// Whether libcurl reads no more because the server has closed the connection. libcurl before 8.0 then waits for the
  /// body, which is paused: it says only that it no longer waits for the socket.
  func isOver(silenced: Set<UnsafeMutableRawPointer>) -> Bool {
    guard silenced.contains(handle.raw), !isPaused, machine.hasSentHead else { return false }
    if let response = machine.response { return response.status.code == 101 }
    // Between two attempts libcurl does not wait for the socket either.
    return request.options.authentication == nil
  }
}
