import Bytes
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
  let host: String
  /// When libcurl was given the transfer: about then its own clock begins.
  private(set) var started = ContinuousClock.now
  private(set) var machine: TransferMachine
  private(set) var body: ByteStore?
  private(set) var stop: Stop?
  private(set) var tls = TLSNotes()
  /// When the last byte of the request was handed over.
  private(set) var lastSent: ContinuousClock.Instant?
  /// The last sign of life, kept where an idle limit asks for it.
  private(set) var lastActivity = ContinuousClock.now
  private(set) var progress = TransferProgress()
  private var lastProgress: ContinuousClock.Instant?
  private var upload: (any UploadSource)?
  private var lists: [CurlList] = []
  private let errorText: UnsafeMutablePointer<CChar>
  private let watchesActivity: Bool
  /// Content of a streamed response that is not yet handed over.
  private var held: [UInt8] = []
  /// A piece of at least this many bytes is part of a flow and not a message of its own.
  private static let bulk = 8 << 10
  private static let chunkLimit = 256 << 10

  init(_ job: CurlJob, host: String, handle: CurlHandle, wake: @escaping @Sendable () -> Void) {
    self.job = job
    self.host = host
    self.handle = handle
    let request = job.request.request
    machine = TransferMachine(mayUpgrade: request.options.httpVersion == .http2)
    watchesActivity = (request.options.idleTimeout ?? .zero) > .zero
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    upload = Self.source(for: request, handle: handle, wake: wake)
  }

  deinit {
    errorText.deallocate()
  }

  var request: Request { job.request.request }
  var words: String { String(cString: errorText) }
  var isUploading: Bool { upload != nil }

  /// Sets every option and callback on the handle. `clearing` removes addresses that earlier requests had set by hand.
  func prepare(clearing stale: [String]) throws(NetworkError) {
    let me = Unmanaged.passUnretained(self).toOpaque()
    handle.set(CURLOPT_ERRORBUFFER, pointer: errorText)
    handle.set(CURLOPT_PRIVATE, pointer: me)
    CurlCallbacks.install(on: handle, for: me, uploads: isUploading)
    var options = CurlOptions(request: request, handle: handle)
    if case .stream = job.request.delivery { options.isStreamed = true }
    try options.apply()
    let headers = HeaderLines(for: request)
    if let agent = headers.userAgent { handle.set(CURLOPT_USERAGENT, agent) }
    setList(CURLOPT_HTTPHEADER, headers.lines)
    setList(CURLOPT_RESOLVE, stale + (request.options.resolve ?? []))
    setList(CURLOPT_CONNECT_TO, request.options.connectTo ?? [])
    started = .now
  }

  private func setList(_ option: CURLoption, _ lines: [String]) {
    guard !lines.isEmpty else { return }
    let list = CurlList(lines, library: handle.library)
    lists.append(list)
    handle.set(option, list: list)
  }

  /// Frees what libcurl needed while it ran. The handle has left the multi handle by now.
  func dispose() {
    upload?.close()
    upload = nil
    for list in lists { list.free(handle.library) }
    lists = []
  }

  func end(_ reason: Stop) {
    if stop == nil { stop = reason }
  }

  private static func source(
    for request: Request, handle: CurlHandle, wake: @escaping @Sendable () -> Void
  ) -> (any UploadSource)? {
    if CurlOptions(request: request, handle: handle).copied != nil { return nil }
    switch request.body {
    case .none: return nil
    case .bytes(let bytes): return PieceSource([.bytes(bytes)])
    case .file(let path, let size): return PieceSource([.file(path: path, size: size)])
    case .sequence(let pieces): return PieceSource(pieces)
    case .stream(let stream): return StreamSource(stream, wake: wake)
    }
  }
}

/// What libcurl's callbacks come to.
extension CurlTransfer {
  func receivedLine(_ line: UnsafeRawBufferPointer) -> Bool {
    touch()
    return tell(machine.line(line))
  }

