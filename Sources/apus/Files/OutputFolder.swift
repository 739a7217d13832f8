import Sessions

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Files that are written below one folder, each completely or not at all.
enum OutputFolder {
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Which of the files are there already.
  static func existing(_ files: ExportFiles, in folder: String) -> [ExportFiles.File] {
    files.files.filter { FileManager.default.fileExists(atPath: path(of: $0, in: folder)) }
  }

  /// Writes the files and the folders that they need; those that are there are replaced.
  ///
  /// The folder may have come from somebody, with links in it that lead to what is the user's: none below it is followed,
  /// and nothing is written into a pipe or a device.
  static func write(_ files: ExportFiles, to folder: String) throws(Failure) {
    for (index, file) in files.files.enumerated() {
      do throws(Failure) {
        let path = path(of: file, in: folder)
        try refuseLinks(above: file, in: folder)
        try makeFolder(parent(of: path))
        let output = try OutputFile(path, mayWait: false)
        try output.output.write(file.text)
        try output.commit()
      } catch {
        let written = index == 0 ? "" : "; \(index) of \(files.count) are written"
        throw Failure(.file, error.message + written)
      }
    }
  }

  private static func path(of file: ExportFiles.File, in folder: String) -> String {
    (folder.hasSuffix("/") ? folder : folder + "/") + file.path
  }

  /// Refuses a folder below the one that the user named that is a link.
  private static func refuseLinks(above file: ExportFiles.File, in folder: String) throws(Failure) {
    var place = folder
    for part in file.path.split(separator: "/").dropLast() {
      place += "/" + part
      var status = stat()
      // What is not there is made.
      guard lstat(place, &status) == 0 else { return }
      guard status.st_mode & S_IFMT == S_IFLNK else { continue }
      throw Failure(
        .file, TerminalText.shown("\(place) is a link, which is not followed here; remove it, or name another folder"))
    }
  }

  private static func parent(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  private static func makeFolder(_ path: String) throws(Failure) {
    guard !path.isEmpty, !isFolder(path) else { return }
    do { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) } catch {
      throw Failure(
        .file, "cannot make the folder \(TerminalText.shown(path)): is a file in its place, or may you not?")
    }
  }
}
