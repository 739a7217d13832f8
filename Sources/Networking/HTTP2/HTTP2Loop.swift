import Basics
import CCurl
import HTTPModel
import Libc

/// One HTTP/2 connection on its own thread.
///
/// ```
/// connecting ─► open ─GOAWAY, silence, nothing to do─► draining ─no stream left─► over
/// ```
// Used only by its own thread; the mailbox passes commands to it.
final class HTTP2Loop {
  /// The time for which a connection without streams is kept.
  private static let rest = Duration.seconds(30)
  private static let piece = 64 << 10
  /// The maximum number of bytes that wait for a stalled connection. libnghttp2 limits its own answers to pings and
  /// settings.
  private static let mostUnsent = 256 << 10
  /// The maximum number of bytes received for streams that are gone.
  private static let mostUnwanted = 8 << 20

  let mailbox: Mailbox<HTTP2Command>
  let request: Request
  let began = ContinuousClock.now
  var pipe: CurlPipe?
  var session: HTTP2Session?
  var jobs: [UInt64: HTTP2Job] = [:]
  var streams: [UInt64: HTTP2Stream] = [:]
  /// The bytes to send next, of which `sentCount` are sent.
  private var unsent: [UInt8] = []
  private var sentCount = 0
  var isStopping = false
  /// True if new transfers need another connection.
  var isEnding = false
  /// Streams of which nothing was sent yet.
  private var fresh: [HTTP2Stream] = []
  var idleSince = ContinuousClock.now
  var connected: Hop.Timing?

  /// - Parameter request: the first request for the connection.
  init(_ request: Request, mailbox: Mailbox<HTTP2Command>) {
    self.request = request
    self.mailbox = mailbox
  }

  /// Runs to the end of the connection.
  func run() {
    do throws(NetworkError) {
      try connect()
      try exchange()
      end(with: nil)
    } catch {
      end(with: error)
    }
  }

  private var address: String { URLParts(request.url).hostAndPort }

  // MARK: Connecting

  private func connect() throws(NetworkError) {
    let library = try CurlLibrary.loaded.get()
    let functions = try NGHTTP2Library.loaded.get()
    let pipe = try CurlPipe(request, library: library, bell: mailbox.bell.readEnd)
    self.pipe = pipe
    while try !pipe.connect() {
      obey()
      expire()
      guard !isStopping, !jobs.isEmpty else { throw isStopping ? .shutDown : .cancelled }
      pipe.waitWhileConnecting(atMost: mailbox.rest() ? untilNextLimit(10_000) : 0)
      mailbox.bell.quiet()
    }
    var timing = Hop.Timing()
    let wait = began - (jobs.values.map(\.asked).min() ?? began)
    func moment(_ info: CURLINFO) -> Duration? { pipe.handle.moment(info).map { $0 + max(.zero, wait) } }
    timing.resolved = moment(CURLINFO_NAMELOOKUP_TIME_T)
    timing.connected = moment(CURLINFO_CONNECT_TIME_T)
    timing.secured = moment(CURLINFO_APPCONNECT_TIME_T)
    connected = timing
    let session = try HTTP2Session(functions, address: address)
    self.session = session
    for job in jobs.values.sorted(by: { $0.id < $1.id }) { open(job, in: session, isKnown: false) }
    jobs = [:]
  }

  func open(_ job: HTTP2Job, in session: HTTP2Session, isKnown: Bool) {
    let mailbox = mailbox
    let stream = HTTP2Stream(job) { mailbox.post(.resume(job.id)) }
    stream.isOnKnownConnection = isKnown
    streams[job.id] = stream
    fresh.append(stream)
    session.open(stream)
  }

  // MARK: Open

