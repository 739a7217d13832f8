import Dispatch
import Networking
import Synchronization

/// Standard input as a request body of unknown length, read while it is sent.
enum StandardInputStream {
  static func body() -> BodyStream {
    let isUsed = Atomic(false)
    return BodyStream {
      // Standard input cannot be read twice: a redirect or a retry would send an empty body.
      guard !isUsed.exchange(true, ordering: .relaxed) else {
        throw Failure(.transfer, "standard input was sent already and cannot be read again; put it into a file")
      }
      let reader = Reader()
      return { try await reader.next() }
    }
  }

  /// Reads on its own queue, because a terminal or a pipe may block for any length of time.
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
