import Basics

/// The body of one request as a transport reads it: piece by piece, and again from the start to resend it.
protocol UploadSource: AnyObject {
  func read(into buffer: UnsafeMutableRawBufferPointer) -> UploadRead
  /// Whether the next read can start at `offset`.
  func seek(to offset: Int) -> Bool
  /// Called when nothing more will be read.
  func close()
}

/// The result of a read.
enum UploadRead: Equatable {
  case bytes(Int)
  case end
  /// Nothing yet; the transfer is resumed when there is more.
  case later
  case failed(NetworkError)
}

/// Bytes and files in sequence, with a known total length.
final class PieceSource: UploadSource {
  private let pieces: [RequestBody.Piece]
  private let opening: SentFile.Opening
  private var index = 0
  private var offset = 0
  private var file: UploadFile?

  init(_ pieces: [RequestBody.Piece], _ opening: SentFile.Opening = .following) {
    self.pieces = pieces
    self.opening = opening
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> UploadRead {
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

  func seek(to target: Int) -> Bool {
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

  func close() { file = nil }

  /// Copies the next bytes of a piece; 0 at its end.
  private func read(
    _ piece: RequestBody.Piece, into buffer: UnsafeMutableRawBufferPointer
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

extension RequestBody.Piece {
  var count: Int {
    switch self {
    case .bytes(let bytes): bytes.count
    case .file(_, let size): size
    }
  }
}
