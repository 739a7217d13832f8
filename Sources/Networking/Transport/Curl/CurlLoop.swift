import Basics
import CCurl
import HTTPModel
import Locks

/// Owns the multi handle: takes commands, drives libcurl, reports results of transfers, and sleeps until the next
/// event. Runs on its own thread, except while a caller drives it to wait for its own answer.
// Unchecked: only one thread at a time uses it. The mailbox grants the turns and is the only way in.
final class CurlLoop: @unchecked Sendable {
  private let library: CurlLibrary
  private let mailbox: Mailbox<LoopCommand>
  private let state: CurlLoopState
  private var multi: UnsafeMutableRawPointer
  private var sockets: CurlSockets
  private var queue: TransferQueue<CurlJob>
  /// The running transfers. They are few, so a linear search is faster than a dictionary.
  private var live: [CurlTransfer] = []
  private let handles: HandlePool
  private var memory = ConnectionMemory()
  private let identities: ClientIdentities
  private var authorities = SystemAuthorities()
  /// The transfers that held content back when the thread went to sleep, and the amount.
  private var holding: [(CurlTransfer, Int)] = []
  private var staleAddresses = StaleAddresses()
  /// The end of the last transfer; `nil` if there are no idle connections.
  private var idleSince: ContinuousClock.Instant?
  private var isStopping = false
  private var isClosed = false
  /// How long a caller waits for its answer, and how fast the last one must have been for that.
  private static let attention = Duration.milliseconds(1)

  init?(
    library: CurlLibrary, mailbox: Mailbox<LoopCommand>, state: CurlLoopState, handles: HandlePool,
    identities: ClientIdentities, limits: CurlTransport.Limits
  ) {
    guard let multi = library.multiInit() else { return nil }
    self.library = library
    self.mailbox = mailbox
    self.state = state
    self.multi = multi
    sockets = CurlSockets(library: library, multi: multi, bell: mailbox.bell.readEnd, loopWatch: state.watch)
    self.handles = handles
    self.identities = identities
    queue = TransferQueue(limit: limits.transfers, limitPerHost: limits.transfersPerHost)
    setPoolSize()
  }

  deinit { if !isClosed { _ = library.multiCleanup(multi) } }

  /// Runs until the transport is released or shut down.
  func run() {
    while !isStopping {
      if isIdle { mailbox.waitForWheel(atMost: untilNextLimit) } else { sleep() }
      turn()
    }
    shutDown()
    isClosed = true
    _ = library.multiCleanup(multi)
    state.hasEnded.change { $0 = true }
  }

  /// Drives the loop on the thread of a caller that waits for this transfer: a fast answer then needs no other thread.
  /// The caller must have taken the wheel.
  func attend(_ job: CurlJob) {
    let end = ContinuousClock.now + Self.attention
    obey(.start(job))
    turn()
    while transfer(job.id) != nil, !isStopping, ContinuousClock.now < end {
      sleep(atMost: 1)
      turn()
    }
    mailbox.giveBack(isIdle: isIdle && !isStopping, needsTimer: idleSince != nil)
  }

  private var isIdle: Bool { live.isEmpty && queue.isEmpty }

  private func turn() {
    for command in mailbox.take() { obey(command) }
    admit()
    work()
  }

  /// Zero would mean no limit to libcurl; without a pool, each transfer closes its connection itself.
  private func setPoolSize() {
    let size = max(1, handles.connections.size ?? max(64, queue.limit))
    ccurl_multi_set_long(library.multiSetOption, multi, CURLMOPT_MAXCONNECTS, size)
  }

  /// Sleeps until a socket is ready, a limit is reached, or a command arrives.
  private func sleep(atMost longest: Int32 = .max) {
    holding = live.filter { !$0.held.isEmpty }.map { ($0, $0.held.count) }
    let rest = min(longest, holding.isEmpty ? untilNextLimit : 1)
    if sockets.wait(atMost: mailbox.rest() ? rest : 0) { mailbox.bell.quiet() }
  }

  /// Delivers content held back before the sleep if nothing was added since.
  private func releaseHeld() {
    for (transfer, count) in holding where transfer.held.count == count { transfer.release() }
    holding = []
  }

  private func work() {
    repeat {
      let mayBlock = isShakingHands
      if mayBlock { state.isBlockedInHandshake.store(true, ordering: .releasing) }
      sockets.act()
      if mayBlock { state.isBlockedInHandshake.store(false, ordering: .releasing) }
    } while collect()
    endUpgrades()
    endPreviews()
    releaseHeld()
    expire()
    if live.isEmpty { closeIdle() }
  }

