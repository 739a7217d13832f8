import Sessions

/// Reads a data file of a run.
enum DataFile {
  static func rows(of path: String) throws(Failure) -> [DataTable.Row] {
    let bytes = try InputFile.bytes(of: path)
    do throws(DataTable.Fault) { return try DataTable(bytes, name: path).rows } catch {
      throw Failure(.file, error.description)
    }
  }
}
