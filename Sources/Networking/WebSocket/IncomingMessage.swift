import Basics

/// One message while its frames arrive: inflated, checked and stored piece by piece.
final class IncomingMessage {
  /// How large a message may be, and where it is kept.
  struct Limits: Hashable, Sendable {
    /// In bytes, inflated.
    var size: Int
    /// Larger messages move to a temporary file.
    var spillThreshold = ByteStore.defaultSpillThreshold
  }

  var isText = false
  /// `nil` if the message is not compressed.
  var inflater: MessageInflater?
  private let limits: Limits
  private var check = UTF8Check()
  /// Up to `arrayLimit` bytes; a larger message is in `store`. Every store takes address space for all that it may hold,
  /// so only large messages are given one before their size is known.
  private var bytes: [UInt8] = []
  private var store: ByteStore?
  private var count = 0
  private static let arrayLimit = 16 << 20
  /// All empty messages share it.
  // A finished store never changes.
  private static let empty = ByteStore([])

  init(_ limits: Limits) { self.limits = limits }

  /// A frame of that length follows. One that cannot fit is refused before it has arrived.
  func announce(_ length: Int) throws(WebSocketFault) {
    guard inflater != nil || length <= limits.size - count else { throw tooLarge }
  }

  /// Takes a piece of a frame's payload.
  func append(_ piece: UnsafeRawBufferPointer) throws(WebSocketFault) {
    guard !piece.isEmpty else { return }
    guard let inflater else { return try keep(piece) }
    try inflater.inflate(piece) { piece throws(WebSocketFault) in try self.keep(piece) }
  }

  /// The whole message.
  func finished() throws(WebSocketFault) -> ByteStore {
    try inflater?.finish { piece throws(WebSocketFault) in try self.keep(piece) }
    guard !isText || check.isWhole else { throw .invalidText }
    guard let store else { return bytes.isEmpty ? Self.empty : ByteStore(bytes) }
    store.finish()
    return store
  }

  private func keep(_ piece: UnsafeRawBufferPointer) throws(WebSocketFault) {
    count += piece.count
    guard count <= limits.size else { throw tooLarge }
    guard !isText || check.take(piece) else { throw .invalidText }
    if store == nil, bytes.count + piece.count <= Self.arrayLimit {
      bytes += piece
      return
    }
    do throws(ByteStoreError) {
      let store = store ?? ByteStore(spillThreshold: limits.spillThreshold, capacity: limits.size)
      if self.store == nil {
        self.store = store
        try store.append(bytes)
        bytes = []
      }
      try store.append(piece)
    } catch {
      throw .storage(error.description)
    }
  }

  private var tooLarge: WebSocketFault { .tooLarge("\(ByteCount(limits.size))") }
}
