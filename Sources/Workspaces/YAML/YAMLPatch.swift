/// The result of writing an edited tree into its text.
struct YAMLPatch: Hashable, Sendable {
  var bytes: [UInt8]
  /// Comments that are lost, as they were written.
  var lostComments: [String]

  /// Changes `document` so that it parses as `wanted`, touching nothing else: with the smallest patches first; if the
  /// result does not parse as wanted, larger and larger blocks are rewritten, and finally the whole file.
  /// - Throws: if even that does not parse as wanted.
  init(_ document: YAMLDocument, to wanted: YAMLNode) throws(YAMLError) {
    guard let root = document.root else {
      bytes = document.source.bytes + YAMLEmitter.file(wanted)
      lostComments = []
      return
    }
    if root.means(wanted) {
      bytes = document.source.bytes
      lostComments = []
      return
    }
    for depth in [64, 6, 5, 4, 3, 2, 1] {
      var patcher = YAMLPatcher(document, deepest: depth)
      guard var patched = patcher.patched(to: wanted) else { continue }
      if !Self.says(patched, wanted) {
        // A block scalar that ends with a line break needs one if it is the last node.
        guard patched.last != 0x0A else { continue }
        patched += patcher.text.newline
        guard Self.says(patched, wanted) else { continue }
      }
      bytes = patched
      lostComments = Self.comments(missingIn: patched, of: document)
      return
    }
    let whole = YAMLEmitter.file(wanted)
    guard Self.says(whole, wanted) else {
      throw YAMLError(line: 1, column: 1, "the change cannot be written so that it reads back the same")
    }
    bytes = whole
    lostComments = Self.comments(missingIn: whole, of: document)
  }

  private static func says(_ bytes: [UInt8], _ wanted: YAMLNode) -> Bool {
    // A text that cannot be parsed does not match.
    guard let root = (try? YAMLDocument(bytes))?.root else { return wanted.entries?.isEmpty == true }
    return root.means(wanted)
  }

  private static func comments(missingIn bytes: [UInt8], of document: YAMLDocument) -> [String] {
    var left = YAMLComments.all(in: document)
    // The bytes were parsed just before.
    guard let now = try? YAMLDocument(bytes) else { return left }
    for comment in YAMLComments.all(in: now) {
      if let index = left.firstIndex(of: comment) { left.remove(at: index) }
    }
    return left
  }
}

/// The comments of a document, in order.
enum YAMLComments {
  static func all(in document: YAMLDocument) -> [String] {
    let bytes = document.source.bytes
    guard bytes.contains(UInt8(ascii: "#")) else { return [] }
    var scalars: [Range<Int>] = []
    if let root = document.root { collect(root, into: &scalars) }
    scalars.sort { $0.lowerBound < $1.lowerBound }
    var found: [String] = []
    var index = document.source.start
    var next = 0
    while index < bytes.count {
      while next < scalars.count, scalars[next].upperBound <= index { next += 1 }
      if next < scalars.count, scalars[next].contains(index) {
        index = scalars[next].upperBound
        continue
      }
      let isStart = index == 0 || [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index - 1])
      if bytes[index] == UInt8(ascii: "#"), isStart {
        let end = YAMLText(bytes).lineEnd(index)
        found.append(String(decoding: bytes[index..<end], as: UTF8.self))
        index = end
      }
      index += 1
    }
    return found
  }

  private static func collect(_ node: YAMLNode, into ranges: inout [Range<Int>]) {
    if node.isAlias { return }
    switch node.content {
    case .scalar: if let range = node.range, !range.isEmpty { ranges.append(range) }
    case .sequence(let items): for item in items { collect(item, into: &ranges) }
    case .mapping(let entries):
      for entry in entries {
        collect(entry.key, into: &ranges)
        collect(entry.value, into: &ranges)
      }
    }
  }
}
