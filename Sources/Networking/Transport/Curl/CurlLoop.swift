import Basics
import CCurl
import Synchronization

/// Owns the multi handle: takes commands, drives libcurl, reports results of transfers, and sleeps until the next
/// event. Runs on its own thread, except while a caller drives it to wait for its own response.
// Unchecked: no two threads use it at the same time. The mailbox grants the turns and is the only way in.
final class CurlLoop: @unchecked Sendable {
  private let library: CurlLibrary
  let mailbox: CurlMailbox
  private let multi: UnsafeMutableRawPointer
  let sockets: CurlSockets
  private var queue: TransferQueue<CurlJob>
  private(set) var live = LiveTransfers()
  private let handles: HandlePool
  private var memory = ConnectionMemory()
  private let identities: ClientIdentities
  private var authorities = SystemAuthorities()
  /// Transfers with an idle or total limit.
  var limited: [UInt64] = []
  /// TLS transfers that may not have sent anything yet.
  var handshakes: [UInt64] = []
  /// Transfers whose content is streamed.
  private var streams: [UInt64] = []
  /// Transfers that leave HTTP.
  var upgrades: [UInt64] = []
  /// The transfers that held content back when the thread went to sleep, and the amount.
  private var holding: [(CurlTransfer, Int)] = []
  private var staleAddresses = StaleAddresses()
  /// Unreported results; they are reported before the thread sleeps. Reporting several at once wakes their tasks less
  /// often.
  private var outbox: [(CurlJob, TransportResult)] = []
  private var turnsHeld = 0
  private static let batch = 8
  private(set) var isStopping = false
  /// The time a caller waits for its own response, and the maximum duration of the previous response for that.
  static let attention = Duration.milliseconds(1)

  init?(
    library: CurlLibrary, mailbox: CurlMailbox, handles: HandlePool, identities: ClientIdentities,
    limits: CurlTransport.Limits
  ) {
    guard let multi = library.multiInit() else { return nil }
    self.library = library
    self.mailbox = mailbox
    self.multi = multi
    sockets = CurlSockets(library: library, multi: multi, bell: mailbox.bell.readEnd, loopWatch: mailbox.watch)
    self.handles = handles
    self.identities = identities
    queue = TransferQueue(limit: limits.transfers, limitPerHost: limits.transfersPerHost)
    ccurl_multi_set_long(library.multiSetOption, multi, CURLMOPT_MAXCONNECTS, max(64, limits.transfers))
  }

  var isIdle: Bool { live.isEmpty && queue.isEmpty }

  func turn() {
    for command in mailbox.take() { obey(command) }
    admit()
    work()
  }

  /// Sleeps until a socket is ready, a limit is reached, or a command arrives; `longest` is in milliseconds.
  func sleep(atMost longest: Int32) {
    if !outbox.isEmpty {
      switch sockets.wait(atMost: 0) {
      case .nothing: deliver()
      case .socket: return
      case .bell: return mailbox.bell.quiet()
      }
    }
    holding = streams.compactMap { live[$0] }.filter { $0.heldCount > 0 }.map { ($0, $0.heldCount) }
    let rest = min(longest, holding.isEmpty ? untilNextLimit : 1)
    if sockets.wait(atMost: mailbox.rest() ? rest : 0) == .bell { mailbox.bell.quiet() }
  }

  /// Delivers content held back before the sleep if nothing was added since.
  private func releaseHeld() {
    for (transfer, count) in holding where transfer.heldCount == count { transfer.release() }
    holding = []
  }

