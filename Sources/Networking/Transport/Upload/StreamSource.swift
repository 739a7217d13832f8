/// A body that is produced while sending: a task reads the stream, the transport's thread takes the bytes.
final class StreamSource: UploadSource {
  private let stream: BodyStream
  private let wake: @Sendable () -> Void
  private var feed: BodyFeed
  private var task: Task<Void, Never>
  private var rest: ArraySlice<UInt8> = []
  private var given = 0

  /// `wake` is called, on any thread, when a read that returned `.later` should be repeated.
  init(_ stream: BodyStream, wake: @escaping @Sendable () -> Void) {
    self.stream = stream
    self.wake = wake
    (feed, task) = Self.begin(stream, wake: wake)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> UploadRead {
    if rest.isEmpty {
      switch feed.take() {
      case .bytes(let bytes): rest = bytes[...]
      case .later: return .later
      case .failed(let error): return .failed(error)
      case .end:
        guard let count = stream.count, count != given else { return .end }
        return .failed(Self.wrongLength(expected: count, given: given))
      }
    }
    let taken = rest.prefix(buffer.count)
    taken.withUnsafeBytes { buffer.copyMemory(from: $0) }
    rest = rest.dropFirst(taken.count)
    given += taken.count
    if let count = stream.count, given > count { return .failed(Self.wrongLength(expected: count, given: given)) }
    return .bytes(taken.count)
  }

  /// Seeks only to the start, by opening the stream again.
  func seek(to offset: Int) -> Bool {
    guard offset == 0 else { return false }
    guard given > 0 else { return true }
    close()
    (rest, given) = ([], 0)
    (feed, task) = Self.begin(stream, wake: wake)
    return true
  }

  func close() {
    task.cancel()
    feed.close()
  }

  private static func wrongLength(expected: Int, given: Int) -> NetworkError {
    NetworkError(.storage, "The body stream gave \(given) bytes instead of \(expected)")
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
        feed.finish(NetworkError(.storage, "The body stream failed", detail: "\(error)", underlying: error))
      }
    }
    return (feed, task)
  }
}