  /// Closes the connections once nothing has run for their time. libcurl looks for old ones only when it connects, and
  /// closes all of them with its handle.
  private func closeIdle() {
    guard let idleSince, idleSince + handles.connections.idleTime <= .now else { return }
    self.idleSince = nil
    // Without memory for another handle, the connections stay.
    guard let fresh = library.multiInit() else { return }
    let old = (multi: multi, sockets: sockets)
    multi = fresh
    sockets = CurlSockets(library: library, multi: fresh, bell: mailbox.bell.readEnd, loopWatch: state.watch)
    setPoolSize()
    _ = library.multiCleanup(old.multi)
    // libcurl reports to it until here.
    withExtendedLifetime(old.sockets) {}
  }

  /// Finishes the transfers that libcurl has completed. Returns true if others could start in their place.
  private func collect() -> Bool {
    var left: Int32 = 0
    var ended: [(CurlTransfer, CURLcode)] = []
    while let message = library.multiRead(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle,
        let transfer = transfer(behind: easy)
      else { continue }
      ended.append((transfer, message.pointee.data.result))
    }
    for (transfer, code) in ended { finish(transfer, code) }
    guard !ended.isEmpty else { return false }
    for command in mailbox.take() { obey(command) }
    return admit()
  }

  private func transfer(behind easy: UnsafeMutableRawPointer) -> CurlTransfer? {
    var pointer: UnsafePointer<CChar>?
    guard ccurl_get_str(library.easyGetInfo, easy, CURLINFO_PRIVATE, &pointer) == CURLE_OK else { return nil }
    return CurlCallbacks.transfer(UnsafeMutableRawPointer(mutating: pointer))
  }

  private func obey(_ command: LoopCommand) {
    switch command {
    case .start(let job):
      state.traffic.queued(job.host)
      queue.add(
        .init(
          id: job.id, priority: job.request.request.options.priority ?? 0, host: job.host, deadline: job.deadline,
          element: job))
    case .cancel(let id): cancel(id)
    case .resume(let id):
      guard let transfer = transfer(id) else { return }
      transfer.touch()
      transfer.isPaused = false
      // Unpauses both directions: one that is not ready pauses again by itself.
      _ = library.easyPause(transfer.handle.raw, 0)
    case .stop: isStopping = true
    }
  }

  private func transfer(_ id: UInt64) -> CurlTransfer? { live.first { $0.job.id == id } }

  private func cancel(_ id: UInt64) {
    state.watch.disarm(id)
    if let transfer = transfer(id) {
      transfer.end(.failed(NetworkError.cancelled))
      finish(transfer, CURLE_ABORTED_BY_CALLBACK)
    } else if let job = queue.remove(id) {
      fail(job, NetworkError.cancelled)
    }
  }

  @discardableResult
  private func admit() -> Bool {
    if queue.nextDeadline != nil {
      for entry in queue.removeExpired(at: .now) { fail(entry.element, expired(entry.element)) }
    }
    var any = false
    while let entry = queue.next() {
      any = true
      begin(entry.element)
    }
    return any
  }

  /// The error of a transfer whose time was over before it could start.
  private func expired(_ job: CurlJob) -> NetworkError {
    let request = job.request.request
    var reason: String?
    if queue.isFull(job.host) {
      reason = "all slots for this host are in use (\(queue.limitPerHost))"
    } else if queue.isFull {
      reason = "all slots are in use (\(queue.limit))"
    }
    let limit = Quantity.limit(request.options.totalTimeout ?? .zero)
    return NetworkError(
      .totalTimeout, "The request to \(URLParts(request.url).hostAndPort) waited in the queue for longer than \(limit)",
      detail: reason)
  }

  private func begin(_ job: CurlJob) {
    guard let ready = job.ready ?? self.ready(job) else {
      queue.release(host: job.host)
      return fail(job, NetworkError(.other, "libcurl has no memory for another transfer"))
    }
    let mailbox = mailbox
    let transfer = CurlTransfer(job, ready: ready, cutsBefore: state.watch.cutCount) {
      mailbox.post(.resume(job.id))
    }
    live.append(transfer)
    state.live.store(live.count, ordering: .relaxed)
    if transfer.isUpgrade { sockets.notesSilence = true }
    transfer.prepare(clearing: staleAddresses.take())
    state.traffic.began(job.host, after: transfer.started - job.asked)
    let request = job.request.request
    if job.isSecure, request.options.tls?.caFile(for: request.url) == nil { authorities.set(on: transfer.handle) }
    if let limit = transfer.silenceLimit { state.watch.arm(job.id, .silence(limit)) }
    guard transfer.stop == nil, library.multiAdd(multi, transfer.handle.raw) == CURLM_OK else {
      return finish(transfer, CURLE_FAILED_INIT)
    }
  }

