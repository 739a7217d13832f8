extension RequestFile {
  /// The scripts of the file, in its order, each with the line of the file where its code begins.
  /// - Parameter file: the path that their places name, such as `users/get.yml`.
  package func placedScripts(named file: String) -> [PlacedScript] {
    definition.scripts.map { PlacedScript(phase: $0.phase, code: $0.code, file: file, line: $0.line ?? 1) }
  }
}
