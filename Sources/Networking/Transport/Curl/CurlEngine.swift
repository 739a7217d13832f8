import Basics
import Synchronization

/// The loop that owns libcurl, and its thread, which takes over when a transfer outlasts the caller's turn.
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
    handles = HandlePool(library: library, transfers: limits.transfers)
    guard
      let loop = CurlLoop(library: library, mailbox: mailbox, handles: handles, requests: requests, limits: limits)
    else {
      throw NetworkError(.other, "libcurl has no memory")
    }
    self.mailbox = mailbox
    self.loop = loop
  }

  /// The request with a handle of its own; `nil` to let the loop do that later, if many are waiting.
  func ready(_ request: TransportRequest) -> ReadyHandle? {
    handles.takeAhead().map { handle in
      ReadyHandle(handle, of: handles, for: request, isSecure: request.request.isSecure, requests)
    }
  }

  /// Starts the job on the loop's own thread.
  func start(_ job: CurlJob) {
    if mailbox.post(.start(job)) { wakeOwner() }
  }

  /// Runs the job on this thread for a moment, in which most responses arrive. The caller must hold the wheel.
  func attend(_ job: CurlJob) {
    if loop.attend(job) { wakeOwner() }
  }

  /// Cancels everything still running. The final call.
  func stop() {
    // A current driver sees the command by itself.
    guard mailbox.post(.stop) else { return }
    if hasThread.load(ordering: .acquiring) { mailbox.wakeOwner() } else { loop.shutDown() }
  }

  /// Hands the wheel to the owner. Only the caller that gave it up calls this.
  private func wakeOwner() {
    guard !hasThread.exchange(true, ordering: .acquiringAndReleasing) else { return mailbox.wakeOwner() }
    let loop = loop
    if ThreadStart({ loop.run() }).launch() { return }
    hasThread.store(false, ordering: .releasing)
    loop.standIn()
  }
}
