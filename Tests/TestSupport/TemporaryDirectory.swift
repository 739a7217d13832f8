import Foundation

/// A folder of its own for one test, removed with everything in it when the last reference goes.
public final class TemporaryDirectory: Sendable {
  /// Absolute, without symbolic links, without a slash at the end.
  public let path: String

  public init(_ purpose: String = "test") throws {
    let base = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
    path = "\(base)/apus-\(purpose)-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    // A folder that a test has removed by itself is gone already, which is what is wanted.
    try? FileManager.default.removeItem(atPath: path)
  }

  public var url: URL { URL(fileURLWithPath: path, isDirectory: true) }

  public func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file, with the folders above it, and returns its absolute path.
  @discardableResult
  public func write(_ name: String, _ content: some Sequence<UInt8>) throws -> String {
    let file = URL(fileURLWithPath: path(name))
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(content).write(to: file)
    return file.path
  }

  @discardableResult
  public func write(_ name: String, _ text: String) throws -> String { try write(name, text.utf8) }

  /// Writes a script that can be run at once. Another process writes the file: what is started here at the same moment may
  /// hold it open for an instant, and a file that is open for writing cannot be run (ETXTBSY, execve(2)).
  public func writeProgram(_ name: String, _ text: String) throws -> String {
    let draft = try write("\(name).draft", text)
    try Tool.run("/usr/bin/env", ["install", "-m", "755", draft, path(name)])
    try FileManager.default.removeItem(atPath: draft)
    return path(name)
  }

  public func read(_ name: String) throws -> [UInt8] { try [UInt8](Data(contentsOf: URL(fileURLWithPath: path(name)))) }

  public func readText(_ name: String) throws -> String { try String(decoding: read(name), as: UTF8.self) }

  /// Every file below, as paths relative to the folder, sorted.
  public func files() -> [String] {
    let all = FileManager.default.enumerator(atPath: path)?.allObjects.compactMap { $0 as? String } ?? []
    return all.filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path(name), isDirectory: &isFolder) && !isFolder.boolValue
    }.sorted()
  }
}
