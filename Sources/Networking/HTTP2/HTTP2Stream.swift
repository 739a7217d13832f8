import Basics
import HTTPTypes

/// One transfer on its connection.
///
/// ```
/// opened ─HEADERS─► head ─DATA…─► content ─HEADERS─► trailers ─► ended        each with END_STREAM: ended
///                    ▲ │ 1xx
///                    └─┘
/// ```
// Used by the connection's thread alone.
final class HTTP2Stream {
  let job: HTTP2Job
  let upload: any UploadSource
  /// Given by the session.
  var id: Int32 = 0
  var block = HeaderBlock()
  private(set) var head: ResponseHead?
  private(set) var trailers: [Header] = []
  private var body: ByteStore?
  private let limit: BodyLimit
  /// The server has said everything.
  private(set) var hasEnded = false
  /// Why it ends; the first reason counts.
  private(set) var failure: NetworkError?
  /// Whether an earlier transfer had opened the connection.
  var isOnKnownConnection = false
  /// Whether the body is sent.
  var isSent = false
  /// Whether anything of it may have left.
  var mayBeOnWire = false
  /// The server said that it processed nothing of it.
  private(set) var isRefused = false
  private var sentText: [UInt8] = []
  private var sizes = TransferSizes()
  private let began = ContinuousClock.now
  private var lastSent: ContinuousClock.Instant?
  private var firstByte: ContinuousClock.Instant?
  private(set) var lastActivity = ContinuousClock.now

  init(_ job: HTTP2Job, wake: @escaping @Sendable () -> Void) {
    self.job = job
    limit = BodyLimit(of: job.request)
    let request = job.request.request
    let opening = SentFile.Opening(request.options)
    upload =
      switch request.body {
      case .none: PieceSource([])
      case .bytes(let bytes): PieceSource([.bytes(bytes)])
      case .file(let path, let size): PieceSource([.file(path: path, size: size)], opening)
      case .sequence(let pieces): PieceSource(pieces, opening)
      case .stream(let stream): StreamSource(stream, wake: wake)
      }
  }

  var isOver: Bool { hasEnded || failure != nil }

  func fail(_ error: NetworkError) { if failure == nil, !hasEnded { failure = error } }

  /// Fails in a way that leaves it to be sent again, unless something came back.
  func refuse(_ error: NetworkError) {
    if failure == nil, !hasEnded, head == nil { isRefused = true }
    fail(error)
  }

  /// Whether the server has processed nothing of it, so that it can be sent again.
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

  /// A head is complete: of an informational answer, of the answer, or the trailers.
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

  /// - Returns: how many bytes are processed already.
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

  /// When the server was silent for too long; `nil` for no limit.
  var idleDeadline: ContinuousClock.Instant? {
    job.request.request.options.idleTimeout.flatMap { $0 > .zero ? lastActivity + $0 : nil }
  }

  /// The limit that is reached by then.
  func expired(at now: ContinuousClock.Instant) -> NetworkError? {
    if let deadline = job.deadline, now >= deadline { return job.outOfTime }
    guard let idleDeadline, now >= idleDeadline else { return nil }
    let silence = job.request.request.options.idleTimeout ?? .zero
    return NetworkError(.idleTimeout, "\(address) was silent for more than \(Quantity.limit(silence))")
  }

  /// Reports the end; the last that is done with it.
  func finish(_ connection: Connection?, _ timing: Timing) {
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
