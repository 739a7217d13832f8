/// Deep equality of two values of a document: objects in any order, numbers by value.
struct JSONEquality {
  let cursor: JSONCursor
  private static let deepest = 512

  func equal(_ left: Int, _ right: Int, depth: Int) -> Bool {
    guard cursor.isContainer(left), cursor.isContainer(right) else { return scalars(left, right) }
    guard cursor.byte(left) == cursor.byte(right) else { return false }
    // Beyond this depth the texts are compared.
    guard depth < Self.deepest else { return sameText(left, right) }
    return cursor.byte(left) == 0x7B ? objects(left, right, depth) : arrays(left, right, depth)
  }

  private func scalars(_ left: Int, _ right: Int) -> Bool {
    switch (cursor.value(left), cursor.value(right)) {
    case (.integer(let a), .number(let b)), (.number(let b), .integer(let a)): Double(a) == b
    case (let a, let b): a == b
    }
  }

  private func arrays(_ left: Int, _ right: Int, _ depth: Int) -> Bool {
    var a = left + 1
    var b = right + 1
    while true {
      let one = cursor.child(at: a, isObject: false, index: 0)
      let two = cursor.child(at: b, isObject: false, index: 0)
      guard let one, let two else { return one == nil && two == nil }
      guard equal(one.value, two.value, depth: depth + 1) else { return false }
      a = cursor.end(one.value)
      b = cursor.end(two.value)
    }
  }

  private func objects(_ left: Int, _ right: Int, _ depth: Int) -> Bool {
    let one = members(left)
    let two = members(right)
    guard one.count == two.count else { return false }
    return one.allSatisfy { name, value in two[name].map { equal(value, $0, depth: depth + 1) } ?? false }
  }

  private func members(_ open: Int) -> [[UInt8]: Int] {
    var members: [[UInt8]: Int] = [:]
    var offset = open + 1
    while let child = cursor.child(at: offset, isObject: true, index: 0) {
      if let key = child.key, case .string(let name) = cursor.value(key.lowerBound) { members[name] = child.value }
      offset = cursor.end(child.value)
    }
    return members
  }

  private func sameText(_ left: Int, _ right: Int) -> Bool {
    let a = UnsafeRawBufferPointer(start: cursor.base + left, count: cursor.end(left) - left)
    let b = UnsafeRawBufferPointer(start: cursor.base + right, count: cursor.end(right) - right)
    return a.elementsEqual(b)
  }
}
