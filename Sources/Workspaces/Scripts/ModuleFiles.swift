import Basics

/// The files of a collection that its scripts require by relative paths, and those that these require: what a copy of
/// the scripts needs.
struct ModuleFiles {
  /// In bytes.
  private static let largest = 8 << 20
  private static let endings = ["", ".js", ".cjs", ".json", "/index.js", "/index.json"]

  private let root: String
  private let files: FileSystem
  /// By their paths in the collection, in the order of their first use.
  private(set) var found: [(path: String, bytes: [UInt8])] = []
  /// The modules that the collection does not have, as required, with the file that requires them.
  private(set) var missing: [(name: String, by: String)] = []

  init(of scripts: [PlacedScript], in root: String, _ files: FileSystem) {
    self.root = root
    self.files = files
    for script in scripts { add(Script(phase: script.phase, code: script.code).requiredModules, by: script.file, root) }
  }

  private mutating func add(_ names: Set<String>, by file: String, _ folder: String) {
    for name in names.sorted() where name.hasPrefix("./") || name.hasPrefix("../") {
      guard let (path, bytes) = read(FilePaths.absolute(name, in: folder)) else {
        missing.append((name, file))
        continue
      }
      let place = FilePaths.relative(path, to: root)
      if found.contains(where: { $0.path == place }) { continue }
      found.append((place, bytes))
      let code = Script(phase: "", code: String(decoding: bytes, as: UTF8.self))
      add(code.requiredModules, by: place, FilePaths.parent(of: path) ?? root)
    }
  }

  private func read(_ path: String) -> (path: String, bytes: [UInt8])? {
    for candidate in Self.endings.map({ path + $0 }) where FilePaths.isBelow(candidate, root) && candidate != root {
      // A link may lead elsewhere.
      guard files.examined(candidate)?.isDirectory == false, let home = try? files.resolve(root),
        let real = try? files.resolve(candidate),
        FilePaths.relative(real, to: home) == FilePaths.relative(candidate, to: root)
      else { continue }
      // What cannot be read is no module.
      if let bytes = try? files.read(candidate, Self.largest) { return (candidate, bytes) }
    }
    return nil
  }
}
