import Basics
import Workspaces

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
    var info = stat()
    // A folder can be opened; only reading it fails, which whoever checks that a file is there never does.
    guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFDIR else { return }
    throw Failure(.file, "cannot read \(name): \(String(cString: strerror(EISDIR)))")
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

  /// The most that is read into memory.
  private static let largest = 1 << 30

  /// The whole content of a file that the user names on the screen. A pipe might never end, and the standard input is
  /// the terminal there: only a regular file is read, and `-` is a name like any other.
  static func regular(_ path: String) throws(Failure) -> [UInt8] {
    do throws(FileError) { return try FileSystem.live.read(path, largest) } catch {
      throw Failure(.file, "cannot read \(path): \(error.message)")
    }
  }

  /// The whole content.
  static func bytes(of path: String, limit: Int = largest) throws(Failure) -> [UInt8] {
    var file = try InputFile(path)
    var bytes: [UInt8] = []
    while true {
      let piece = try file.next()
      if piece.isEmpty { return bytes }
      bytes += piece
      guard bytes.count <= limit else { throw Failure(.file, "\(file.name) is larger than \(Quantity.bytes(limit))") }
    }
  }
}