  /// How many bytes were taken, or the mark that asks libcurl to pause.
  func receivedContent(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard !isCancelled else { return 0 }
    touch()
    switch job.request.delivery {
    case .store:
      do throws(ByteStoreError) {
        try body?.append(bytes)
      } catch {
        end(.failed(NetworkError(.storage, error.description)))
        return 0
      }
    case .stream(let window):
      guard job.window?.admits() ?? true else { return ccurl_write_pause }
      job.window?.add(bytes.count)
      held.append(contentsOf: bytes)
      // What comes in large pieces is likely to go on; every chunk that is handed over wakes its reader.
      let isBulk = bytes.count >= Self.bulk
      if !isBulk || held.count >= min(Self.chunkLimit, window / 4) { release() }
    }
    machine.content(bytes.count)
    return bytes.count
  }

  /// libcurl takes and gives megabytes before it looks up: a transfer that is cancelled meanwhile ends at the next piece.
  private var isCancelled: Bool {
    guard job.gate.isCancelled else { return false }
    end(.failed(CurlErrors.cancelled))
    return true
  }

  /// How much content waits to be handed over.
  var heldCount: Int { held.count }

  /// Hands over what was held back.
  func release() {
    guard !held.isEmpty else { return }
    let chunk = held
    held = []
    job.events(.content(chunk))
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard !isCancelled else { return ccurl_read_abort }
    touch()
    switch upload?.read(into: buffer) ?? .end {
    case .bytes(let count): return count
    case .end: return 0
    case .later: return ccurl_read_pause
    case .failed(let error):
      end(.failed(error))
      return ccurl_read_abort
    }
  }

  func seek(to offset: Int) -> Bool { upload?.seek(to: offset) ?? false }

  func sentHead(_ bytes: UnsafeRawBufferPointer) {
    job.gate.sent()
    lastSent = ContinuousClock.now
    touch()
    _ = tell(machine.requestBytes(bytes))
  }

  func sentContent() {
    lastSent = ContinuousClock.now
    touch()
  }

  func noted(_ text: UnsafeRawBufferPointer) {
    tls.note(text)
  }

  func counted(_ now: TransferProgress) {
    guard now != progress else { return }
    progress = now
    let moment = ContinuousClock.now
    if watchesActivity { lastActivity = moment }
    if let lastProgress, moment - lastProgress < .milliseconds(33) { return }
    lastProgress = moment
    job.events(.progress(now))
  }

  func touch() {
    if watchesActivity { lastActivity = ContinuousClock.now }
  }

  /// `false` when the transfer must end.
  private func tell(_ output: TransferMachine.Output?) -> Bool {
    guard let output else { return true }
    release()
    switch output {
    case .informational(let head):
      job.events(.informational(head))
    case .challenged(let sent, let head):
      body?.finish()
      job.events(.challenged(challengedHop(sent, head)))
    case .head(let head):
      let store = makeStore(for: head)
      body = store
      job.events(.head(head, body: store))
      // Nothing follows the head of a HEAD, but libcurl waits for it when the request had a body.
      if request.method == .head, request.body != .none {
        end(.complete)
        return false
      }
    case .failed(let error):
      end(.failed(error))
      return false
    }
    return true
  }

  private func makeStore(for head: ResponseHead) -> ByteStore {
    guard case .store(let threshold) = job.request.delivery else { return ByteStore(capacity: 1) }
    // libcurl cuts a body at its announced length, so that much room is enough unless it is decompressed.
    if head.headers["Content-Encoding"] == nil, head.headers["Transfer-Encoding"] == nil,
      let length = head.headers["Content-Length"].flatMap({ Int($0) }), (0...(64 << 10)).contains(length)
    {
      return ByteStore(spillThreshold: threshold, capacity: length)
    }
    return ByteStore(spillThreshold: threshold)
  }

  private func challengedHop(_ sent: [UInt8], _ head: ResponseHead) -> Hop {
    let sizes = TransferSizes(requestHead: sent.count, responseHead: head.raw.count)
    return Hop(
      request: SentRequest(
        method: request.method.rawValue, url: request.url, headers: HeadParser.fields(ofHead: sent), head: sent),
      response: head, timing: Timing(total: ContinuousClock.now - started), sizes: sizes)
  }
}
