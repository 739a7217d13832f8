import Basics
import CCurl
import HTTPModel
import Synchronization

/// Owns the multi handle: takes commands, drives libcurl, reports results of transfers, and sleeps until the next
/// event. Runs on its own thread.
// Unchecked: only its thread uses it. The mailbox is the only way in.
final class CurlLoop: @unchecked Sendable {
  private let library: CurlLibrary
  private let mailbox: Mailbox<LoopCommand>
  private let state: CurlLoopState
  private let multi: UnsafeMutableRawPointer
  private let sockets: CurlSockets
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
  private var isStopping = false

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
    ccurl_multi_set_long(library.multiSetOption, multi, CURLMOPT_MAXCONNECTS, max(64, limits.transfers))
  }

  deinit { _ = library.multiCleanup(multi) }

  /// Runs until the transport is released.
  func run() {
    while !isStopping {
      sleep()
      for command in mailbox.take() { obey(command) }
      admit()
      work()
    }
    shutDown()
  }

  /// Sleeps until a socket is ready, a limit is reached, or a command arrives.
  private func sleep() {
    holding = live.filter { !$0.held.isEmpty }.map { ($0, $0.held.count) }
    let rest = holding.isEmpty ? untilNextLimit : 1
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
      let request = job.request.request
      let host = URLParts(request.url).hostAndPort
      queue.add(.init(id: job.id, priority: request.options.priority ?? 0, host: host, element: job))
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
    live.append(transfer)
    noteLive()
    transfer.prepare(clearing: staleAddresses.take())
    let request = job.request.request
    if job.isSecure, request.options.tls?.caFile(for: request.url) == nil { authorities.set(on: transfer.handle) }
    if let limit = transfer.watchLimit { state.watch.arm(job.id, limit) }
    guard transfer.stop == nil, library.multiAdd(multi, transfer.handle.raw) == CURLM_OK else {
      return finish(transfer, CURLE_FAILED_INIT)
    }
  }

  private func ready(_ job: CurlJob) -> ReadyHandle? {
    handles.take().map { ReadyHandle($0, of: handles, for: job.request, isSecure: job.isSecure, identities) }
  }

  private func noteLive() {
    state.live.store(live.count, ordering: .relaxed)
    sockets.notesSilence = live.contains { $0.isUpgrade }
  }

  private func finish(_ transfer: CurlTransfer, _ code: CURLcode) {
    transfer.release()
    // The watch may have ended it, or a server that closed the connection at the time limit.
    if code != CURLE_OK || transfer.endsWithConnection, let reason = transfer.overdue { transfer.end(.failed(reason)) }
    let result = transfer.result(code, memory: &memory)
    live.removeAll { $0 === transfer }
    noteLive()
    if transfer.watchLimit != nil { state.watch.disarm(transfer.job.id) }
    queue.release(host: transfer.host)
    _ = library.multiRemove(multi, transfer.handle.raw)
    transfer.dispose()
    if let entries = transfer.request.options.resolve { staleAddresses.add(entries) }
    transfer.job.events(.finished(result))
  }

  /// Reports a transfer that never started.
  private func fail(_ job: CurlJob, _ error: NetworkError) {
    job.events(.finished(CurlTransport.failed(job.request.request, error, after: ContinuousClock.now - job.asked)))
  }

  /// Cancels everything that is left.
  private func shutDown() {
    state.watch.disarmAll()
    let left = mailbox.take()
    for transfer in live {
      transfer.end(.failed(NetworkError(.cancelled, "The client was closed")))
      finish(transfer, CURLE_ABORTED_BY_CALLBACK)
    }
    let waiting = queue.removeAll()
    for job in waiting { fail(job, NetworkError(.cancelled, "The client was closed")) }
    for case .start(let job) in left { fail(job, NetworkError(.cancelled, "The client was closed")) }
  }

  /// True if a TLS handshake may be in progress, which loads certificates and computes keys: libcurl may block for long.
  private var isShakingHands: Bool { live.contains { $0.job.isSecure && $0.machine.requestHead.isEmpty } }

  /// The milliseconds until the next idle or total limit, which libcurl does not support.
  private var untilNextLimit: Int32 {
    guard let next = live.compactMap(\.nextLimit).min() else { return .max }
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
