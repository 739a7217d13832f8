import Basics
import HTTPTypes

/// A body that was written to a file.
public struct Download: Sendable {
  /// The head of the final response.
  public let head: ResponseHead
  /// Every hop of the call. Its body is empty: the bytes are in the file.
  public let exchange: Exchange
  /// The file, as passed to `download`.
  public let path: String
  /// How many bytes an earlier attempt had saved; 0 for a full download.
  public let resumedFrom: Int
  /// The size of the file in bytes.
  public let size: Int
}

extension Client {
  /// Sends `request` and writes the body to `path`, atomically.
  ///
  /// While it runs the bytes are in `path.part`. Where the transfer breaks and the server named a validator (ETag or
  /// Last-Modified), that file stays, and the next download goes on from there (`Range`, `If-Range`; RFC 9110, section
  /// 14); it starts again from the beginning if the entity has changed.
  /// - Throws: `NetworkError`; `status` for an answer that is no success, `storage` for the file.
  public nonisolated(nonsending) func download(
    for request: Request, to path: String, resumes: Bool = true,
    _ configure: (inout ExecutionConfig) -> Void = { _ in }
  ) async throws(NetworkError) -> Download {
    let config = execution.with(configure)
    let partial = PartialFile(path)
    let start = resumes ? partial.resumable(for: request) : nil
    var request = request
    if let start {
      request.headers.set("Range", "bytes=\(start.size)-")
      request.headers.set("If-Range", start.validator)
      request.options.decompresses = false
    }
    let client = Client(transport: transport, defaults: defaults, execution: config)
    let stream = try await client.stream(for: request)
    if start != nil, stream.head.status.code == 416 || !Self.fits(stream.head, start) {
      // The partial file does not match the server's current content.
      partial.remove()
      return try await download(for: request.withoutRange, to: path, resumes: false) { $0 = config }
    }
    guard stream.head.status.kind == .successful else {
      throw NetworkError(
        .status, "\(request.summary) answered \(stream.head.status.code)", request: request,
        response: await stream.collected())
    }
    let offset = stream.head.status.code == 206 ? start?.size ?? 0 : 0
    return try await write(stream, to: partial, at: offset, for: request)
  }

  private func write(
    _ stream: ResponseStream, to partial: PartialFile, at offset: Int, for request: Request
  ) async throws(NetworkError) -> Download {
    try partial.begin(at: offset, for: request, stream.head)
    var size = offset
    do throws(NetworkError) {
      let file = try OutputFile(partial.path, at: offset)
      var chunks = stream.makeAsyncIterator()
      while let bytes = try await chunks.next() {
        try file.write(bytes)
        size += bytes.count
      }
      try file.finish()
    } catch {
      partial.keepOnlyIfResumable()
      throw error
    }
    try partial.complete()
    let exchange = await stream.exchange()
    return Download(head: stream.head, exchange: exchange, path: partial.target, resumedFrom: offset, size: size)
  }

  /// Whether a 206 continues the partial file exactly. Other statuses are checked elsewhere.
  private static func fits(_ head: ResponseHead, _ start: PartialFile.Start?) -> Bool {
    guard head.status.code == 206, let start else { return true }
    let range = head.headers["Content-Range"]?.asciiLowercased ?? ""
    return range.hasPrefix("bytes \(start.size)-") && head.headers["Content-Encoding"] == nil
  }
}

extension Request {
  fileprivate var withoutRange: Request {
    var copy = self
    copy.headers.remove("Range")
    copy.headers.remove("If-Range")
    return copy
  }
}
