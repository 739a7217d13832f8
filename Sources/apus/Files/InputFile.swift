import Basics
import Dispatch
import Libc
import Networking
import Sessions
import Synchronization
import Workspaces

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
    // Opening a folder succeeds; only reading fails, and callers that check for existence never read.
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

  /// The size limit for content in memory.
  private static let largest = 1 << 30

  /// The whole content of a file that the user names on the screen. Only regular files are read, because a pipe might
  /// never end and standard input is the terminal. `-` is an ordinary name.
  static func regular(_ path: String) throws(Failure) -> [UInt8] {
    do throws(FileError) { return try FileSystem.live.read(path, largest) } catch {
      throw Failure(.file, "cannot read \(path): \(error.message)")
    }
  }

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

  /// Reads on its own queue, because a terminal or a pipe may block indefinitely.
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

/// Reads a data file of a run.
enum DataFile {
  /// The size limit for reading the whole file first, which finds errors before anything is sent; a larger file is read
  /// row by row during the run.
  private static let largestRead = 8 << 20

  /// - Parameter passes: the number of passes over the rows; `nil` for no limit.
  static func rows(of path: String, passes: Int?, iterations: Int? = nil) throws(Failure) -> RunRows {
    guard isLarge(path) else {
      return RunRows(try rows(in: try InputFile.bytes(of: path), of: path), passes: passes, iterations: iterations)
    }
    return RunRows(passes: passes, iterations: iterations) { () throws(DataTable.Fault) in
      let pieces: InputPieces
      do throws(Failure) { pieces = try InputPieces(path) } catch { throw DataTable.Fault(error.message) }
      return DataReader(name: path) { () throws(DataTable.Fault) in
        do throws(Failure) { return try pieces.next() } catch { throw DataTable.Fault(error.message) }
      }
    }
  }

  /// Returns whether the file is read row by row.
  static func isLarge(_ path: String) -> Bool { path != "-" && size(of: path).map { $0 > largestRead } ?? false }

  static func rows(in bytes: [UInt8], of path: String) throws(Failure) -> [DataTable.Row] {
    do throws(DataTable.Fault) { return try DataTable(bytes, name: path).rows } catch {
      throw Failure(.file, error.description)
    }
  }

  /// The size; `nil` if there is no such file. A pipe has no size.
  private static func size(of path: String) -> Int? {
    // An unreadable file is reported when it is read.
    guard let stamp = try? FileSystem.live.stamp(path), !stamp.isDirectory else { return nil }
    return stamp.size
  }
}

/// The pieces of an open file.
// A class because a closure cannot own a noncopyable value.
private final class InputPieces {
  private var file: InputFile

  init(_ path: String) throws(Failure) {
    file = try InputFile(path)
  }

  func next() throws(Failure) -> ArraySlice<UInt8> { try file.next() }
}
