import Basics
import HTTPModel
import HTTPTypes

/// One transfer on its connection.
///
/// ```
/// opened ─HEADERS─► head ─DATA…─► content ─HEADERS─► trailers ─► ended        each with END_STREAM: ended
///                    ▲ │ 1xx
///                    └─┘
/// ```
// Used only by the connection's thread.
final class HTTP2Stream {
  let job: HTTP2Job
  let upload: any UploadSource
  /// Set by the session.
  var id: Int32 = 0
  var block = HeaderBlock()
  private(set) var head: ResponseHead?
  private(set) var trailers: [Header] = []
  private var body: ByteStore?
  private let limit: BodyLimit
  /// True if the server has ended its side.
  private(set) var hasEnded = false
  /// The reason for the end; the first one counts.
  private(set) var failure: NetworkError?
  /// True if an earlier transfer had opened the connection.
  var isOnKnownConnection = false
  /// True if the body was sent.
  var isSent = false
  /// True if any part of it may have been sent.
  var mayBeOnWire = false
  /// True if the server reported that it processed nothing of it.
  private(set) var isRefused = false
  private var sentText: [UInt8] = []
  private var sizes = Hop.Sizes()
  private var lastSent: ContinuousClock.Instant?
  private var firstByte: ContinuousClock.Instant?
  private(set) var lastActivity = ContinuousClock.now

  init(_ job: HTTP2Job, wake: @escaping @Sendable () -> Void) {
    self.job = job
    limit = BodyLimit(of: job.request)
    upload = job.request.request.uploadSource(wake: wake)
  }

  var isOver: Bool { hasEnded || failure != nil }

  func fail(_ error: NetworkError) { if failure == nil, !hasEnded { failure = error } }

  /// Fails so that it can be resent, unless a response has begun.
  func refuse(_ error: NetworkError) {
    if failure == nil, !hasEnded, head == nil { isRefused = true }
    fail(error)
  }

  /// True if the server has processed nothing of it, so that it can be resent.
  var isUnprocessed: Bool { failure != nil && head == nil && (isRefused || !mayBeOnWire) }

  func opened(_ text: [UInt8]) {
    sentText = text
    sizes.requestHead = text.count
    lastSent = .now
    job.events(.progress(TransferProgress()))
  }

  func sent(_ count: Int) {
    sizes.requestBody += count
    lastSent = .now
    lastActivity = .now
  }

  /// Handles a complete head: of an informational answer, of the answer, or the trailers.
  func received(endingStream ends: Bool) {
    lastActivity = .now
    if firstByte == nil { firstByte = .now }
    let block = block
    self.block = HeaderBlock()
    if head != nil {
      trailers += block.fields
    } else if let found = block.head {
      if (100..<200).contains(found.status.code) {
        job.events(.informational(found))
      } else {
        head = found
        sizes.responseHead = found.raw.count
        let body = store()
        self.body = body
        job.events(.head(found, body: body))
      }
    } else {
      fail(NetworkError(.malformed, "\(address) answered with a head without a status"))
    }
    if ends { end() }
  }

  private func store() -> ByteStore {
    guard case .store(let threshold) = job.request.delivery else { return ByteStore([]) }
    return ByteStore(spillThreshold: threshold, capacity: limit.most)
  }

  /// - Returns: the number of bytes that are already processed.
  func received(_ piece: UnsafeRawBufferPointer) -> Int {
    lastActivity = .now
    sizes.responseBodyOnWire += piece.count
    guard !piece.isEmpty else { return 0 }
    let room = limit.room(for: piece.count, after: sizes.responseBody)
    sizes.responseBody += room
    let bytes = UnsafeRawBufferPointer(rebasing: piece[..<room])
    var processed = piece.count
    switch job.request.delivery {
    case .store:
      do throws(ByteStoreError) { try body?.append(bytes) } catch {
        fail(NetworkError(.storage, error.description))
      }
    case .stream:
      job.events(.content(Array(bytes)))
      processed -= room
    }
    if room < piece.count { fail(limit.error(job.request.request)) }
    return processed
  }

  func end() { if failure == nil { hasEnded = true } }

  private var address: String { URLParts(job.request.request.url).hostAndPort }

  /// The time at which the server has been silent for too long; `nil` for no limit.
  var idleDeadline: ContinuousClock.Instant? {
    job.request.request.options.idleTimeout.flatMap { $0 > .zero ? lastActivity + $0 : nil }
  }

