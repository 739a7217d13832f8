import Basics
import HTTPModel
import HTTPTypes

/// One transfer as a pure state machine: takes the received and sent bytes of a transport, and returns the events to
/// report.
///
/// ```
/// waiting ─requestBytes─► sent ─status line─► head ─blank line─► content ─fields─► trailers
///                           ▲                  │ 1xx: informational    │
///                           └──────────────────┴──requestBytes again───┘ the transport answered a challenge
/// ```
struct TransferMachine {
  enum Output: Equatable {
    case informational(ResponseHead)
    /// A whole hop ended inside the transport, and another began.
    case challenged(request: [UInt8], response: ResponseHead)
    case head(ResponseHead)
    case failed(NetworkError)
  }

  enum Stage: Equatable { case waiting, sent, head, content, trailers }

  /// The limit for one head in bytes, so that a server cannot send one forever.
  static let headLimit = 4 << 20

  private(set) var stage = Stage.waiting
  /// The request head as sent.
  private(set) var requestHead: [UInt8] = []
  /// The final head once it is complete, with the trailers so far.
  var response: ResponseHead? {
    guard !trailers.isEmpty else { return head }
    var whole = head
    whole?.trailers = Headers(trailers)
    return whole
  }
  private var head: ResponseHead?
  /// Kept separately, so that appending one does not copy the head.
  private var trailers: [Header] = []
  /// Bytes of content since the head, decoded.
  private(set) var contentCount = 0
  private var raw: [UInt8] = []
  private var headBytes = 0
  /// True if another head may follow a 101 on the same connection (the upgrade to HTTP/2).
  private let mayUpgrade: Bool

  init(mayUpgrade: Bool = false) {
    self.mayUpgrade = mayUpgrade
  }

  /// True if a complete request head was sent.
  var hasSentHead: Bool {
    let end = requestHead.count
    return end >= 4 && requestHead[end - 1] == 0x0a && requestHead[end - 2] == 0x0d && requestHead[end - 3] == 0x0a
      && requestHead[end - 4] == 0x0d
  }

  /// Handles a sent piece of the request head.
  mutating func requestBytes(_ bytes: UnsafeRawBufferPointer) -> Output? {
    var output: Output?
    if hasSentHead {
      // A second head: the transport retried on a new connection, or answered a challenge.
      if let response { output = .challenged(request: requestHead, response: response) }
      requestHead = []
      head = nil
      trailers = []
      contentCount = 0
      headBytes = 0
    }
    requestHead.append(contentsOf: bytes)
    stage = .sent
    return output
  }

  /// Handles one line of a head or of the trailers, including its line end.
  mutating func line(_ bytes: UnsafeRawBufferPointer) -> Output? {
    headBytes += bytes.count
    guard headBytes <= Self.headLimit else {
      return .failed(NetworkError(.malformed, "The server's head is larger than \(Self.headLimit) bytes"))
    }
    switch stage {
    case .waiting, .sent: return begin(bytes)
    case .head: return add(bytes)
    case .content, .trailers:
      if contentCount == 0, stage == .content, bytes.starts(with: "HTTP/".utf8) { return begin(bytes) }
      addTrailer(bytes)
      return nil
    }
  }

  mutating func content(_ count: Int) {
    contentCount += count
  }

  private mutating func begin(_ line: UnsafeRawBufferPointer) -> Output? {
    guard let status = StatusLine(line) else {
      let text = HeadParser.text(of: UnsafeRawBufferPointer(rebasing: line.prefix(80)).trimmed)
      return .failed(NetworkError(.malformed, "The server answered with a malformed status line", detail: text))
    }
    // libcurl rejects that in HTTP/1.1 only.
    guard status.code >= 100 else {
      return .failed(NetworkError(.malformed, "The server answered with a status outside 100 to 999"))
    }
    raw = Array(line)
    stage = .head
    return nil
  }

  private mutating func add(_ line: UnsafeRawBufferPointer) -> Output? {
    raw.append(contentsOf: line)
    guard line.allSatisfy({ $0 == 0x0d || $0 == 0x0a }), let head = HeadParser.head(raw) else { return nil }
    raw = []
    let code = head.status.code
    if (100..<200).contains(code), code != 101 || mayUpgrade {
      stage = .sent
      return .informational(head)
    }
    self.head = head
    stage = .content
    return .head(head)
  }

  private mutating func addTrailer(_ line: UnsafeRawBufferPointer) {
    guard !line.trimmed.isEmpty else { return }
    stage = .trailers
    HeadParser.add(line, to: &trailers)
  }
}
