import Basics

/// Sorts the keys of every object. Equal keys keep their order; tokens keep their text.
struct JSONSorter: TextTransform {
  /// A container being written.
  private struct Frame {
    var isObject: Bool
    var members: [(name: [UInt8], key: Range<Int>, value: Int)] = []
    var next: Int
    var written = 0
  }

  /// The ends of values.
  private struct Ends {
    let cursor: JSONCursor
    let opens: [Int]
    let closes: [Int]

    func end(_ value: Int) -> Int {
      guard cursor.isContainer(value) else { return cursor.scalarEnd(value) }
      let number = opens.partitioningIndex { $0 >= value }
      return number < closes.count ? min(closes[number] + 1, cursor.limit) : cursor.limit
    }
  }

  mutating func transform(_ bytes: UnsafeRawBufferPointer, isFinal: Bool, into output: inout [UInt8]) -> Int {
    // Sorting needs the whole text.
    guard isFinal else { return 0 }
    var indexer = LayerIndexer(isJSON: true)
    var index = LayerIndex()
    while indexer.advance(bytes, isFinal: true, budget: 4 << 20) { indexer.publish(to: &index, bytes) }
    guard index.fault == nil, let json = index.json, let cursor = JSONCursor(bytes, index: json), let root = cursor.root
    else {
      output.append(contentsOf: bytes)
      return bytes.count
    }
    // Finds all ends in one pass: finding them one by one would read nested levels again for each level.
    var brackets = JSONBrackets(text: cursor.text, offset: root, depth: 0)
    let pairs = brackets.pairs(before: cursor.limit)
    write(root, cursor, Ends(cursor: cursor, opens: pairs.opens, closes: pairs.closes), bytes, into: &output)
    return bytes.count
  }

  private func write(
    _ root: Int, _ cursor: JSONCursor, _ ends: Ends, _ bytes: UnsafeRawBufferPointer, into output: inout [UInt8]
  ) {
    var frames: [Frame] = []
    func begin(_ value: Int) {
      guard cursor.isContainer(value) else {
        output.append(contentsOf: bytes[value..<ends.end(value)])
        return
      }
      output.append(bytes[value])
      frames.append(frame(value, cursor, ends))
    }
    begin(root)
    while var top = frames.popLast() {
      if top.isObject {
        guard top.written < top.members.count else {
          output.append(0x7D)
          continue
        }
        let member = top.members[top.written]
        if top.written > 0 { output.append(0x2C) }
        top.written += 1
        output.append(contentsOf: bytes[member.key])
        output.append(0x3A)
        frames.append(top)
        begin(member.value)
      } else {
        guard let child = cursor.child(at: top.next, isObject: false, index: top.written) else {
          output.append(0x5D)
          continue
        }
        if top.written > 0 { output.append(0x2C) }
        top.written += 1
        top.next = ends.end(child.value)
        frames.append(top)
        begin(child.value)
      }
    }
  }

  private func frame(_ open: Int, _ cursor: JSONCursor, _ ends: Ends) -> Frame {
    var frame = Frame(isObject: cursor.byte(open) == 0x7B, next: open + 1)
    guard frame.isObject else { return frame }
    var offset = open + 1
    while let child = cursor.child(at: offset, isObject: true, index: 0) {
      offset = ends.end(child.value)
      guard let key = child.key, case .string(let name) = cursor.value(key.lowerBound) else { continue }
      frame.members.append((name, key, child.value))
    }
    let order = frame.members.indices.sorted { left, right in
      let (a, b) = (frame.members[left].name, frame.members[right].name)
      return a == b ? left < right : a.lexicographicallyPrecedes(b)
    }
    frame.members = order.map { frame.members[$0] }
    return frame
  }
}

/// The compact view of JSON: the same tokens without white space, as far as the text is valid.
struct JSONMinifier: TextTransform {
  private var formatter: JSONFormatter

  init(isSequence: Bool) { formatter = JSONFormatter(.minified, isSequence: isSequence) }

  mutating func transform(_ bytes: UnsafeRawBufferPointer, isFinal: Bool, into output: inout [UInt8]) -> Int {
    do {
      try formatter.consume(bytes) { output.append(contentsOf: $0) }
      if isFinal { try formatter.finish { output.append(contentsOf: $0) } }
    } catch {
      // The output ends at a fault; the pretty and raw views show it.
    }
    return bytes.count
  }
}
