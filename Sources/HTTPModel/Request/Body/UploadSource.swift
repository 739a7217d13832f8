import Basics
import Libc

/// The body of one request as a transport reads it: piece by piece, and again from the start to resend it.
package protocol UploadSource: AnyObject {
  func read(into buffer: UnsafeMutableRawBufferPointer) -> UploadRead
  /// Returns true if the next read can start at `offset`.
  func seek(to offset: Int) -> Bool
  /// Called when nothing more will be read.
  func close()
}

/// The result of a read.
package enum UploadRead: Equatable {
  case bytes(Int)
  case end
  /// Nothing yet; the transfer is resumed once more is available.
  case later
  case failed(NetworkError)
}

extension Request.Body {
  /// The content in sequence; `nil` for a stream.
  package var pieces: [Piece]? {
    switch self {
    case .none: []
    case .bytes(let bytes): [.bytes(bytes)]
    case .file(let path, let size): [.file(path: path, size: size)]
    case .sequence(let pieces): pieces
    case .stream: nil
    }
  }
}

extension Request {
  /// The body as a transport reads it.
  /// - Parameter wake: called when a stream that had nothing yet has more.
  package func uploadSource(wake: @escaping @Sendable () -> Void) -> any UploadSource {
    if case .stream(let stream) = body { return StreamSource(stream, wake: wake) }
    return PieceSource(body.pieces ?? [], SentFile.Opening(options))
  }

  /// Reads the whole body now, piece by piece.
  /// - Returns: `false` for a stream, which is read while it is sent.
  package func readBody(_ take: (UnsafeRawBufferPointer) -> Void) throws(NetworkError) -> Bool {
    guard let pieces = body.pieces else { return false }
    let source = PieceSource(pieces, SentFile.Opening(options))
    defer { source.close() }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      if Task.isCancelled { throw .cancelled }
      switch source.read(into: buffer) {
      case .bytes(let count): take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      case .failed(let error): throw error
      case .end, .later: return true
      }
    }
  }
}

/// Bytes and files in sequence, with a known total length.
package final class PieceSource: UploadSource {
  private let pieces: [Request.Body.Piece]
  private let opening: SentFile.Opening
  private var index = 0
  private var offset = 0
  private var file: UploadFile?

  package init(_ pieces: [Request.Body.Piece], _ opening: SentFile.Opening = .following) {
    self.pieces = pieces
    self.opening = opening
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer) -> UploadRead {
    while index < pieces.count {
      do throws(NetworkError) {
        let count = try read(pieces[index], into: buffer)
        if count > 0 {
          offset += count
          return .bytes(count)
        }
      } catch {
        return .failed(error)
      }
      index += 1
      offset = 0
      file = nil
    }
    return .end
  }

  package func seek(to target: Int) -> Bool {
    var rest = target
    file = nil
    for (position, piece) in pieces.enumerated() {
      guard rest >= piece.count else {
        (index, offset) = (position, rest)
        return true
      }
      rest -= piece.count
    }
    (index, offset) = (pieces.count, 0)
    return rest == 0
  }

  package func close() { file = nil }

  /// Copies the next bytes of a piece; 0 at its end.
  private func read(
    _ piece: Request.Body.Piece, into buffer: UnsafeMutableRawBufferPointer
  ) throws(NetworkError) -> Int {
    let wanted = min(buffer.count, piece.count - offset)
    guard wanted > 0 else { return 0 }
    switch piece {
    case .bytes(let bytes):
      bytes.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + wanted])) }
      return wanted
    case .file(let path, _):
      let open: UploadFile
      if let file { open = file } else { open = try UploadFile(path, opening) }
      file = open
      return try open.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]), at: offset)
    }
  }
}

extension Request.Body.Piece {
  package var count: Int {
    switch self {
    case .bytes(let bytes): bytes.count
    case .file(_, let size): size
    }
  }
}

/// A file that is read while sending.
final class UploadFile {
  private let descriptor: Int32
  private let path: String

