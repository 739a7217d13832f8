import Basics
import CCurl

/// One running transfer on the thread that owns curl: it hands libcurl's callbacks to the state machine and the
/// machine's outputs to the events.
final class CurlTransfer {
  /// Why we end a transfer ourselves.
  enum Stop: Equatable {
    case failed(NetworkError)
    /// Everything wanted has arrived, though libcurl waits for more.
    case complete
  }

  let job: CurlJob
  let handle: CurlHandle
  private let ready: ReadyHandle
  let host: String
  /// When libcurl was given the transfer: about then its own clock begins.
  private(set) var started = ContinuousClock.now
  var machine: TransferMachine
  var body: ByteStore?
  private(set) var stop: Stop?
  var tls = TLSNotes()
  /// Bytes that the server sent beyond what it had announced.
  var surplus = 0
  /// When the last byte of the request was handed over.
  var lastSent: ContinuousClock.Instant?
  /// The last sign of life, kept where an idle limit asks for it.
  var lastActivity: ContinuousClock.Instant
  var progress = TransferProgress()
  var lastProgress: ContinuousClock.Instant?
  private(set) var upload: (any UploadSource)?
  /// libcurl points to it while the transfer runs.
  private let errorText: UnsafeMutablePointer<CChar>
  let watchesActivity: Bool
  let bodyLimit: BodyLimit
  /// Whether libcurl's debug messages are needed only for what is sent and for bytes beyond the announced length.
  /// Formatting them is slow, so they are on only then.
  let remarksOnlyOnSending: Bool
  /// Which tries send no body.
  var steps: ChallengeSteps
  /// What undoes the codings of the content; `nil` where there are none, or libcurl does.
  var decoding: BodyDecoding?
  /// How many bytes of what libcurl will give next were decoded before it was asked to pause.
  var decodedAhead = 0
  /// Content of a streamed response that is not yet handed over.
  var held: [UInt8] = []

  init(
    _ job: CurlJob, host: String, ready: ReadyHandle, memory: HeadMemory, wake: @escaping @Sendable () -> Void
  ) {
    self.job = job
    self.host = host
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
    // libcurl writes text with its end, or nothing.
    errorText.pointee = 0
    lastActivity = started
    upload = Self.source(for: request, handle: handle, wake: wake)
  }

  deinit {
    errorText.deallocate()
  }

  var request: Request { job.request.request }
  var words: String { String(cString: errorText) }
  var isUploading: Bool { upload != nil }

  /// libcurl has a connection and sends a try next.
  func willSend() {
    if remarksOnlyOnSending { handle.set(CURLOPT_VERBOSE, true) }
    if steps.mayKeepBody { ready.setLines(awaitsChallenge: steps.next(on: handle)) }
  }

  /// Sets what the handle needs to know of this transfer. `clearing` removes addresses that earlier requests had set by
  /// hand.
  func prepare(clearing stale: [String]) {
    let me = Unmanaged.passUnretained(self).toOpaque()
    handle.set(CURLOPT_ERRORBUFFER, pointer: errorText)
    handle.set(CURLOPT_PRIVATE, pointer: me)
    CurlCallbacks.install(on: handle, for: self, at: me)
    ready.resolve(request.options.resolve ?? [], clearing: stale)
    if let fault = ready.fault { end(.failed(fault)) }
    started = .now
  }

  /// Frees what libcurl needed while it ran, and gives the handle back. It has left the multi handle by now.
  func dispose() {
    upload?.close()
    upload = nil
    ready.close()
  }

  func end(_ reason: Stop) {
    if stop == nil { stop = reason }
  }

  private static func source(
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
