extension RequestFile {
  /// The scripts of the file, in its order, each with the line of the file where its code begins; then its expressions
  /// that are JavaScript.
  /// - Parameter file: the path that their places name, such as `users/get.yml`.
  package func placedScripts(named file: String) -> [PlacedScript] {
    let scripts = definition.scripts.map { $0.placed(in: file) }
    let expressions = definition.expressions
    guard !expressions.isEmpty else { return scripts }
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let placed = expressions.map { script, text in
      var placed = script.placed(in: file)
      for (number, line) in lines.enumerated() {
        guard let range = line.firstRange(of: text.utf8) else { continue }
        placed.line = number + 1
        // In the code, words of its own stand before the text.
        let head = Array(script.code.utf8).firstRange(of: text.utf8)?.lowerBound ?? 0
        placed.indent = range.lowerBound - line.startIndex - head
        break
      }
      return placed
    }
    return scripts + placed
  }
}

extension PlacedScript {
  /// The script without its place.
  package var script: Script { Script(phase: phase, code: code) }
}

extension Script {
  func placed(in file: String) -> PlacedScript {
    PlacedScript(phase: phase, code: code, file: file, line: line ?? 1, indent: indent)
  }
}
