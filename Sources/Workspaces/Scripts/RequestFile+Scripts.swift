extension RequestFile {
  /// The scripts of the file, in its order, each with the line of the file where its code begins.
  /// - Parameter file: the path that their places name, such as `users/get.yml`.
  package func placedScripts(named file: String) -> [PlacedScript] {
    definition.scripts.map { $0.placed(in: file) }
  }
}

extension Script {
  func placed(in file: String) -> PlacedScript {
    PlacedScript(phase: phase, code: code, file: file, line: line ?? 1, indent: indent)
  }
}
