import Basics
import CCurl
import HTTPModel
import HTTPTypes
import Locks

/// Handles libcurl's callbacks.
extension CurlTransfer {
  /// A piece of at least this many bytes is part of a bulk transfer rather than a separate message.
  private static let bulk = 8 << 10
  private static let chunkLimit = 1 << 20
  /// libcurl answers a server that calls every answer stale for ever. Each scheme needs two answers at most.
  private static let mostChallenges = 5

  func receivedLine(_ line: UnsafeRawBufferPointer) -> Bool {
    touch()
    return report(machine.line(line))
  }

  /// Returns the number of consumed bytes, or the value that asks libcurl to pause.
  func receivedContent(_ piece: UnsafeRawBufferPointer) -> Int {
    guard !isCancelled else { return 0 }
    touch()
    let room = bodyLimit.room(for: piece.count, after: machine.contentCount)
    let bytes = UnsafeRawBufferPointer(rebasing: piece[..<room])
    switch job.request.delivery {
    case .store:
      do throws(ByteStoreError) {
        try body?.append(bytes)
      } catch {
        end(.failed(NetworkError(.storage, error.description)))
        return 0
      }
      if reportsEachPiece { reportPiece(bytes.count) }
    case .stream(let window):
      guard job.window?.admits() ?? true else {
        isPaused = true
        return ccurl_write_pause
      }
      job.window?.add(bytes.count)
      held.append(contentsOf: bytes)
      // Large pieces are likely to continue; every chunk delivered wakes its reader.
      let isBulk = bytes.count >= Self.bulk
      if !isBulk || held.count >= min(Self.chunkLimit, window / 4) { release() }
    }
    machine.content(bytes.count)
    guard room == piece.count else {
      release()
      end(.failed(bodyLimit.error(request)))
      return 0
    }
    return piece.count
  }

  /// libcurl may process megabytes in one call: a transfer cancelled meanwhile ends at the next piece.
  private var isCancelled: Bool {
    guard job.gate.isCancelled else { return false }
    end(.failed(NetworkError.cancelled))
    return true
  }

  /// Delivers the content held back.
  func release() {
    guard !held.isEmpty else { return }
    let chunk = held
    held = []
    job.events(.content(chunk))
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard !isCancelled else { return ccurl_read_abort }
    touch()
    switch awaitsUpgrade ? .later : upload?.read(into: buffer) ?? .end {
    case .bytes(let count): return count
    case .end: return 0
    case .later: return ccurl_read_pause
    case .failed(let error):
      end(.failed(error))
      return ccurl_read_abort
    }
  }

  func seek(to offset: Int) -> Bool { upload?.seek(to: offset) ?? (isUpgrade && offset == 0) }

  func sentHead(_ bytes: UnsafeRawBufferPointer) {
    job.gate.sent()
    lastSent = ContinuousClock.now
    touch()
    _ = report(machine.requestBytes(bytes))
    if remarksOnlyOnSending, machine.hasSentHead { handle.set(CURLOPT_VERBOSE, false) }
  }

  func sentContent() {
    lastSent = ContinuousClock.now
    touch()
  }

