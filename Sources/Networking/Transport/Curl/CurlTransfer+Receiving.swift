import Basics
import CCurl
import HTTPTypes

/// Handles libcurl's callbacks.
extension CurlTransfer {
  /// A piece of at least this many bytes is part of a bulk transfer rather than a separate message.
  private static let bulk = 8 << 10
  private static let chunkLimit = 256 << 10

  func receivedLine(_ line: UnsafeRawBufferPointer) -> Bool {
    touch()
    return tell(machine.line(line))
  }

  /// Returns how many bytes were consumed, or the value that asks libcurl to pause.
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
      if tellsEachPiece { tellPiece(bytes.count) }
    case .stream(let window):
      guard job.window?.admits() ?? true else {
        isPaused = true
        return ccurl_write_pause
      }
      job.window?.add(bytes.count)
      held.append(bytes)
      // Large pieces are likely to continue; every chunk delivered wakes its reader.
      let isBulk = bytes.count >= Self.bulk
      if !isBulk || held.collected >= min(Self.chunkLimit, window / 4) { release() }
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

  /// The size of the content not yet delivered.
  var heldCount: Int { held.collected }

  /// Delivers the content held back.
  func release() {
    guard held.collected > 0 else { return }
    job.events(.content(held.take()))
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
    _ = tell(machine.requestBytes(bytes))
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

  /// Tells a piece of a body of many messages at once, because the next one may be long in coming.
  private func tellPiece(_ count: Int) {
    progress.received = max(progress.received, machine.contentCount + count)
    lastProgress = .now
    job.events(.progress(progress))
  }

  func touch() {
    if watchesActivity { lastActivity = ContinuousClock.now }
  }

  /// Returns `false` if the transfer must end.
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
      if let fault = head.framingFault(from: URLParts(request.url).hostAndPort) {
        end(.failed(fault))
        return false
      }
      prepareDecoding(for: head)
      let length = head.headers.announcedLength
      let store = makeStore(for: head, length: length)
      body = store
      tellsEachPiece = job.request.reportsProgress && head.messageFormat != nil
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

  private func makeStore(for head: ResponseHead, length: Int?) -> ByteStore {
    guard case .store(let threshold) = job.request.delivery else { return ByteStore(capacity: 1) }
    // libcurl cuts a body at its declared length, so this capacity is enough unless it is decompressed.
    if let length, (0...(64 << 10)).contains(length), !head.headers.isEncoded {
      return ByteStore(spillThreshold: threshold, capacity: length)
    }
    return ByteStore(spillThreshold: threshold)
  }

  private func challengedHop(_ sent: [UInt8], _ head: ResponseHead) -> Hop {
    let sizes = TransferSizes(requestHead: sent.count, responseHead: head.raw.count)
    return Hop(
      request: SentRequest(
        method: request.method.rawValue, url: request.url, headers: nil, head: sent),
      response: head, timing: Timing(total: ContinuousClock.now - started), sizes: sizes)
  }
}

extension Headers {
  /// The declared length of content that is not chunked.
  fileprivate var announcedLength: Int? {
    var length: String?
    for field in fields {
      // Most names differ in length from those wanted.
      switch field.name.utf8.count {
      case 14: if length == nil, field.name.equalsIgnoringCase("Content-Length") { length = field.value }
      case 17: if field.name.equalsIgnoringCase("Transfer-Encoding") { return nil }
      default: break
      }
    }
    return length.flatMap { Int($0) }
  }

  /// Whether decoding may change the length.
  fileprivate var isEncoded: Bool {
    fields.contains { $0.name.utf8.count == 16 && $0.name.equalsIgnoringCase("Content-Encoding") }
  }
}
