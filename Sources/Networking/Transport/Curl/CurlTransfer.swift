import Basics
import CCurl
import HTTPModel
import HTTPTypes

/// One running transfer on the loop's thread: passes libcurl's callbacks to the state machine, and the
/// machine's outputs to the events.
final class CurlTransfer {
  /// The reason why this program ends a transfer.
  enum Stop: Equatable {
    case failed(NetworkError)
    /// All wanted content has arrived, although libcurl waits for more.
    case complete
  }

  let job: CurlJob
  let handle: CurlHandle
  private let ready: ReadyHandle
  /// The time at which libcurl got the transfer, about when its own clock starts.
  private(set) var started = ContinuousClock.now
  var machine: TransferMachine
  var body: ByteStore?
  private(set) var stop: Stop?
  var tls = TLSNotes()
  /// The time at which a TLS handshake began. libcurl reports the connection only once TLS is done.
  var handshakeBegan: ContinuousClock.Instant?
  /// Bytes that the server sent beyond the declared length.
  var surplus = 0
  /// The time at which the last byte of the request was sent.
  var lastSent: ContinuousClock.Instant?
  /// The time of the last activity, kept only if there is an idle limit.
  var lastActivity: ContinuousClock.Instant
  var progress = TransferProgress()
  var lastProgress: ContinuousClock.Instant?
  /// True if the body has many messages, each of which is reported on arrival.
  var reportsEachPiece = false
  var upload: (any UploadSource)?
  /// libcurl writes to it while the transfer runs.
  private let errorText: UnsafeMutablePointer<CChar>
  let isUpgrade: Bool
  /// Ends the transfer if nothing is sent or received for so long; `nil` for no limit.
  let idleTimeout: Duration?
  /// The number of times that the watch had shut connections down before this transfer.
  let cutsBefore: Int
  let bodyLimit: BodyLimit
  /// True if libcurl's debug messages are needed only for sent data and for bytes beyond the declared length. They are
  /// slow to format, so they are enabled only then.
  let remarksOnlyOnSending: Bool
  /// Predicts which attempts have no body.
  var steps: ChallengeSteps
  /// The number of challenges that libcurl answered.
  var answeredChallenges = 0
  /// The certificates of which the server must present one; `nil` if libcurl verifies it, or verification is off.
  private(set) var trusted: [String]?
  /// True if the connection leads to the server itself. Until then, the certificates on the handle may be those of a
  /// proxy.
  private(set) var hasReachedServer = false
  /// Decodes the content; `nil` if it has no codings, or libcurl decodes it.
  var decoding: BodyDecoding?
  /// The number of already decoded bytes among those that libcurl repeats after a pause.
  var decodedAhead = 0
  /// Resumes the transfer, on any thread.
  let wake: @Sendable () -> Void
  /// True if libcurl holds content back because the consumer has not processed enough.
  var isPaused = false
  /// Content of a streamed response that is not yet delivered.
  var held: [UInt8] = []

  init(_ job: CurlJob, ready: ReadyHandle, cutsBefore: Int, wake: @escaping @Sendable () -> Void) {
    self.job = job
    self.cutsBefore = cutsBefore
    self.wake = wake
    self.ready = ready
    handle = ready.handle
    let (request, options) = (job.request.request, job.request.request.options)
    machine = TransferMachine(mayUpgrade: options.httpVersion == .http2)
    isUpgrade = options.upgrades
    idleTimeout = options.idleTimeout.flatMap { $0 > .zero ? $0 : nil }
    bodyLimit = BodyLimit(of: job.request)
    steps = ChallengeSteps(request)
    // Uploads, challenges and upgrades need more messages, and TLS details appear nowhere else.
    remarksOnlyOnSending =
      handle.library.version.asksBeforeRequests && !job.isSecure && idleTimeout == nil && request.body == .none
      && options.authentication == nil && (options.httpVersion ?? .automatic) == .automatic
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    // libcurl writes a terminated text or nothing.
    errorText.pointee = 0
    lastActivity = started
    if job.isSecure, case .certificates(let all) = options.tls?.verification(of: request.url) { trusted = all }
    upload = isUpgrade ? nil : Self.source(for: request, handle: handle, wake: wake)
  }

  deinit {
    errorText.deallocate()
  }

  var request: Request { job.request.request }
  var watchesActivity: Bool { idleTimeout != nil }
  var words: String { String(cString: errorText) }
  var isUploading: Bool { upload != nil || isUpgrade }

  /// Called when libcurl is connected and about to send the request. Returns `false` to end the transfer instead.
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

  /// Frees libcurl's resources, and returns the handle, which has left the multi handle by now.
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
    return request.uploadSource(wake: wake)
  }
}

/// Predicts which attempts of a transfer are sent without their body: libcurl omits it if it expects a challenge.
///
/// ```
/// digest:  empty ─401─► body
/// NTLM:    empty, with the first message ─401─► body, with the third; on an authenticated connection: body
/// any:     body ─401─► depends on the schemes that the server offers
/// ```
struct ChallengeSteps {
  private let scheme: TransferOptions.Authentication.Scheme?
  private var tries = 0
  private var keptLast = false

