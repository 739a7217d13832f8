import Synchronization

/// The easy handles of one transport. Those at rest are used again where the library allows it: making one costs more
/// than resetting one.
struct HandlePool {
  private let library: CurlLibrary
  private let mailbox: CurlMailbox
  private let limit: Int
  private var spare: [UnsafeMutableRawPointer] = []

  /// - Parameter limit: how many are kept.
  init(library: CurlLibrary, mailbox: CurlMailbox, limit: Int) {
    self.library = library
    self.mailbox = mailbox
    self.limit = library.version.reusesHandles ? limit : 0
  }

  /// `nil` when libcurl has no memory.
  mutating func take() -> UnsafeMutableRawPointer? {
    if let handle = spare.popLast() { return handle }
    guard let handle = library.easyInit() else { return nil }
    mailbox.handles.add(1, ordering: .relaxed)
    return handle
  }

  mutating func put(_ handle: UnsafeMutableRawPointer) {
    guard spare.count < limit else { return cleanUp(handle) }
    library.easyReset(handle)
    spare.append(handle)
  }

  mutating func removeAll() {
    for handle in spare { cleanUp(handle) }
    spare = []
  }

  private func cleanUp(_ handle: UnsafeMutableRawPointer) {
    library.easyCleanup(handle)
    mailbox.handles.subtract(1, ordering: .relaxed)
  }
}
