extension RequestFile {
  /// The scripts of the file, in its order, each with the line of the file where its code begins.
  /// - Parameter file: the path that their places name, such as `users/get.yml`.
  package func placedScripts(named file: String) -> [PlacedScript] {
    let lines = scriptLines
    return definition.scripts.enumerated().map { index, script in
      let line = index < lines.count ? lines[index] : 1
      return PlacedScript(phase: script.phase, code: script.code, file: file, line: line)
    }
  }

  private var scriptLines: [Int] {
    if BruFormat.isFile(path) {
      // The file was read from these bytes, so they can be read.
      guard let document = try? BruDocument(bytes) else { return [] }
      return BruReader.scriptBlocks.compactMap { name, _ in document[name].map(\.firstLineOfText) }
    }
    // As above.
    guard let document = try? YAMLDocument(bytes), let root = document.root else { return [] }
    var last = YAMLPlace()
    return Self.codes(in: root, isShared: definition.kind.isShared).map { code in
      guard let code, let start = code.range?.lowerBound else { return 1 }
      last = document.source.place(ofByte: start, after: last)
      let isBlock = code.scalar.map { [.literal, .folded].contains($0.style) } ?? false
      return last.line + (isBlock ? 1 : 0)
    }
  }

  /// The nodes with the code of each script; `nil` for a script without code.
  private static func codes(in root: YAMLNode, isShared: Bool) -> [YAMLNode?] {
    if !isShared, root["type"]?.text == "script", let code = root["script"] { return [code] }
    let list = root[isShared ? "request" : "runtime"]?["scripts"]
    return (list?.items ?? []).filter { $0.entries != nil }.map { $0["code"] }
  }
}

extension BruDocument.Block {
  /// The line of the file where `BruDocument.text` begins, which omits empty lines at the start.
  fileprivate var firstLineOfText: Int { line + 1 + lines.prefix(while: \.isEmpty).count }
}