  private func work() {
    repeat {
      let isEngrossing = isShakingHands
      if isEngrossing { mailbox.isBlockedInHandshake.store(true, ordering: .releasing) }
      sockets.act()
      if isEngrossing { mailbox.isBlockedInHandshake.store(false, ordering: .releasing) }
    } while collect()
    endUpgrades()
    deliverIfNeeded()
    releaseHeld()
    expire()
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

  func obey(_ command: CurlMailbox.Command) {
    switch command {
    case .start(let job):
      let request = job.request.request
      let host = queue.countsHosts ? URLParts(request.url).hostAndPort : ""
      queue.add(.init(id: job.id, priority: request.options.priority ?? 0, host: host, element: job))
    case .cancel(let id): cancel(id)
    case .resume(let id):
      guard let transfer = live[id] else { return }
      transfer.touch()
      transfer.isPaused = false
      // Unpauses both directions: one that is not ready pauses again by itself.
      _ = library.easyPause(transfer.handle.raw, 0)
    case .stop: isStopping = true
    }
  }

  private func cancel(_ id: UInt64) {
    mailbox.watch.disarm(id)
    if let transfer = live[id] {
      transfer.end(.failed(NetworkError.cancelled))
      finish(transfer, CURLE_ABORTED_BY_CALLBACK)
    } else if let job = queue.remove(id) {
      fail(job, NetworkError.cancelled)
    }
  }

  @discardableResult
  private func admit() -> Bool {
    var any = false
    while let entry = queue.next() {
      any = true
      begin(entry.element, host: entry.host)
    }
    return any
  }

  private func begin(_ job: CurlJob, host: String) {
    guard let ready = job.ready ?? self.ready(job) else {
      queue.release(host: host)
      return fail(job, NetworkError(.other, "libcurl has no memory for another transfer"))
    }
    let mailbox = mailbox
    let transfer = CurlTransfer(job, host: host, ready: ready) { mailbox.post(.resume(job.id)) }
    live.add(transfer)
    mailbox.live.store(live.count, ordering: .relaxed)
    transfer.prepare(clearing: staleAddresses.take())
    let options = job.request.request.options
    if job.isSecure {
      handshakes.append(job.id)
      if options.tls?.caFile(for: job.request.request.url) == nil { authorities.set(on: transfer.handle) }
    }
    if let limit = transfer.watchLimit {
      limited.append(job.id)
      mailbox.watch.arm(job.id, limit)
    }
    if case .stream = job.request.delivery { streams.append(job.id) }
    if transfer.isUpgrade { addUpgrade(job.id) }
    guard transfer.stop == nil, library.multiAdd(multi, transfer.handle.raw) == CURLM_OK else {
      return finish(transfer, CURLE_FAILED_INIT)
    }
  }

  private func ready(_ job: CurlJob) -> ReadyHandle? {
    handles.take().map { ReadyHandle($0, of: handles, for: job.request, isSecure: job.isSecure, identities) }
  }

  func finish(_ transfer: CurlTransfer, _ code: CURLcode) {
    transfer.release()
    // The watch may have ended it, or a server that closed the connection at the time limit.
    if code != CURLE_OK || transfer.endsWithConnection, let reason = transfer.overdue { transfer.end(.failed(reason)) }
    let result = transfer.result(code, memory: &memory)
    if !streams.isEmpty { streams.removeAll { $0 == transfer.job.id } }
    if !upgrades.isEmpty { removeUpgrade(transfer.job.id) }
    live.remove(transfer)
    mailbox.live.store(live.count, ordering: .relaxed)
    if !limited.isEmpty {
      limited.removeAll { $0 == transfer.job.id }
      mailbox.watch.disarm(transfer.job.id)
    }
    queue.release(host: transfer.host)
    let isWhole = code == CURLE_OK && transfer.stop == nil
    // With several transfers, switching the driver back and forth would cost more than it saves.
    let wasAlone = live.isEmpty && queue.isEmpty && mailbox.isEmpty
    let wasQuick = isWhole && wasAlone && ContinuousClock.now - transfer.started < Self.attention
    mailbox.answered(quickly: wasQuick, overTLS: transfer.job.isSecure)
    // The caller need not wait for the clean-up, unless a connection must be closed.
    if isWhole, wasAlone { transfer.job.events(.finished(result)) }
    _ = library.multiRemove(multi, transfer.handle.raw)
    transfer.dispose()
    if let entries = transfer.request.options.resolve { staleAddresses.add(entries) }
    if !isWhole { transfer.job.events(.finished(result)) }
    if isWhole, !wasAlone { outbox.append((transfer.job, result)) }
  }

  /// Reports results immediately, or in batches while transfers wait to be sent, because those go first.
  private func deliverIfNeeded() {
    guard !outbox.isEmpty else { return }
    turnsHeld += 1
    if queue.isEmpty || outbox.count >= Self.batch || turnsHeld >= Self.batch { deliver() }
  }

  private func deliver() {
    turnsHeld = 0
    for (job, result) in outbox { job.events(.finished(result)) }
    outbox.removeAll(keepingCapacity: true)
  }

  /// Reports a transfer that never started.
  private func fail(_ job: CurlJob, _ error: NetworkError) {
    job.events(.finished(CurlTransport.failed(job.request.request, error, after: ContinuousClock.now - job.asked)))
  }

  /// Ends everything. The loop must not be used afterwards.
  func shutDown() {
    deliver()
    mailbox.watch.disarmAll()
    let left = mailbox.close()
    for transfer in live.values {
      transfer.end(.failed(NetworkError(.cancelled, "The client was closed")))
      finish(transfer, CURLE_ABORTED_BY_CALLBACK)
    }
    let waiting = queue.removeAll()
    for job in waiting { fail(job, NetworkError(.cancelled, "The client was closed")) }
    for case .start(let job) in left { fail(job, NetworkError(.cancelled, "The client was closed")) }
    _ = library.multiCleanup(multi)
  }
}

/// Decides who drives the loop: its own thread, or briefly a caller that waits for its own response.
///
/// ```
///            takeWheel               giveBack, idle
///   nobody ────────────► caller ───────────────────────► nobody
///     │                    │ giveBack, something is left
///     │ post(start, stop)  ▼
///     └─────────────────► owner ── leaveWheel, idle and no command ──► nobody
/// ```
/// Every arrow is one step under the mailbox's lock. A step that leads to the owner wakes the owner's thread, and
/// starts it the first time. A driver checks for commands under that lock before it sleeps (`rest`), and a later
/// command rings the bell that ends the sleep. So no command waits for a driver that is asleep or gone.
extension CurlLoop {
  /// Drives on the loop's own thread, for the lifetime of the transport.
  func run() {
    mailbox.waitForWheel()
    turn()
    while !isStopping {
      if isIdle {
        mailbox.leaveWheel()
        mailbox.waitForWheel()
      } else {
        sleep(atMost: .max)
      }
      turn()
    }
    shutDown()
  }