  init(_ path: String, _ opening: SentFile.Opening) throws(NetworkError) {
    self.path = path
    do { descriptor = try opening.descriptor(of: path) } catch {
      throw NetworkError(.storage, "The file \(path) \(NetworkError.unreadable)", detail: error.reason)
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Reads at least one byte. A file that has become shorter is an error, because its length was already sent.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(NetworkError) -> Int {
    while true {
      let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
      if count > 0 { return count }
      if count < 0, errno == EINTR { continue }
      let reason = count < 0 ? String(cString: strerror(errno)) : "it became shorter while it was being sent"
      throw NetworkError(.storage, "The file \(path) \(NetworkError.unreadable)", detail: reason)
    }
  }
}

/// A body that is produced while sending: a task reads the stream, the transport's thread takes the bytes.
package final class StreamSource: UploadSource {
  private let stream: BodyStream
  private let wake: @Sendable () -> Void
  private var feed: BodyFeed
  private var task: Task<Void, Never>
  private var rest: ArraySlice<UInt8> = []
  private var readCount = 0

  /// `wake` is called, on any thread, when a read that returned `.later` should be repeated.
  package init(_ stream: BodyStream, wake: @escaping @Sendable () -> Void) {
    self.stream = stream
    self.wake = wake
    (feed, task) = Self.begin(stream, wake: wake)
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer) -> UploadRead {
    if rest.isEmpty {
      switch feed.take() {
      case .bytes(let bytes): rest = bytes[...]
      case .later: return .later
      case .failed(let error): return .failed(error)
      case .end:
        guard let count = stream.count, count != readCount else { return .end }
        return .failed(Self.wrongLength(expected: count, readCount: readCount))
      }
    }
    let taken = rest.prefix(buffer.count)
    taken.withUnsafeBytes { buffer.copyMemory(from: $0) }
    rest = rest.dropFirst(taken.count)
    readCount += taken.count
    if let count = stream.count, readCount > count {
      return .failed(Self.wrongLength(expected: count, readCount: readCount))
    }
    return .bytes(taken.count)
  }

  /// Seeks only to the start, by opening the stream again.
  package func seek(to offset: Int) -> Bool {
    guard offset == 0 else { return false }
    guard readCount > 0 else { return true }
    close()
    (rest, readCount) = ([], 0)
    (feed, task) = Self.begin(stream, wake: wake)
    return true
  }

  package func close() {
    task.cancel()
    feed.close()
  }

  private static func wrongLength(expected: Int, readCount: Int) -> NetworkError {
    NetworkError(.storage, "The body stream gave \(readCount) bytes instead of \(expected)")
  }

  private static func begin(
    _ stream: BodyStream, wake: @escaping @Sendable () -> Void
  ) -> (BodyFeed, Task<Void, Never>) {
    let feed = BodyFeed(wake: wake)
    let task = Task {
      do {
        let next = try stream.open()
        while let bytes = try await next() {
          guard await feed.put(bytes) else { return }
        }
        feed.finish(nil)
      } catch {
        feed.finish(NetworkError(thrown: error, as: .storage, NetworkError.streamFailed))
      }
    }
    return (feed, task)
  }
}

/// Passes chunks from a task to the transport's thread; the task waits until its last chunk was taken.
final class BodyFeed: Sendable {
  enum Taken: Equatable {
    case bytes([UInt8])
    case later
    case end
    case failed(NetworkError)
  }

  private struct State {
    var chunk: [UInt8]?
    var isFinished = false
    var isClosed = false
    var failure: NetworkError?
    var isAwaited = false
  }

  private let state = Monitor(State())
  private let wake: @Sendable () -> Void

  init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }

  /// Passes a chunk and waits until it is taken. Returns `false` if the reader is gone.
  func put(_ bytes: [UInt8]) async -> Bool {
    guard !bytes.isEmpty else { return !state.read { $0.isClosed } }
    change { $0.chunk = bytes }
    await state.wait { $0.chunk == nil || $0.isClosed }
    return state.read { $0.chunk == nil && !$0.isClosed }
  }

  func finish(_ failure: NetworkError?) {
    change { state in
      state.isFinished = true
      state.failure = failure
    }
  }

  private func change(_ body: (inout State) -> Void) {
    let wakes = state.change { state in
      body(&state)
      defer { state.isAwaited = false }
      return state.isAwaited
    }
    if wakes { wake() }
  }

  func take() -> Taken {
    state.change { state in
      if let chunk = state.chunk {
        state.chunk = nil
        return .bytes(chunk)
      }
      if state.isFinished { return state.failure.map(Taken.failed) ?? .end }
      state.isAwaited = true
      return .later
    }
  }

  func close() { state.change { $0.isClosed = true } }
}
