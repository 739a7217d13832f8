import Sessions

/// Reads a data file of a run.
enum DataFile {
  static func rows(of path: String) throws(Failure) -> [DataTable.Row] {
    try rows(in: try InputFile.bytes(of: path), of: path)
  }

  static func rows(in bytes: [UInt8], of path: String) throws(Failure) -> [DataTable.Row] {
    do throws(DataTable.Fault) { return try DataTable(bytes, name: path).rows } catch {
      throw Failure(.file, error.description)
    }
  }
}
