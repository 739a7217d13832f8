import Basics
import CCurl

/// One running transfer on the thread that drives libcurl: passes libcurl's callbacks to the state machine, and the
/// machine's outputs to the events.
final class CurlTransfer {
  /// Why we end a transfer.
  enum Stop: Equatable {
    case failed(NetworkError)
    /// Everything wanted has arrived, although libcurl waits for more.
    case complete
  }

  let job: CurlJob
  let handle: CurlHandle
  private let ready: ReadyHandle
  let host: String
  /// When libcurl got the transfer, about when its own clock starts.
  private(set) var started = ContinuousClock.now
  var machine: TransferMachine
  var body: ByteStore?
  private(set) var stop: Stop?
  var tls = TLSNotes()
  /// When a TLS handshake began. libcurl reports when it connected only once TLS is done.
  var handshakeBegan: ContinuousClock.Instant?
  /// Bytes that the server sent beyond the declared length.
  var surplus = 0
  /// When the last byte of the request was sent.
  var lastSent: ContinuousClock.Instant?
  /// The time of the last activity, kept only if there is an idle limit.
  var lastActivity: ContinuousClock.Instant
  var progress = TransferProgress()
  var lastProgress: ContinuousClock.Instant?
  /// Whether the body holds many messages, each of which is told as it arrives.
  var tellsEachPiece = false
  var upload: (any UploadSource)?
  /// libcurl writes to it while the transfer runs.
  private let errorText: UnsafeMutablePointer<CChar>
  let watchesActivity: Bool
  let bodyLimit: BodyLimit
  /// Whether libcurl's debug messages are needed only for what is sent and for bytes beyond the declared length. They
  /// are slow to format, so they are switched on only then.
  let remarksOnlyOnSending: Bool
  /// Predicts which attempts have no body.
  var steps: ChallengeSteps
  /// The certificates of which the server must present one; `nil` if libcurl verifies it, or nobody does.
  private(set) var trusted: [String]?
  /// Whether the connection leads to the server itself. Until then, the certificates on the handle may be those of a
  /// proxy.
  private(set) var hasReachedServer = false
  /// Decodes the content; `nil` if it has no codings, or libcurl decodes it.
  var decoding: BodyDecoding?
  /// How many of the bytes that libcurl repeats after a pause were already decoded.
  var decodedAhead = 0
  /// Resumes the transfer, on any thread.
  let wake: @Sendable () -> Void
  /// Whether libcurl holds content back because the consumer has not processed enough.
  var isPaused = false
  /// Content of a streamed response that is not yet delivered.
  var held = ChunkBuffers()

  init(
    _ job: CurlJob, host: String, ready: ReadyHandle, memory: HeadMemory, wake: @escaping @Sendable () -> Void
  ) {
    self.job = job
    self.host = host
    self.wake = wake
    self.ready = ready
    handle = ready.handle
    let (request, options) = (job.request.request, job.request.request.options)
    machine = TransferMachine(mayUpgrade: options.httpVersion == .http2, memory: memory)
    watchesActivity = (options.idleTimeout ?? .zero) > .zero
    bodyLimit = BodyLimit(of: job.request)
    steps = ChallengeSteps(request)
    // Uploads, challenges and upgrades need more messages, and TLS details appear nowhere else.
    remarksOnlyOnSending =
      handle.library.version.asksBeforeRequests && !job.isSecure && !watchesActivity && request.body == .none
      && options.authentication == nil && (options.httpVersion ?? .automatic) == .automatic
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    // libcurl writes a terminated text or nothing.
    errorText.pointee = 0
    lastActivity = started
    if case .certificates(let all) = verification { trusted = all }
    upload = isUpgrade ? nil : Self.source(for: request, handle: handle, wake: wake)
  }

  deinit {
    errorText.deallocate()
  }

  var request: Request { job.request.request }
  var words: String { String(cString: errorText) }
  var isUploading: Bool { upload != nil || isUpgrade }

  /// Connected; libcurl is about to send the request. `false` ends the transfer instead.
  func willSend() -> Bool {
    hasReachedServer = true
    if let trusted, !presents(oneOf: trusted) { return false }
    if remarksOnlyOnSending { handle.set(CURLOPT_VERBOSE, true) }
    if steps.mayKeepBody { ready.setLines(awaitsChallenge: steps.next(on: handle)) }
    return true
  }

  /// Sets the options that refer to this transfer. `clearing` removes address overrides of earlier requests.
  func prepare(clearing stale: [String]) {
    let me = Unmanaged.passUnretained(self).toOpaque()
    handle.set(CURLOPT_ERRORBUFFER, pointer: errorText)
    handle.set(CURLOPT_PRIVATE, pointer: me)
    CurlCallbacks.install(on: handle, for: self, at: me)
    ready.resolve(request.options.resolve ?? [], clearing: stale)
    if let fault = ready.fault { end(.failed(fault)) }
    started = .now
  }

  /// Frees what libcurl used while it ran, and returns the handle, which has left the multi handle by now.
  func dispose() {
    upload?.close()
    upload = nil
    ready.close()
  }

  func end(_ reason: Stop) {
    if stop == nil { stop = reason }
  }

  static func source(
    for request: Request, handle: CurlHandle, wake: @escaping @Sendable () -> Void
  ) -> (any UploadSource)? {
    if request.body == .none || CurlOptions.copiedBody(of: request) != nil { return nil }
    let opening = SentFile.Opening(request.options)
    switch request.body {
    case .none: return nil
    case .bytes(let bytes): return PieceSource([.bytes(bytes)])
    case .file(let path, let size): return PieceSource([.file(path: path, size: size)], opening)
    case .sequence(let pieces): return PieceSource(pieces, opening)
    case .stream(let stream): return StreamSource(stream, wake: wake)
    }
  }
}
