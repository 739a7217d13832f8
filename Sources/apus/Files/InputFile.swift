import Basics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Reads a file named on the command line, or standard input for `-`, piece by piece.
struct InputFile: ~Copyable {
  private let descriptor: Int32
  private let name: String
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  init(_ path: String) throws(Failure) {
    if path == "-" {
      descriptor = dup(STDIN_FILENO)
      name = "standard input"
    } else {
      descriptor = open(path, O_RDONLY | O_CLOEXEC)
      name = path
    }
    guard descriptor >= 0 else { throw Failure(.file, "cannot read \(path): \(String(cString: strerror(errno)))") }
  }

  deinit {
    close(descriptor)
  }

  /// The next bytes; empty at the end of the file.
  mutating func next() throws(Failure) -> ArraySlice<UInt8> {
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count >= 0 { return buffer[..<count] }
      if errno != EINTR { throw Failure(.file, "cannot read \(name): \(String(cString: strerror(errno)))") }
    }
  }

  /// The whole content.
  static func bytes(of path: String, limit: Int = 1 << 30) throws(Failure) -> [UInt8] {
    var file = try InputFile(path)
    var bytes: [UInt8] = []
    while true {
      let piece = try file.next()
      if piece.isEmpty { return bytes }
      bytes += piece
      guard bytes.count <= limit else { throw Failure(.file, "\(path) is larger than \(Quantity.bytes(limit))") }
    }
  }
}
