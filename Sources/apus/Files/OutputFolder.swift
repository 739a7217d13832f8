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
  static func write(_ files: ExportFiles, to folder: String, mayWait: Bool = true) throws(Failure) {
    for (index, file) in files.files.enumerated() {
      do throws(Failure) {
        let path = path(of: file, in: folder)
        try makeFolder(parent(of: path))
        let output = try OutputFile(path, mayWait: mayWait)
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
