import Sessions
import Workspaces

/// Reads a data file of a run.
enum DataFile {
  /// A larger file is read row by row during the run; of others, a fault is found before anything is sent.
  private static let largestRead = 8 << 20

  /// - Parameter passes: how often the rows are gone through; `nil` for no end.
  static func rows(of path: String, passes: Int?) throws(Failure) -> RunRows {
    guard isLarge(path) else {
      return RunRows(try rows(in: try InputFile.bytes(of: path), of: path), passes: passes)
    }
    return RunRows(passes: passes) { () throws(DataTable.Fault) in
      let pieces: InputPieces
      do throws(Failure) { pieces = try InputPieces(path) } catch { throw DataTable.Fault(error.message) }
      return DataReader(name: path) { () throws(DataTable.Fault) in
        do throws(Failure) { return try pieces.next() } catch { throw DataTable.Fault(error.message) }
      }
    }
  }

  /// Whether the file is read row by row.
  static func isLarge(_ path: String) -> Bool { path != "-" && size(of: path).map { $0 > largestRead } ?? false }

  static func rows(in bytes: [UInt8], of path: String) throws(Failure) -> [DataTable.Row] {
    do throws(DataTable.Fault) { return try DataTable(bytes, name: path).rows } catch {
      throw Failure(.file, error.description)
    }
  }

  /// `nil` if there is no such file; a pipe has no size.
  private static func size(of path: String) -> Int? {
    // The error of a file that cannot be read is reported when it is read.
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
