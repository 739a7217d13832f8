import Basics
import Synchronization

/// The loop that owns curl, with the thread that it gets when a transfer takes longer than a caller attends to it.
final class CurlEngine: Sendable {
  let mailbox: CurlMailbox
  let handles: HandlePool
  private let requests: RequestMemory
  private let loop: CurlLoop
  private let hasThread = Atomic(false)

  init(_ limits: CurlTransport.Limits) throws(NetworkError) {
    let library: CurlLibrary
    switch CurlLibrary.loaded {
    case .library(let loaded): library = loaded
    case .nothing(let error): throw error
    }
    guard let mailbox = CurlMailbox() else { throw NetworkError(.other, "No descriptors are left for the transport") }
    requests = RequestMemory(library: library)
    handles = HandlePool(library: library, limit: 2 * max(1, limits.transfers))
    guard
      let loop = CurlLoop(library: library, mailbox: mailbox, handles: handles, requests: requests, limits: limits)
    else {
      throw NetworkError(.other, "libcurl has no memory")
    }
    self.mailbox = mailbox
    self.loop = loop
  }

  /// The request with a handle of its own; `nil` for the loop to do that later, where many wait already.
  func ready(_ request: TransportRequest) -> ReadyHandle? {
    handles.takeAhead().map { handle in
      ReadyHandle(handle, of: handles, for: request, isSecure: request.request.isSecure, requests)
    }
  }

  /// On the loop's own thread.
  func start(_ job: CurlJob) {
    if mailbox.post(.start(job)) { wakeOwner() }
  }

  /// On this thread, for the moment in which most answers come. The caller must have taken the wheel.
  func attend(_ job: CurlJob) {
    if loop.attend(job) { wakeOwner() }
  }

  /// Whatever still runs is cancelled. The last that is asked.
  func stop() {
    // Who drives sees it.
    guard mailbox.post(.stop) else { return }
    if hasThread.load(ordering: .acquiring) { mailbox.wakeOwner() } else { loop.shutDown() }
  }

  /// The wheel is the owner's: of all callers only the one that gave it away comes here.
  private func wakeOwner() {
    guard !hasThread.exchange(true, ordering: .acquiringAndReleasing) else { return mailbox.wakeOwner() }
    let loop = loop
    if ThreadStart({ loop.run() }).launch() { return }
    hasThread.store(false, ordering: .releasing)
    loop.standIn()
  }
}
