import Basics

extension Request {
  /// True if the options ask for a compressed body and nothing has encoded the body yet.
  package var isToBeCompressed: Bool {
    options.compressesBody == true && body.count != 0 && !options.upgrades && headers["Content-Encoding"] == nil
  }

  /// The request with its body compressed, as it is sent.
  /// - Throws: `NetworkError.unsupported` without zlib.
  package func compressed() throws(NetworkError) -> Request {
    let missing = NetworkError(.unsupported, "The body cannot be compressed: zlib was not found", request: self)
    guard let functions = DeflateFunctions.installed else { throw missing }
    var request = self
    if case .bytes(let bytes) = body {
      guard let packed = bytes.withUnsafeBytes(Deflater.gzip) else { throw missing }
      request.body = .bytes(packed)
      if headers["Content-Length"] != nil { request.headers.set("Content-Length", String(packed.count)) }
    } else {
      let (body, opening) = (body, SentFile.Opening(options))
      request.body = .stream(
        BodyStream {
          let reader = try GzipReader(body, opening, functions)
          return { try await reader.next() }
        })
      request.headers.remove("Content-Length")
    }
    request.headers.set("Content-Encoding", "gzip")
    return request
  }
}

/// Reads a body and compresses it, piece by piece.
private actor GzipReader {
  private enum Source {
    case pieces(PieceSource)
    case stream(BodyStream.Reader)
  }

  private static let pieceSize = 1 << 18

  private let source: Source
  private let deflater: Deflater
  private var isOver = false

  init(_ body: Request.Body, _ opening: SentFile.Opening, _ functions: DeflateFunctions) throws {
    guard let deflater = Deflater(functions, bits: Deflater.gzipBits) else {
      throw NetworkError(.storage, "There is no memory to compress the body")
    }
    self.deflater = deflater
    if case .stream(let stream) = body {
      source = .stream(try stream.open())
    } else {
      source = .pieces(PieceSource(body.pieces ?? [], opening))
    }
  }

  /// The next compressed bytes; `nil` at the end.
  func next() async throws -> [UInt8]? {
    while !isOver {
      let bytes = try await read()
      isOver = bytes == nil
      let packed = (bytes ?? []).withUnsafeBytes { deflater.deflate($0, bytes == nil ? .finish : .none) }
      if !packed.isEmpty { return packed }
    }
    return nil
  }

  private func read() async throws -> [UInt8]? {
    switch source {
    case .stream(let next): return try await next()
    case .pieces(let pieces):
      var step = UploadRead.end
      let bytes = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, count in
        step = pieces.read(into: UnsafeMutableRawBufferPointer(buffer))
        if case .bytes(let read) = step { count = read }
      }
      if case .failed(let error) = step { throw error }
      return bytes.isEmpty ? nil : bytes
    }
  }
}