  init(_ request: Request) {
    scheme = Self.mayKeepBody(request) ? request.options.authentication?.scheme : nil
  }

  /// True if libcurl may omit the body of an attempt.
  static func mayKeepBody(_ request: Request) -> Bool {
    guard request.body != .none else { return false }
    return switch request.options.authentication?.scheme {
    case .digest, .ntlm, .any: true
    case .basic, .negotiate, .awsSignature, nil: false
    }
  }

  var mayKeepBody: Bool { scheme != nil }

  /// True if the next attempt on this handle has no body.
  mutating func next(on handle: CurlHandle) -> Bool {
    let isFirst = tries == 0
    tries += 1
    keptLast = !keptLast && keepsBody(isFirst: isFirst, handle)
    return keptLast
  }

  private func keepsBody(isFirst: Bool, _ handle: CurlHandle) -> Bool {
    switch scheme {
    case .digest: return isFirst
    case .ntlm: return isFirst && handle.long(CURLINFO_NUM_CONNECTS) > 0
    case .any:
      let offered = UInt(bitPattern: handle.long(CURLINFO_HTTPAUTH_AVAIL))
      // libcurl picks the strongest offered scheme; only NTLM takes two round trips.
      return tries == 2 && offered & ccurl_auth_ntlm != 0 && offered & (ccurl_auth_digest | ccurl_auth_negotiate) == 0
    case .basic, .negotiate, .awsSignature, nil: return false
    }
  }
}

extension CurlTransfer {
  /// True if the server has presented one of the certificates that are trusted for it. Called on a new connection
  /// before any part of the request is sent, because libcurl verifies nothing there.
  func presents(oneOf trusted: [String]) -> Bool {
    let fault = CertificateChain.fault(in: handle.certificateLines, trusting: trusted, of: request)
    if let fault { end(.failed(fault)) }
    return fault == nil
  }
}

/// A connection that leaves HTTP with a 101 (RFC 9110, section 7.8). After the head, libcurl passes bytes on in both
/// directions at once, until the server closes the connection.
extension CurlTransfer {
  /// True if the body must wait for the server's answer.
  var awaitsUpgrade: Bool { isUpgrade && machine.response == nil }

  /// Handles the answer: the body is sent after a 101, and ends after any other status.
  func upgrade(_ head: ResponseHead) {
    if head.status.code == 101 { upload = Self.source(for: request, handle: handle, wake: wake) }
    wake()
  }

  /// True if libcurl reads no more because the server has closed the connection. libcurl before 8.0 then waits for the
  /// paused body, and only reports that it no longer waits for the socket.
  func isOver(silenced: Set<UnsafeMutableRawPointer>) -> Bool {
    guard silenced.contains(handle.raw), !isPaused, machine.hasSentHead else { return false }
    if let response = machine.response { return response.status.code == 101 }
    // Between two attempts libcurl does not wait for the socket either.
    return request.options.authentication == nil
  }
}

/// Detects that a transfer has exceeded a limit.
extension CurlTransfer {
  /// The idle limit counts from the first byte sent; until then the connect limit applies. A pause of the consumer does
  /// not count.
  private var idleLimit: ContinuousClock.Instant? {
    guard let idleTimeout, !machine.requestHead.isEmpty, job.window?.isHolding != true else { return nil }
    return lastActivity + idleTimeout
  }

  var nextLimit: ContinuousClock.Instant? {
    guard let idleLimit, let deadline = job.deadline else { return idleLimit ?? job.deadline }
    return min(deadline, idleLimit)
  }

  /// The idle limit that the loop's watch enforces, unless it enforces the time limit already.
  var silenceLimit: Duration? {
    job.deadline == nil ? idleTimeout : nil
  }

  /// True if the loop's watch enforces a limit.
  var isWatched: Bool { job.deadline != nil || silenceLimit != nil }

  /// The limit that a failed transfer had exceeded anyway, as an error.
  var overdue: NetworkError? {
    if job.gate.isCancelled { return NetworkError.cancelled }
    return isWatched ? expired(at: .now) : nil
  }

  /// True if the end of the connection ends the body (RFC 9112, section 6.3): a truncated body then looks complete.
  var endsWithConnection: Bool {
    guard let headers = machine.response?.headers else { return false }
    return headers["Content-Length"] == nil && headers["Transfer-Encoding"] == nil
  }

  /// The error for a body that ended when the watch shut connections down, perhaps this one.
  var cutOff: NetworkError {
    NetworkError(.truncated, "The connection to \(address) was closed, because it kept all others waiting")
  }

  private var address: String { URLParts(request.url).hostAndPort }

  func expired(at now: ContinuousClock.Instant) -> NetworkError? {
    if let deadline = job.deadline, now >= deadline, let limit = request.options.totalTimeout {
      let wait = started - job.asked
      return NetworkError(
        .totalTimeout, "The request to \(address) took longer than \(Quantity.limit(limit))",
        detail: wait * 10 < limit ? nil : "\(Quantity.duration(wait)) of it in the queue")
    }
    if let idleLimit, now >= idleLimit, let limit = idleTimeout {
      return NetworkError(.idleTimeout, "\(address) sent nothing for more than \(Quantity.limit(limit))")
    }
    return nil
  }
}