  func noted(_ text: UnsafeRawBufferPointer) {
    if let bytes = SurplusNote.bytes(in: text) {
      surplus = bytes
    } else {
      tls.note(text)
      if handshakeBegan == nil, tls.hasBegun { handshakeBegan = .now }
    }
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

  /// Reports a piece of a body with many messages immediately, because the next one may arrive late.
  private func reportPiece(_ count: Int) {
    progress.received = max(progress.received, machine.contentCount + count)
    lastProgress = .now
    job.events(.progress(progress))
  }

  func touch() {
    if watchesActivity { lastActivity = ContinuousClock.now }
  }

  /// Returns `false` if the transfer must end.
  private func report(_ output: TransferMachine.Output?) -> Bool {
    guard let output else { return true }
    release()
    switch output {
    case .informational(let head):
      job.events(.informational(head))
    case .challenged(let sent, let head):
      body?.finish()
      answeredChallenges += 1
      job.events(.challenged(challengedHop(sent, head)))
    case .head(let head):
      if let fault = head.framingFault(from: URLParts(request.url).hostAndPort) ?? endlessChallenge(head) {
        end(.failed(fault))
        return false
      }
      prepareDecoding(for: head)
      let length = head.headers.announcedLength
      let store = makeStore(for: head, length: length)
      body = store
      reportsEachPiece =
        job.request.reportsProgress && (head.messageFormat != nil || length == nil && head.mayHoldLines)
      // Bytes beyond the declared length are reported only in a debug message, and every message costs as much as a
      // header.
      if remarksOnlyOnSending, length != nil { handle.set(CURLOPT_VERBOSE, true) }
      job.events(.head(head, body: store))
      if isUpgrade { upgrade(head) }
      // A response to HEAD has no body, but libcurl waits for one if the request had a body.
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

  /// The error for a server that rejects every answer to its challenge, but asks again.
  private func endlessChallenge(_ head: ResponseHead) -> NetworkError? {
    guard answeredChallenges >= Self.mostChallenges, head.status == .unauthorized else { return nil }
    let isStale = DigestChallenge.strongest(in: head.headers)?.fields["stale"]?.asciiLowercased == "true"
    return NetworkError(
      .unauthorized,
      "\(URLParts(request.url).hostAndPort) asks for the credentials again after \(answeredChallenges) answers",
      detail: isStale ? "it calls the nonce of each answer stale" : nil)
  }

  private func makeStore(for head: ResponseHead, length: Int?) -> ByteStore {
    guard case .store(let threshold) = job.request.delivery else { return ByteStore(capacity: 1) }
    // libcurl cuts a body at its declared length, so this capacity is enough unless it is decompressed.
    if let length, (0...(64 << 10)).contains(length), !head.headers.isEncoded {
      return ByteStore(spillThreshold: threshold, capacity: length)
    }
    return ByteStore(spillThreshold: threshold)
  }

  private func challengedHop(_ sent: [UInt8], _ head: ResponseHead) -> Hop {
    let sizes = Hop.Sizes(requestHead: sent.count, responseHead: head.raw.count)
    return Hop(
      request: SentRequest(
        method: request.method.rawValue, url: request.url, headers: nil, head: sent),
      response: head, timing: Hop.Timing(total: ContinuousClock.now - started), sizes: sizes)
  }
}

extension Headers {
  /// The declared length of content that is not chunked.
  fileprivate var announcedLength: Int? {
    var length: String?
    for field in fields {
      // The names of most other fields differ in length.
      switch field.name.utf8.count {
      case 14: if length == nil, field.name.equalsIgnoringCase("Content-Length") { length = field.value }
      case 17: if field.name.equalsIgnoringCase("Transfer-Encoding") { return nil }
      default: break
      }
    }
    return length.flatMap { Int($0) }
  }

  /// True if decoding may change the length.
  fileprivate var isEncoded: Bool {
    fields.contains { $0.name.utf8.count == 16 && $0.name.equalsIgnoringCase("Content-Encoding") }
  }
}

/// Decompresses the body here rather than in libcurl.
extension CurlTransfer {
  /// Chooses the decoder for the content that follows this head.
  func prepareDecoding(for head: ResponseHead) {
    decoding = nil
    decodedAhead = 0
    guard let codings = handle.library.codings, request.options.decompresses ?? true else { return }
    if head.hasTransferCoding {
      // libcurl up to 8.4 decodes either all codings or none.
      handle.set(CURLOPT_HTTP_CONTENT_DECODING, true)
      return
    }
    let names = head.decodedCodings(codings.supports)
    if !names.isEmpty { decoding = BodyDecoding(names, codings) }
  }

  /// Returns the number of consumed bytes, or the value that asks libcurl to pause.
  func received(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard let decoding else { return receivedContent(bytes) }
    // After a pause libcurl repeats the data; skip the part that was already decoded.
    let skipped = min(decodedAhead, bytes.count)
    var answer = bytes.count
    do throws(DecodingFault) {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[skipped...])
      let (read, isTaken) = try decoding.decode(rest) { piece in
        let taken = receivedContent(piece)
        if taken != piece.count { answer = taken }
        return taken == piece.count
      }
      decodedAhead = isTaken ? decodedAhead - skipped : decodedAhead + read
    } catch {
      end(.failed(NetworkError(.malformed, NetworkError.undecodable, detail: error.words)))
      return 0
    }
    return answer
  }

  /// The error if the body is incomplete although libcurl considers it complete. Partial content (RFC 9110, section
  /// 15.3.7) may end anywhere.
  var cutShort: NetworkError? {
    guard let decoding, !decoding.isWhole, machine.response?.status.code != 206 else { return nil }
    let address = URLParts(request.url).hostAndPort
    return NetworkError(.truncated, "\(address) ended the compressed body early")
  }
}

/// Forwards the events of one transfer from any thread, one at a time and none after the last.
///
/// The loop does not react while libcurl loads the system's certificates, which takes a while. Nothing has been sent by
/// then, so cancelling may close the gate immediately; the loop drops the transfer later.
final class EventGate: Sendable {
  private enum State: UInt8 {
    case open, reporting, closed
  }

  private let state = Atomic(State.open.rawValue)
  private let hasSent = Atomic(false)
  private let cancelled = Atomic(false)
  private let handle: @Sendable (TransportEvent) -> Void

  init(_ handle: @escaping @Sendable (TransportEvent) -> Void) {
    self.handle = handle
  }

  /// Called only by the loop.
  func report(_ event: TransportEvent) {
    guard enter(.reporting) else { return }
    handle(event)
    let next = if case .finished = event { State.closed } else { State.open }
    state.store(next.rawValue, ordering: .releasing)
  }

  /// True if the transfer was cancelled. The loop checks it between chunks, before it reads the command.
  var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  func cancel() { cancelled.store(true, ordering: .relaxed) }

  /// From here on, only the loop may report the end of a cancelled transfer, because it knows which bytes were sent.
  func sent() { hasSent.store(true, ordering: .releasing) }

  /// Called on cancelling a transfer that the loop cannot end now. Does nothing if the loop will report the end.
  func close(with result: @autoclosure () -> TransportResult) {
    guard !hasSent.load(ordering: .acquiring), enter(.closed) else { return }
    handle(.finished(result()))
  }

  private func enter(_ next: State) -> Bool {
    state.compareExchange(
      expected: State.open.rawValue, desired: next.rawValue, ordering: .acquiringAndReleasing
    ).exchanged
  }
}

/// Counts the streamed content that a consumer has not processed: the transport pauses above the limit and resumes
/// below it.
final class FlowWindow: Sendable {
  private let limit: Int
  private let outstanding = Atomic<Int>(0)
  private let isPaused = Atomic<Bool>(false)

  init(limit: Int) {
    self.limit = max(1, limit)
  }

  /// True if the transport may deliver more now. If not, the next `consume` that makes room returns `true`.
  func admits() -> Bool {
    if outstanding.load(ordering: .acquiring) < limit { return true }
    isPaused.store(true, ordering: .sequentiallyConsistent)
    // The consumer may have made room between the two checks; nothing else would resume the transfer then.
    guard outstanding.load(ordering: .sequentiallyConsistent) < limit else { return false }
    isPaused.store(false, ordering: .sequentiallyConsistent)
    return true
  }

  /// True if the transport is waiting for the consumer.
  var isHolding: Bool { isPaused.load(ordering: .acquiring) }

  func add(_ count: Int) {
    outstanding.add(count, ordering: .acquiringAndReleasing)
  }

  /// Returns true if the transfer must be resumed: once half of the window is free, so that it does not pause and
  /// resume with every chunk.
  func consume(_ count: Int) -> Bool {
    let rest = outstanding.subtract(count, ordering: .sequentiallyConsistent).newValue
    return rest <= limit / 2 && isPaused.exchange(false, ordering: .sequentiallyConsistent)
  }
}
