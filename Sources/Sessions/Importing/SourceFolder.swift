import Interchange
import Workspaces

/// The folder of an imported file, which may refer to files in it but not outside it.
enum SourceFolder {
  /// The size limit of one file.
  private static let byteLimit = 16 << 20

  /// - Parameter source: the file; `nil` for piped or pasted text, which has no folder.
  static func origin(of source: String?) -> ImportOrigin {
    guard let source else { return ImportOrigin() }
    let name = source.split(separator: "/").last.map(String.init) ?? ""
    let folder = String(source.dropLast(name.utf8.count))
    return ImportOrigin(fileName: name) { path throws(ImportOrigin.Refusal) in
      try read(path, in: folder.isEmpty ? "." : folder)
    }
  }

  /// - Parameter path: relative, without `..`.
  private static func read(_ path: String, in folder: String) throws(ImportOrigin.Refusal) -> [UInt8] {
    let files = FileSystem.live
    let place: String
    let root: String
    do throws(FileError) {
      root = try files.resolve(folder)
      place = try files.resolve("\(root)/\(path)")
    } catch {
      throw ImportOrigin.Refusal(error.message)
    }
    guard place.hasPrefix(root.hasSuffix("/") ? root : root + "/") else {
      throw ImportOrigin.Refusal("a link leads out of the folder of the source")
    }
    do throws(FileError) { return try files.read(place, byteLimit) } catch { throw ImportOrigin.Refusal(error.message) }
  }
}
