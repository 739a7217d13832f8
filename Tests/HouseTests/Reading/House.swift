import Foundation
import TestSupport

/// The repository of these tests, read once.
enum House {
  static let root: URL = Repository.root

  static let sources = files(in: "Sources", endings: ["swift", "c", "h", "modulemap"])
  static let tests = files(in: "Tests", endings: ["swift"])
  static let swift = (sources + tests).filter { $0.path.hasSuffix(".swift") }
  static let manifest = file("Package.swift")
  static let readme = file("README.md")
  static let architecturePage = file("Documentation/Architecture.md")
  static let all =
    sources + tests + files(in: "Benchmarks", endings: ["", "py"]) + files(in: "Scripts", endings: ["", "py"])
    + [manifest, readme].compactMap(\.self)

  static func file(_ path: String) -> SourceFile? {
    guard let data = try? Data(contentsOf: root.appending(path: path)) else { return nil }
    return SourceFile(path: path, text: String(decoding: data, as: UTF8.self))
  }

  /// Every file below `folder` with one of the extensions, sorted by path, without caches and builds.
  static func files(in folder: String, endings: Set<String>) -> [SourceFile] {
    let top = root.appending(path: folder)
    let names = FileManager.default.enumerator(atPath: top.path)?.compactMap { $0 as? String } ?? []
    return names.filter { name in
      let parts = name.split(separator: "/")
      let isHidden = parts.contains { $0.hasPrefix(".") || $0 == "__pycache__" }
      return !isHidden && endings.contains((name as NSString).pathExtension)
    }
    .sorted().compactMap { name in isFolder(top.appending(path: name)) ? nil : file("\(folder)/\(name)") }
  }

  static func folders(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)) ?? []
    return names.filter { isFolder(root.appending(path: "\(folder)/\($0)")) }.sorted()
  }

  private static func isFolder(_ url: URL) -> Bool {
    var answer: ObjCBool = false
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &answer) && answer.boolValue
  }
}
