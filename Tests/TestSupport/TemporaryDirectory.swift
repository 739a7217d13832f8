package import Foundation

/// A separate folder for one test, deleted with its content when the last reference goes away.
package final class TemporaryDirectory: Sendable {
  /// The absolute path, without symbolic links and trailing slash.
  package let path: String

  package init(_ purpose: String = "test") throws {
    let base = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
    path = "\(base)/apus-\(purpose)-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    // The test may have removed the folder itself.
    try? FileManager.default.removeItem(atPath: path)
  }

  package var url: URL { URL(fileURLWithPath: path, isDirectory: true) }

  package func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file, creates its parent folders, and returns its absolute path.
  @discardableResult
  package func write(_ name: String, _ content: some Sequence<UInt8>) throws -> String {
    let file = URL(fileURLWithPath: path(name))
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(content).write(to: file)
    return file.path
  }

  @discardableResult
  package func write(_ name: String, _ text: String) throws -> String { try write(name, text.utf8) }

  /// Writes a script that can be run immediately. Another process writes the file, because a child started here at the
  /// same moment may hold it open for an instant, and a file that is open for writing cannot be run (ETXTBSY,
  /// execve(2)).
  package func writeProgram(_ name: String, _ text: String) throws -> String {
    let draft = try write("\(name).draft", text)
    try Tool.run("/usr/bin/env", ["install", "-m", "755", draft, path(name)])
    try FileManager.default.removeItem(atPath: draft)
    return path(name)
  }

  /// Creates a symbolic link with the name `name`.
  package func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
  }

  package func move(_ name: String, to newName: String) throws {
    try FileManager.default.moveItem(atPath: path(name), toPath: path(newName))
  }

  package func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }

  package func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

  package func read(_ name: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(fileURLWithPath: path(name))))
  }

  package func readText(_ name: String) throws -> String { try String(decoding: read(name), as: UTF8.self) }

  /// All files in the folder and its subfolders, as relative paths, sorted.
  package func files() -> [String] {
    let all = FileManager.default.enumerator(atPath: path)?.allObjects.compactMap { $0 as? String } ?? []
    return all.filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path(name), isDirectory: &isFolder) && !isFolder.boolValue
    }.sorted()
  }
}
