import Dispatch
import Networking
import Synchronization

/// Standard input as a body that is sent while it is read, of no known length.
enum StandardInputStream {
  static func body() -> BodyStream {
    let isUsed = Atomic(false)
    return BodyStream {
      // What has been read is gone: a redirect or a retry would send nothing in its place.
      guard !isUsed.exchange(true, ordering: .relaxed) else {
        throw Failure(.transfer, "standard input was sent already and cannot be read again; put it into a file")
      }
      let reader = Reader()
      return { try await reader.next() }
    }
  }

  /// Reads on a queue of its own: a terminal or a pipe may keep it waiting for as long as it likes.
  private final class Reader: Sendable {
    private let queue = DispatchQueue(label: "standard input")

    func next() async throws -> [UInt8]? {
      try await withCheckedThrowingContinuation { continuation in
        queue.async { continuation.resume(with: Result { try Self.piece() }) }
      }
    }

    private static func piece() throws(Failure) -> [UInt8]? {
      var file = try InputFile("-")
      let piece = try file.next()
      return piece.isEmpty ? nil : Array(piece)
    }
  }
}