  private func ready(_ job: CurlJob) -> ReadyHandle? {
    handles.take().map { ReadyHandle($0, of: handles, for: job.request, isSecure: job.isSecure, identities) }
  }

  private func finish(_ transfer: CurlTransfer, _ code: CURLcode) {
    transfer.release()
    // The watch may have ended it, or a server that closed the connection at the time limit.
    if code != CURLE_OK || transfer.endsWithConnection, let reason = transfer.overdue { transfer.end(.failed(reason)) }
    if transfer.endsWithConnection, transfer.cutsBefore != state.watch.cutCount {
      transfer.end(.failed(transfer.cutOff))
    }
    let result = transfer.result(code, memory: &memory)
    if let index = live.firstIndex(where: { $0 === transfer }) { live.remove(at: index) }
    state.live.store(live.count, ordering: .relaxed)
    if transfer.isUpgrade { sockets.notesSilence = live.contains(where: \.isUpgrade) }
    if live.isEmpty {
      let now = ContinuousClock.now
      idleSince = handles.connections.isEmpty ? nil : now
      state.isQuick.store(code == CURLE_OK && now - transfer.started < Self.attention, ordering: .relaxed)
    }
    if transfer.isWatched { state.watch.disarm(transfer.job.id) }
    queue.release(host: transfer.job.host)
    state.traffic.ended(transfer.job.host, result)
    _ = library.multiRemove(multi, transfer.handle.raw)
    transfer.dispose()
    if let entries = transfer.request.options.resolve { staleAddresses.add(entries) }
    transfer.job.events(.finished(result))
  }

  /// Reports a transfer that never started.
  private func fail(_ job: CurlJob, _ error: NetworkError) {
    let wait = ContinuousClock.now - job.asked
    if job.deadline != nil { state.watch.disarm(job.id) }
    state.traffic.gaveUp(job.host, after: wait)
    job.events(.finished(CurlTransport.failed(job.request.request, error, after: wait, inQueue: true)))
  }

  /// Fails everything that is left.
  private func shutDown() {
    mailbox.close()
    for command in mailbox.take() { obey(command) }
    state.watch.disarmAll()
    for transfer in live {
      transfer.end(.failed(.shutDown))
      finish(transfer, CURLE_ABORTED_BY_CALLBACK)
    }
    for job in queue.removeAll() { fail(job, .shutDown) }
  }

  /// True if a TLS handshake may be in progress, which loads certificates and computes keys: libcurl may block for long.
  private var isShakingHands: Bool { live.contains { $0.job.isSecure && $0.machine.requestHead.isEmpty } }

  /// The milliseconds until the next limit that libcurl does not support.
  private var untilNextLimit: Int32 {
    let idleLimit = live.isEmpty ? idleSince.map { $0 + handles.connections.idleTime } : nil
    let limits = [live.compactMap(\.nextLimit).min(), queue.nextDeadline, idleLimit]
    guard let next = limits.compactMap(\.self).min() else { return .max }
    return Int32(clamping: max(0, (next - .now).clampedMilliseconds))
  }

  private func expire() {
    let now = ContinuousClock.now
    for transfer in live {
      guard let error = transfer.expired(at: now) else { continue }
      transfer.end(.failed(error))
      finish(transfer, CURLE_OPERATION_TIMEDOUT)
    }
  }

  /// Ends transfers that have left HTTP, because libcurl does not always notice the server's end.
  private func endUpgrades() {
    let silenced = sockets.takeSilenced()
    guard !silenced.isEmpty else { return }
    for transfer in live where transfer.isUpgrade && transfer.isOver(silenced: silenced) { finish(transfer, CURLE_OK) }
  }

  /// Ends previews whose request is complete, because nothing answers them.
  private func endPreviews() {
    for transfer in live where transfer.job.request.previewPeer?.collect() == true {
      transfer.end(.complete)
      finish(transfer, CURLE_OK)
    }
  }
}