  /// Drives briefly on the thread of the current driver, a caller that waits for this transfer: a fast response then
  /// needs no other thread.
  /// - Returns: true if work is left, for which the owner must be woken.
  func attend(_ job: CurlJob) -> Bool {
    let end = ContinuousClock.now + Self.attention
    obey(.start(job))
    turn()
    while live[job.id] != nil, !isStopping, ContinuousClock.now < end {
      sleep(atMost: 1)
      turn()
    }
    return mailbox.giveBack(isIdle: isIdle && !isStopping)
  }

  /// Replaces the owner if no thread can be created for it: drives on a caller's thread until no work is left.
  func standIn() {
    repeat {
      turn()
      while !isIdle, !isStopping {
        sleep(atMost: .max)
        turn()
      }
    } while !isStopping && !mailbox.leaveWheel()
    if isStopping { shutDown() }
  }
}

/// Detects phases in which libcurl may block for long.
extension CurlLoop {
  /// True if a TLS handshake may be in progress, which loads certificates and computes keys.
  var isShakingHands: Bool {
    guard !handshakes.isEmpty else { return false }
    handshakes = handshakes.filter { live[$0]?.machine.requestHead.isEmpty == true }
    return !handshakes.isEmpty
  }
}

/// The time limits that libcurl does not support: idle and total.
extension CurlLoop {
  var untilNextLimit: Int32 {
    guard !limited.isEmpty else { return .max }
    let now = ContinuousClock.now
    let next = limited.compactMap { live[$0]?.nextLimit }.min()
    guard let next else { return .max }
    return Int32(clamping: max(0, (next - now).clampedMilliseconds))
  }

  func expire() {
    guard !limited.isEmpty else { return }
    let now = ContinuousClock.now
    for id in limited {
      guard let transfer = live[id], let error = transfer.expired(at: now) else { continue }
      transfer.end(.failed(error))
      finish(transfer, CURLE_OPERATION_TIMEDOUT)
    }
  }
}

/// Ends transfers that have left HTTP, because libcurl does not always notice the server's end.
extension CurlLoop {
  func addUpgrade(_ id: UInt64) {
    upgrades.append(id)
    sockets.notesSilence = true
  }

  func removeUpgrade(_ id: UInt64) {
    upgrades.removeAll { $0 == id }
    sockets.notesSilence = !upgrades.isEmpty
  }

  func endUpgrades() {
    guard !upgrades.isEmpty else { return }
    let silenced = sockets.takeSilenced()
    guard !silenced.isEmpty else { return }
    for id in upgrades {
      guard let transfer = live[id], transfer.isOver(silenced: silenced) else { continue }
      finish(transfer, CURLE_OK)
    }
  }
}
