import Basics

/// Writes nodes on one line, as `{…}` and `[…]`, for a place inside braces or brackets.
struct YAMLFlowWriter {
  /// Whether every text is quoted, as in JSON.
  private let isJSON: Bool

  /// As a collection is written: with quoted names if all of its own are.
  init(likeJSON old: YAMLNode) {
    let names = old.entries?.map(\.key) ?? []
    isJSON = !names.isEmpty && names.allSatisfy { $0.scalar?.style == .doubleQuoted }
  }

  func entry(_ entry: YAMLEntry) -> String { "\(name(entry.key)): \(text(entry.value))" }

  /// - Parameter old: the style of the text in that place before.
  func text(_ node: YAMLNode, like old: YAMLScalar.Style? = nil) -> String {
    switch node.content {
    case .scalar(let scalar): text(scalar, like: old ?? (isJSON ? .doubleQuoted : scalar.style))
    case .sequence(let items): "[" + items.map { text($0) }.joined(separator: ", ") + "]"
    case .mapping(let entries): "{" + entries.map { entry($0) }.joined(separator: ", ") + "}"
    }
  }

  /// On one line, and without quotes only if nothing in it could end it.
  private func text(_ scalar: YAMLScalar, like style: YAMLScalar.Style) -> String {
    let writer = YAMLScalarWriter()
    if scalar.kind == .string {
      let written = writer.write(scalar, like: style)
      let isBare = written.inline == scalar.text && written.lines.isEmpty
      guard isBare ? scalar.text.utf8.allSatisfy(isHarmless) : written.lines.isEmpty else {
        return writer.doubleQuoted(scalar.text)
      }
      return written.inline
    }
    return scalar.text.isEmpty ? "null" : scalar.text
  }

  private func name(_ key: YAMLNode) -> String {
    key.scalar.map { text($0, like: isJSON ? .doubleQuoted : $0.style) } ?? text(key)
  }

  private func isHarmless(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || " ._/-+".utf8.contains(byte)
  }
}
