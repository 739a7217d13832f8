/// How a connection of HTTP/2 came to its end, read from libcurl's remarks.
///
/// A server that breaks the rules of HTTP/2 ends the session for good, and the library for it says goodbye. libcurl up to 7.88
/// then takes what came for the whole answer, or for none, and reports no error; it only closes a connection that it would
/// have kept. Newer versions report an error. Of several requests on that connection only the last one sees it closed.
struct SessionNotes: Equatable {
  private var isClosed = false
  private var isKept = false
  private var hasGoodbye = false

  /// Whether libcurl gave the connection up, which neither side had asked for.
  var isBroken: Bool { isClosed && !isKept && !hasGoodbye }

  /// Whether the server said that it ends the session.
  var wasEnded: Bool { hasGoodbye }

  /// `Closing connection 0`, `Connection #0 to host h left intact`, `recveived GOAWAY, error=0, last_stream=1`.
  /// - Parameter hasHead: whether the head of the answer was read. What is closed before it is an older connection.
  mutating func note(_ text: UnsafeRawBufferPointer, hasHead: Bool) {
    guard let first = text.first, "CcRr".utf8.contains(first), text.count < 1000 else { return }
    let line = HeadParser.text(of: text.trimmed)
    if hasHead, line.hasPrefix("Closing connection") || line.hasPrefix("closing connection") { isClosed = true }
    if line.hasPrefix("Connection #"), line.hasSuffix("left intact") { isKept = true }
    if line.contains(" GOAWAY") { hasGoodbye = true }
  }
}