  private func exchange() throws(NetworkError) {
    guard let pipe, let session else { return }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.piece, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      obey()
      expire()
      collect(session)
      try flush(pipe, session)
      collect(session)
      if streams.isEmpty, isStopping || !mailbox.isOpen { return }
      // The library ends a session on its own only after a protocol violation.
      guard session.isUsable else { throw session.farewell == nil ? session.violation : closedByServer(session) }
      let isReadable = try wait(for: pipe)
      if isReadable { try receive(pipe, session, buffer) }
      if streams.isEmpty, ContinuousClock.now - idleSince >= Self.rest, mailbox.closeIfIdle() { return }
    }
  }

  private func closedByServer(_ session: HTTP2Session) -> NetworkError {
    if session.farewell == nil, session.fault != nil { return session.violation }
    let words = session.farewell.map { " with \($0)" } ?? ""
    return NetworkError(.truncated, "\(address) closed the connection\(words)", detail: session.fault)
  }

  /// Sleeps until there is work.
  /// - Returns: true if there may be bytes to read.
  private func wait(for pipe: CurlPipe) throws(NetworkError) -> Bool {
    let wantsWrite = sentCount < unsent.count
    var entries = [
      pollfd(fd: mailbox.bell.readEnd, events: Int16(POLLIN), revents: 0),
      pollfd(fd: pipe.socket, events: Int16(POLLIN | (wantsWrite ? POLLOUT : 0)), revents: 0),
    ]
    let longest = streams.isEmpty ? Int32(clamping: Self.rest.clampedMilliseconds) : .max
    let time = mailbox.rest() ? untilNextLimit(longest) : 0
    guard poll(&entries, 2, time) > 0 else { return false }
    if entries[0].revents != 0 { mailbox.bell.quiet() }
    return Int32(entries[1].revents) & ~Int32(POLLOUT) != 0
  }

  private func receive(
    _ pipe: CurlPipe, _ session: HTTP2Session, _ buffer: UnsafeMutableRawBufferPointer
  ) throws(NetworkError) {
    // TLS may hold bytes that the socket no longer reports.
    while true {
      let read: CurlPipe.Received
      do throws(NetworkError) { read = try pipe.receive(into: buffer) } catch {
        collect(session)
        throw error
      }
      switch read {
      case .later: return
      case .end:
        collect(session)
        if !hasReceived, let cause = pipe.endBeforeAnswer { throw cause }
        throw closedByServer(session)
      case .bytes(let count):
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        if connectedFirst(bytes) { throw otherProtocol(bytes) }
        do throws(NetworkError) { try session.receive(bytes) } catch {
          collect(session)
          throw error
        }
      }
      collect(session)
      try flush(pipe, session)
      // A server that sends endlessly must not block the commands of others.
      if !mailbox.isEmpty { obey() }
      expire()
      collect(session)
      guard session.isUsable else { return }
      guard streams.isEmpty else { continue }
      // Endless data for streams that are gone ends the connection.
      unwanted += Self.piece
      guard unwanted <= Self.mostUnwanted else { throw .cancelled }
      return
    }
  }

  private var hasReceived = false
  private var unwanted = 0

  /// True if these are the first bytes and they are HTTP/1.
  private func connectedFirst(_ bytes: UnsafeRawBufferPointer) -> Bool {
    defer { hasReceived = true }
    return !hasReceived && bytes.starts(with: "HTTP/1.".utf8)
  }

  private func otherProtocol(_ bytes: UnsafeRawBufferPointer) -> NetworkError {
    let line = HeadParser.text(of: bytes.prefix(100).prefix { $0 != 0x0D && $0 != 0x0A })
    return NetworkError(.malformed, "\(address) does not speak HTTP/2", detail: "it answered \(line.visible)")
  }

  func flush(_ pipe: CurlPipe, _ session: HTTP2Session) throws(NetworkError) {
    while true {
      if sentCount == unsent.count {
        unsent.removeAll(keepingCapacity: unsent.capacity <= Self.mostUnsent * 2)
        sentCount = 0
      }
      try session.send(into: &unsent, limit: Self.mostUnsent)
      guard sentCount < unsent.count else { return }
      let count = try unsent.withRawBytes { bytes throws(NetworkError) in
        try pipe.send(UnsafeRawBufferPointer(rebasing: bytes[sentCount...]))
      }
      guard count > 0 else { return }
      sentCount += count
      for stream in fresh { stream.mayBeOnWire = true }
      fresh = []
    }
  }
}

/// The commands to a connection, and the end of its transfers.
extension HTTP2Loop {
  func obey() {
    for command in mailbox.take() {
      switch command {
      case .start(let job):
        if let session, !isEnding {
          open(job, in: session, isKnown: true)
        } else {
          jobs[job.id] = job
        }
      case .cancel(let id):
        streams[id]?.fail(.cancelled)
        if let stream = streams[id], let session { finish(stream, session) }
        jobs.removeValue(forKey: id)?.fail(.cancelled)
      case .resume(let id): streams[id].map { session?.resume($0) }
      case .consumed(let id, let count): streams[id].map { session?.consumed(count, of: $0) }
      case .stop:
        isStopping = true
        mailbox.close()
        for stream in streams.values { stream.fail(.shutDown) }
        if let session { for stream in streams.values { finish(stream, session) } }
      }
    }
  }

  func collect(_ session: HTTP2Session) {
    for stream in session.takeEnded() { finish(stream, session) }
    if session.farewell != nil, mailbox.isOpen { mailbox.close() }
  }

  private func finish(_ stream: HTTP2Stream, _ session: HTTP2Session?) {
    guard streams.removeValue(forKey: stream.job.id) != nil else { return }
    session?.drop(stream)
    if streams.isEmpty { idleSince = .now }
    if stream.isUnprocessed, stream.failure?.category != .cancelled, !isStopping {
      stream.upload.close()
      if stream.job.tryAgain() { return }
    }
    let timing = stream.isOnKnownConnection ? nil : connected
    stream.finish(pipe?.connection(isReused: stream.isOnKnownConnection), timing ?? Hop.Timing())
  }

  func expire() {
    let now = ContinuousClock.now
    for job in jobs.values {
      guard let deadline = job.deadline, now >= deadline else { continue }
      jobs[job.id] = nil
      job.fail(job.outOfTime)
    }
    for stream in streams.values {
      guard let error = stream.expired(at: now) else { continue }
      stream.fail(error)
      finish(stream, session)
    }
  }

  /// The time until the next limit, in milliseconds, at most `longest`.
  func untilNextLimit(_ longest: Int32) -> Int32 {
    let limits =
      jobs.values.compactMap(\.deadline)
      + streams.values.flatMap { [$0.job.deadline, $0.idleDeadline].compactMap(\.self) }
    guard let next = limits.min() else { return longest }
    return min(longest, Int32(clamping: max(0, (next - .now).clampedMilliseconds) + 1))
  }

  /// Ends the loop; transfers that still wait fail with the error.
  func end(with error: NetworkError?) {
    mailbox.close()
    isEnding = true
    let error = error ?? (isStopping ? .shutDown : NetworkError(.cancelled, "The connection was closed"))
    obey()
    for job in jobs.values {
      // On an open connection, these transfers came too late for it.
      if session != nil, !isStopping, job.tryAgain() { continue }
      job.fail(error)
    }
    jobs = [:]
    for stream in streams.values {
      stream.fail(error)
      finish(stream, session)
    }
    guard let pipe, let session else { return }
    // Sends the goodbye and the last resets, if the connection still takes bytes.
    session.terminate()
    do throws(NetworkError) { try flush(pipe, session) } catch { return }
  }
}
