import Basics
import Workspaces

/// Modules of scripts: files below the collection, as Node.js finds them. Nothing outside can be read, links included.
extension ScriptAsks {
  /// - Parameters:
  ///   - name: as required: `./lib/tools`, or the name of a package in `node_modules`.
  ///   - from: the path of the requiring file in the collection; a script itself starts from the collection.
  func module(_ name: String, from: String?) -> JSONValue {
    let root = turn.context.folder
    let isRelative = name.hasPrefix("./") || name.hasPrefix("../")
    guard !name.isEmpty, !name.hasPrefix("/") else { return Self.refused(name, "a module has a relative path") }
    let isModule = from.map { FilePaths.ending(of: $0) == "js" || FilePaths.ending(of: $0) == "cjs" } ?? false
    let start = isModule ? FilePaths.parent(of: FilePaths.join(root, from ?? "")) ?? root : root
    if isRelative {
      return file(FilePaths.absolute(name, in: start)) ?? Self.refused(name, "there is no such file in the collection")
    }
    var folder = start
    while FilePaths.isBelow(folder, root) {
      if let found = file(FilePaths.join(folder, "node_modules/\(name)")) { return found }
      guard folder != root, let parent = FilePaths.parent(of: folder) else { break }
      folder = parent
    }
    return Self.refused(name, "neither Apus nor node_modules of the collection has it")
  }

  private static func refused(_ name: String, _ why: String) -> JSONValue {
    .object(["refused": .string("Cannot find module '\(name)': \(why)")])
  }

  /// The module at a path without its ending, or in a folder.
  private func file(_ path: String) -> JSONValue? {
    for ending in ["", ".js", ".cjs", ".json"] {
      if let found = content(path + ending) { return found }
    }
    let main = json(FilePaths.join(path, "package.json"))?["main"]?.string
    for name in [main, main.map { $0 + ".js" }, main.map { $0 + "/index.js" }, "index.js", "index.json"] {
      if let name, let found = content(FilePaths.absolute(name, in: path)) { return found }
    }
    return nil
  }

  private func json(_ path: String) -> JSONValue? {
    // A package without a readable description has an index.
    bytes(path).flatMap { try? JSONValue(parsing: $0) }
  }

  private func content(_ path: String) -> JSONValue? {
    guard let bytes = bytes(path), let code = String(validating: bytes, as: UTF8.self) else { return nil }
    let kind = FilePaths.ending(of: path) == "json" ? "json" : "js"
    let place = FilePaths.relative(path, to: turn.context.folder)
    return .object(["kind": .string(kind), "path": .string(place), "code": .string(code)])
  }

  /// In bytes.
  private static let largestModule = 8 << 20

  /// `nil` for a file that the collection does not hold.
  private func bytes(_ path: String) -> [UInt8]? {
    let root = turn.context.folder
    // A path that cannot be resolved leads nowhere.
    guard FilePaths.isBelow(path, root), let real = try? FileSystem.live.resolve(path),
      let home = try? FileSystem.live.resolve(root), FilePaths.isBelow(real, home),
      turn.context.consent?.holds(real) ?? true
    else { return nil }
    // A folder, or a file that cannot be read, is no module.
    return try? FileSystem.live.read(real, Self.largestModule)
  }
}
