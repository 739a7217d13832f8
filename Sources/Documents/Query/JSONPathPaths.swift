import Basics

/// The paths of the nodes found so far, with shared prefixes.
struct JSONPathPaths {
  /// The path of the root.
  static let root: Int32 = -1

  /// A step: its parent path, and an array index, or a key's range as its offset and length.
  private struct Entry {
    var parent: Int32
    /// -1 for an array index.
    var keyLength: Int32
    var value: Int
  }

  private var entries: [Entry] = []

  mutating func add(_ child: JSONCursor.Child, to parent: Int32) -> Int32 {
    guard entries.count < Int(Int32.max) - 1 else { return parent }
    if let key = child.key {
      entries.append(Entry(parent: parent, keyLength: Int32(clamping: key.count), value: key.lowerBound))
    } else {
      entries.append(Entry(parent: parent, keyLength: -1, value: child.index))
    }
    return Int32(entries.count - 1)
  }

  func path(_ number: Int32, _ cursor: JSONCursor) -> DocumentPath {
    var steps: [DocumentPath.Step] = []
    var number = number
    while number >= 0 {
      let entry = entries[Int(number)]
      if entry.keyLength < 0 {
        steps.append(.index(entry.value))
      } else {
        let source = UnsafeRawBufferPointer(start: cursor.base + entry.value, count: Int(entry.keyLength))
        steps.append(.name(JSONString.decoded(source) ?? String(decoding: source, as: UTF8.self)))
      }
      number = entry.parent
    }
    return DocumentPath(steps: steps.reversed())
  }
}
