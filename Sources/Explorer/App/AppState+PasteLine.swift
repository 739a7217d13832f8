import Basics

extension AppState {
  /// Pastes into a single-line field; a message says what was refused or changed.
  mutating func pasteLine(_ text: String, _ take: (inout AppState) -> [Effect]) -> [Effect] {
    let line = PastedLine(text: text)
    if let refusal = line.refusal() { return say(.warning, refusal) }
    let effects = take(&self)
    return effects + (line.remark.map { say(.information, $0) } ?? [])
  }

  /// Reports that no field with the focus accepts a paste.
  /// - Parameter text: what was pasted, if it may be a file of another tool.
  mutating func refusePaste(of text: String = "") -> [Effect] {
    let isFile = text.trimmed.contains(where: \.isNewline) || text.trimmed.hasPrefix("{")
    let way = isFile ? ": \(key: "import") in the tree imports other formats" : ""
    return say(.information, "There is nothing to paste into here\(way)")
  }
}
