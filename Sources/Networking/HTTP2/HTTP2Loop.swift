import Basics
import CCurl

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// One HTTP/2 connection on its own thread.
///
/// ```
/// connecting ─► open ─GOAWAY, silence, nothing to do─► draining ─no stream left─► over
/// ```
// Used by its thread alone; the mailbox is the way in.
final class HTTP2Loop {
  /// How long a connection without streams is kept.
  private static let rest = Duration.seconds(30)
  private static let piece = 64 << 10
  /// How much may wait for a connection that takes nothing. libnghttp2 bounds its own answers to pings and settings.
  private static let mostUnsent = 256 << 10
  /// How much may come for streams that are gone.
  private static let mostUnwanted = 8 << 20

  let mailbox: HTTP2Mailbox
  let request: Request
  let began = ContinuousClock.now
  var pipe: CurlPipe?
  var session: HTTP2Session?
  var jobs: [UInt64: HTTP2Job] = [:]
  var streams: [UInt64: HTTP2Stream] = [:]
  /// What goes out next, of which `sentCount` bytes are gone.
  private var unsent: [UInt8] = []
  private var sentCount = 0
  var isStopping = false
  /// Whether transfers that come now are for another connection.
  var isEnding = false
  /// Streams of which nothing has left yet.
  private var fresh: [HTTP2Stream] = []
  var idleSince = ContinuousClock.now
  var connected: Timing?

  /// - Parameter request: the first that the connection is for.
  init(_ request: Request, mailbox: HTTP2Mailbox) {
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
    let library: CurlLibrary
    switch CurlLibrary.loaded {
    case .library(let loaded): library = loaded
    case .nothing(let error): throw error
    }
    let functions: NGHTTP2Library
    switch NGHTTP2Library.loaded {
    case .library(let loaded): functions = loaded
    case .nothing(let error): throw error
    }
    let pipe = try CurlPipe(request, library: library, bell: mailbox.bell.readEnd)
    self.pipe = pipe
    while try !pipe.connect() {
      obey()
      expire()
      guard !isStopping, !jobs.isEmpty else { throw .cancelled }
      pipe.waitWhileConnecting(atMost: mailbox.rest() ? untilNextLimit(10_000) : 0)
      mailbox.bell.quiet()
    }
    var timing = Timing()
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
      // The library ends a session by itself only where the server broke the rules.
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

  /// Sleeps until there is something to do.
  /// - Returns: whether there may be bytes to read.
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
    // TLS may hold bytes that the socket no longer shows.
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
      // A server that sends without end must not keep others from being heard.
      if !mailbox.isEmpty { obey() }
      expire()
      collect(session)
      guard session.isUsable else { return }
      guard streams.isEmpty else { continue }
      // Whoever sends on and on to nobody is not listened to.
      unwanted += Self.piece
      guard unwanted <= Self.mostUnwanted else { throw .cancelled }
      return
    }
  }

  private var hasReceived = false
  private var unwanted = 0

  /// Whether these are the first bytes, and of HTTP/1.
  private func connectedFirst(_ bytes: UnsafeRawBufferPointer) -> Bool {
    defer { hasReceived = true }
    return !hasReceived && bytes.starts(with: "HTTP/1.".utf8)
  }

  private func otherProtocol(_ bytes: UnsafeRawBufferPointer) -> NetworkError {
    let line = HeadParser.text(of: bytes.prefix(100).prefix { $0 != 0x0D && $0 != 0x0A })
    return NetworkError(.malformed, "\(address) speaks no HTTP/2", detail: "it answered \(line.visible)")
  }

  func flush(_ pipe: CurlPipe, _ session: HTTP2Session) throws(NetworkError) {
    while true {
      if sentCount == unsent.count {
        unsent.removeAll(keepingCapacity: unsent.capacity <= Self.mostUnsent * 2)
        sentCount = 0
      }
      try session.send(into: &unsent, limit: Self.mostUnsent)
      guard sentCount < unsent.count else { return }
      let taken: Result<Int, NetworkError> = unsent.withUnsafeBytes { bytes in
        Result { () throws(NetworkError) in try pipe.send(UnsafeRawBufferPointer(rebasing: bytes[sentCount...])) }
      }
      let count = try taken.get()
      guard count > 0 else { return }
      sentCount += count
      for stream in fresh { stream.mayBeOnWire = true }
      fresh = []
    }
  }
}
