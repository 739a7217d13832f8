import Synchronization

/// A server with ranges and entity tags, whose first response may stop after half of its bytes.
package final class AnsweringRanges: Sendable {
  /// The fate of the first response.
  package enum First: Sendable {
    /// It is complete.
    case whole
    /// The server closes the connection.
    case broken
    /// The server waits until the client closes the connection.
    case stalled
  }

  private let server: RawServer
  private let log: Log
  /// Opens when the client has closed the connection of a stalled response.
  package let isLeft: Gate

  private final class Log: Sendable {
    let requests = Mutex<[CapturedRequest]>([])
  }

  /// - Parameters:
  ///   - content: the bytes of every resource.
  ///   - tag: the entity tag of a response, with its quotes; `nil` for a response without one.
  ///   - first: what happens to the first response.
  package init(_ content: [UInt8], tag: @escaping @Sendable () -> String?, first: First = .whole) throws {
    let (log, isLeft) = (Log(), Gate())
    (self.log, self.isLeft) = (log, isLeft)
    server = try RawServer { connection in
      while let request = connection.readRequest() {
        let isFirst = log.requests.withLock { requests in
          requests.append(request)
          return requests.count == 1
        }
        let part = try Self.begin(request, content, tag(), on: connection)
        guard isFirst, first != .whole else {
          try connection.write(part)
          continue
        }
        try connection.write(part.prefix(part.count / 2))
        guard first == .stalled else { return }
        connection.waitForClose()
        isLeft.open()
        return
      }
    }
  }

  package var url: String { server.url }
  /// The requests in the order in which they were completely read.
  package var requests: [CapturedRequest] { log.requests.withLock { $0 } }

  /// Writes the head of the response, and returns its body.
  private static func begin(
    _ request: CapturedRequest, _ content: [UInt8], _ tag: String?, on connection: RawConnection
  ) throws -> ArraySlice<UInt8> {
    let start = request["Range"].flatMap { Int($0.dropFirst("bytes=".count).dropLast()) }
    if let start, start >= content.count {
      try connection.write("HTTP/1.1 416 Range Not Satisfiable\r\nContent-Length: 0\r\n\r\n")
      return []
    }
    let isPart = start != nil && tag != nil && request["If-Range"] == tag
    let part = content[(isPart ? start ?? 0 : 0)...]
    let status = isPart ? "206 Partial Content" : "200 OK"
    let range = isPart ? "Content-Range: bytes \(start ?? 0)-\(content.count - 1)/\(content.count)\r\n" : ""
    let field = tag.map { "ETag: \($0)\r\n" } ?? ""
    try connection.write("HTTP/1.1 \(status)\r\n\(field)\(range)Content-Length: \(part.count)\r\n\r\n")
    return part
  }
}
