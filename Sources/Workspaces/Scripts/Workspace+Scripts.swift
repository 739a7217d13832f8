extension Workspace {
  /// The scripts that run when these requests are sent: those of the requests, their folders and their collections,
  /// each once. Their files are named relative to the workspace.
  /// - Parameter report: called for each file that cannot be read.
  package func scripts(of requests: [RequestNode], report: (WorkspaceError) -> Void) -> [PlacedScript] {
    var found: [PlacedScript] = []
    var seen: Set<String> = []
    func add(_ read: () throws(WorkspaceError) -> RequestFile) {
      do throws(WorkspaceError) {
        let file = try read()
        found += file.placedScripts(named: FilePaths.relative(file.path, to: path))
      } catch {
        report(error)
      }
    }
    for node in requests {
      for folder in folders(above: node.path) where seen.insert(folder).inserted {
        add { () throws(WorkspaceError) in try settings(of: folder) }
      }
      add { () throws(WorkspaceError) in
        if let fault = node.fault { throw .invalid(fault) }
        return try request(at: node.path)
      }
    }
    return found
  }

  /// Names in scripts that Apus does not provide, each with its place.
  package func unknownNames(in scripts: [PlacedScript]) -> [UnknownScriptName] {
    scripts.flatMap { script in
      ScriptCheck.unknownNames(in: script) { module in hasModule(module, for: script.file) }
    }
  }

  /// Returns whether the collection of a file has a module in `node_modules`.
  private func hasModule(_ name: String, for file: String) -> Bool {
    let parts = name.split(separator: "/")
    guard let first = parts.first, !parts.contains("..") else { return false }
    // A scoped package has two parts: `@scope/name`.
    let package = first.hasPrefix("@") ? parts.prefix(2).joined(separator: "/") : String(first)
    let root = collection(of: FilePaths.join(path, file))
    return files.examined(FilePaths.join(root, "node_modules/\(package)")) != nil
  }
}
