import Basics

extension YAMLPatcher {
  /// Changes scalars inside `{…}` and `[…]` in place; returns `false`, with nothing changed, if more than scalars
  /// differ.
  mutating func patchFlow(_ old: YAMLNode, to new: YAMLNode) -> Bool {
    var found: [(range: Range<Int>, bytes: [UInt8])] = []
    guard Self.flowEdits(old, new, &found) else { return false }
    for edit in found { replace(edit.range, edit.bytes) }
    return true
  }

  private static func flowEdits(
    _ old: YAMLNode, _ new: YAMLNode, _ found: inout [(range: Range<Int>, bytes: [UInt8])]
  ) -> Bool {
    if old.means(new) { return true }
    guard !old.isAlias else { return false }
    switch (old.content, new.content) {
    case (.scalar(let before), .scalar(let after)):
      guard let range = old.range, !range.isEmpty, !before.isTaggedString else { return false }
      found.append((range, Array(text(after, like: before.style).utf8)))
      return true
    case (.mapping(let before), .mapping(let after)):
      guard before.count == after.count else { return false }
      return zip(before, after).allSatisfy { $0.key.means($1.key) && flowEdits($0.value, $1.value, &found) }
    case (.sequence(let before), .sequence(let after)):
      guard before.count == after.count else { return false }
      return zip(before, after).allSatisfy { flowEdits($0, $1, &found) }
    default: return false
    }
  }

  /// On one line, and without quotes only if nothing in it could end it.
  private static func text(_ scalar: YAMLScalar, like style: YAMLScalar.Style) -> String {
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

  private static func isHarmless(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || " ._/-+".utf8.contains(byte)
  }
}
