import Basics

/// The modules of scripts: files below the collection, as Node.js finds them. Nothing outside can be read, links
/// included.
package struct ScriptModules {
  package struct Module: Hashable, Sendable {
    /// In the collection.
    package var path: String
    package var code: String

    /// True for JSON, which nothing runs.
    package var isData: Bool { FilePaths.ending(of: path) == "json" }
    /// The module as a script that the user allows.
    package var script: PlacedScript { PlacedScript(phase: "module", code: code, file: path) }
  }

  /// Why there is no module of a name.
  package struct Missing: Error {
    package var message: String

    fileprivate init(_ name: String, _ why: String) { message = "Cannot find module '\(name)': \(why)" }
  }

  private let root: String
  private let policy: ConsentPolicy?

  /// - Parameter policy: knows the private files of the collection; `nil` if the user wrote its requests.
  package init(of collection: String, _ policy: ConsentPolicy?) {
    root = collection
    self.policy = policy
  }

  /// - Parameters:
  ///   - name: as required: `./lib/tools`, or the name of a package in `node_modules`.
  ///   - from: the path of the requiring file in the collection; a script itself starts from the collection.
  package func module(_ name: String, from: String?) throws(Missing) -> Module {
    guard !name.isEmpty, !name.hasPrefix("/") else { throw Missing(name, "a module has a relative path") }
    let isModule = from.map { FilePaths.ending(of: $0) == "js" || FilePaths.ending(of: $0) == "cjs" } ?? false
    let start = isModule ? FilePaths.parent(of: FilePaths.join(root, from ?? "")) ?? root : root
    if Self.isPath(name) {
      if let found = file(FilePaths.absolute(name, in: start)) { return found }
      throw Missing(name, "there is no such file in the collection")
    }
    var folder = start
    while FilePaths.isBelow(folder, root) {
      if let found = file(FilePaths.join(folder, "node_modules/\(name)")) { return found }
      guard folder != root, let parent = FilePaths.parent(of: folder) else { break }
      folder = parent
    }
    throw Missing(name, "neither Apus nor node_modules of the collection has it")
  }

  private static func isPath(_ name: String) -> Bool { name.hasPrefix("./") || name.hasPrefix("../") }

  /// The module at a path without its ending, or in a folder.
  private func file(_ path: String) -> Module? {
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

  private func content(_ path: String) -> Module? {
    guard let bytes = bytes(path), let code = String(validating: bytes, as: UTF8.self) else { return nil }
    return Module(path: FilePaths.relative(path, to: root), code: code)
  }

  /// In bytes.
  private static let largestModule = 8 << 20

  /// `nil` for a file that the collection does not hold.
  private func bytes(_ path: String) -> [UInt8]? {
    // A path that cannot be resolved leads nowhere.
    guard FilePaths.isBelow(path, root), let real = try? FileSystem.live.resolve(path),
      let home = try? FileSystem.live.resolve(root), FilePaths.isBelow(real, home), policy?.holds(real) ?? true
    else { return nil }
    // A folder, or a file that cannot be read, is no module.
    return try? FileSystem.live.read(real, Self.largestModule)
  }
}

extension ScriptModules {
  /// In bytes, for all modules of a collection. The user allows none beyond it, so none runs.
  private static let largestSum = 64 << 20

  /// The modules that scripts require, and those that these require, each once, and the paths that lead to no module
  /// with the file that requires them. A computed name is not known.
  package func closure(of scripts: [PlacedScript]) -> (modules: [Module], missing: [(path: String, file: String)]) {
    var (modules, missing): ([Module], [(path: String, file: String)]) = ([], [])
    var paths: Set<String> = []
    var (next, size) = (0, 0)
    while next < scripts.count + modules.count {
      let script = next < scripts.count ? scripts[next] : modules[next - scripts.count].script
      next += 1
      if FilePaths.ending(of: script.file) == "json" { continue }
      for name in Self.names(requiredIn: script.code) where Self.isPath(name) || !ScriptNames.modules.contains(name) {
        // What is missing fails where it is required.
        guard let module = try? module(name, from: script.file) else {
          if Self.isPath(name) { missing.append((name, script.file)) }
          continue
        }
        guard paths.insert(module.path).inserted else { continue }
        size += module.code.utf8.count
        guard size <= Self.largestSum else { return (modules, missing) }
        modules.append(module)
      }
    }
    return (modules, missing)
  }

  /// The modules that scripts require as scripts that the user allows; those of JSON need no consent.
  package func all(requiredBy scripts: [PlacedScript]) -> [PlacedScript] {
    closure(of: scripts).modules.filter { !$0.isData }.map(\.script)
  }

  /// The names in `require("name")`.
  private static func names(requiredIn code: String) -> [String] {
    guard Array(code.utf8).firstRange(of: Array("require".utf8)) != nil else { return [] }
    let tokens = ScriptTokenizer.tokens(of: code)
    return tokens.indices.compactMap { index in
      index == 0 || !(tokens[index - 1].isMark(".") || tokens[index - 1].isMark("?."))
        ? tokens.requiredModule(at: index) : nil
    }
  }
}

extension [ScriptToken] {
  /// The name in `require("name")`; `nil` if it is computed.
  func requiredModule(at index: Int) -> String? {
    guard self[index].kind == .word, self[index].text == "require", index + 3 < count, self[index + 1].isMark("("),
      self[index + 2].kind == .string, self[index + 3].isMark(")")
    else { return nil }
    return self[index + 2].text
  }
}

extension Workspace {
  /// The modules that scripts of a collection require, and those that these require.
  package func modules(requiredBy scripts: [PlacedScript], of collection: String) -> [PlacedScript] {
    ScriptModules(of: collection, ConsentPolicy(collection: collection, store: consents)).all(requiredBy: scripts)
  }

  /// The scripts of a collection with the modules that they require.
  package func scriptsAndModules(ofCollection collection: String) -> [PlacedScript] {
    let scripts = scripts(ofCollection: collection)
    return scripts + modules(requiredBy: scripts, of: collection)
  }
}
