/// A YAML text of names with one value each, as settings and themes are, with the place of every name and value.
package struct PlacedValues: Sendable {
  package struct Entry: Sendable {
    package let name: String
    /// Empty if the value is missing; `nil` for a list or a map.
    package let text: String?
    fileprivate let nameAt: YAMLPlace
    fileprivate let valueAt: YAMLPlace

    /// A fault at the name.
    package func nameFault(_ message: String) -> YAMLError {
      YAMLError(line: nameAt.line, column: nameAt.column, message)
    }

    /// A fault at the value.
    package func valueFault(_ message: String) -> YAMLError {
      YAMLError(line: valueAt.line, column: valueAt.column, message)
    }
  }

  /// In the order of the file; each name once.
  package let entries: [Entry]

  /// In bytes: settings and themes are short, and are read before the first frame.
  package static let largest = 1 << 16

  /// - Throws: where the text is not YAML, not a list of names, or has a name twice.
  package init(_ bytes: [UInt8]) throws(YAMLError) {
    let document = try YAMLDocument(bytes, limits: YAMLDocument.Limits(bytes: Self.largest, depth: 8, nodes: 10_000))
    guard let root = document.root else {
      entries = []
      return
    }
    func place(of node: YAMLNode) -> YAMLPlace { document.source.place(ofByte: node.range?.lowerBound ?? 0) }
    guard let pairs = root.entries else {
      let at = place(of: root)
      throw YAMLError(line: at.line, column: at.column, "expected lines of the form `name: value`")
    }
    var found: [Entry] = []
    for pair in pairs {
      let entry = Entry(
        name: pair.name, text: pair.value.text, nameAt: place(of: pair.key), valueAt: place(of: pair.value))
      if found.contains(where: { $0.name == entry.name }) { throw entry.nameFault("`\(entry.name)` appears twice") }
      found.append(entry)
    }
    entries = found
  }
}