  /// The error of the limit reached by `now`.
  func expired(at now: ContinuousClock.Instant) -> NetworkError? {
    if let deadline = job.deadline, now >= deadline { return job.outOfTime }
    guard let idleDeadline, now >= idleDeadline else { return nil }
    let silence = job.request.request.options.idleTimeout ?? .zero
    return NetworkError(.idleTimeout, "\(address) sent nothing for more than \(Quantity.limit(silence))")
  }

  /// Reports the end; no other call follows.
  func finish(_ connection: Connection?, _ timing: Hop.Timing) {
    upload.close()
    body?.finish()
    let request = job.request.request
    if !hasEnded, failure == nil { fail(NetworkError(.truncated, "\(address) ended the stream without a response")) }
    var response = head
    if !trailers.isEmpty { response?.trailers = Headers(trailers) }
    var timing = timing
    func moment(_ instant: ContinuousClock.Instant?) -> Duration? { instant.map { $0 - job.asked } }
    timing.sent = sentText.isEmpty ? nil : moment(lastSent)
    timing.firstByte = response == nil ? nil : moment(firstByte)
    if let sent = timing.sent, let first = timing.firstByte { timing.sent = min(sent, first) }
    timing.total = ContinuousClock.now - job.asked
    let sent = SentRequest(
      method: request.method.rawValue, url: request.url, headers: sentText.isEmpty ? request.headers : nil,
      head: sentText)
    let hop = Hop(request: sent, response: response, timing: timing, connection: connection, sizes: sizes)
    failure?.request = request
    failure?.head = response
    job.events(.finished(TransportResult(hop: hop, body: body, failure: failure)))
  }
}

/// Collects the fields of one head while they arrive, up to a size limit.
struct HeaderBlock {
  /// In bytes, counted as in RFC 9113, section 6.5.2.
  static let limit = 1 << 20

  private(set) var status: Int?
  private(set) var fields: [Header] = []
  private var size = 0

  /// - Returns: `false` if the head becomes too large.
  mutating func add(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool {
    size += name.count + value.count + 32
    guard size <= Self.limit else { return false }
    if name.first == UInt8(ascii: ":") {
      if HeadParser.text(of: name) == ":status" { status = Int(HeadParser.text(of: value)) }
      return true
    }
    fields.append(Header(HeadParser.text(of: name), HeadParser.text(of: value)))
    return true
  }

  /// The head in its HTTP/1 form; `nil` without a status.
  var head: ResponseHead? {
    guard let status, (100...999).contains(status) else { return nil }
    var raw = Array("HTTP/2 \(status) \r\n".utf8)
    for field in fields { raw += Array("\(field.name): \(field.value)\r\n".utf8) }
    raw += [0x0D, 0x0A]
    return ResponseHead(
      httpVersion: "2", status: .init(code: status), headers: Headers(fields), raw: raw)
  }
}

/// The head of a request in HTTP/2 (RFC 9113, section 8.3).
struct RequestBlock {
  /// Fields that HTTP/2 does not use, or expresses otherwise (section 8.2.2).
  private static let dropped: Set<String> = [
    "connection", "host", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade",
  ]

  let fields: [(name: [UInt8], value: [UInt8])]
  private let requestLine: String
  private let authority: String
  private let lines: String

  init(_ request: Request) {
    let url = URLParts(request.url)
    let host = request.headers["Host"] ?? url.authority.map(Self.withoutUser) ?? ""
    let target = request.options.requestTarget ?? url.requestTarget
    let pseudo = [
      (":method", request.method.rawValue), (":scheme", request.isSecure ? "https" : "http"), (":authority", host),
      (":path", target.isEmpty ? "/" : target),
    ]
    var all = pseudo.map { (name: Array($0.0.utf8), value: Array($0.1.utf8)) }
    requestLine = "\(request.method.rawValue) \(target) HTTP/2"
    authority = host
    var lines = ""
    var own = request.headers.fields
    if let count = request.body.count, request.headers["Content-Length"] == nil, request.body != .none {
      own.append(Header("content-length", "\(count)"))
    }
    for field in own {
      let name = field.name.asciiLowercased
      guard !Self.dropped.contains(name), !request.suppressedHeaders.contains(field.name) else { continue }
      all.append((Array(name.utf8), Array(field.value.utf8)))
      lines += "\(name): \(field.value)\r\n"
    }
    fields = all
    self.lines = lines
  }

  /// The head in its HTTP/1 form, for display.
  /// - Parameter name: the name of the field with the host.
  func text(authority name: String = "host") -> [UInt8] {
    Array("\(requestLine)\r\n\(name): \(authority)\r\n\(lines)\r\n".utf8)
  }

  private static func withoutUser(_ authority: String) -> String {
    authority.lastIndex(of: "@").map { String(authority[authority.index(after: $0)...]) } ?? authority
  }
}
