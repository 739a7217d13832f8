/// The open containers, one bit per level (1 for an object), so that any depth is cheap.
///
/// Repeated full words are counted, not stored again: a million opening brackets are one entry.
struct NestingStack: Equatable {
  private var full: [(word: UInt64, count: Int)] = []
  private var current: UInt64 = 0
  private(set) var depth = 0

  var isInObject: Bool { current & 1 == 1 }

  @inline(__always)
  mutating func push(object: Bool) {
    if depth & 63 == 0, depth > 0 { store() }
    current = current << 1 | (object ? 1 : 0)
    depth += 1
  }

  /// Must not be called at depth 0.
  @inline(__always)
  mutating func pop() {
    depth -= 1
    current >>= 1
    if depth & 63 == 0, depth > 0 { restore() }
  }

  @inline(never)
  private mutating func store() {
    if let last = full.last, last.word == current {
      full[full.count - 1].count += 1
    } else {
      full.append((current, 1))
    }
    current = 0
  }

  @inline(never)
  private mutating func restore() {
    guard let last = full.last else { return }
    current = last.word
    if last.count > 1 { full[full.count - 1].count -= 1 } else { full.removeLast() }
  }

  static func == (left: NestingStack, right: NestingStack) -> Bool {
    left.depth == right.depth && left.current == right.current
      && left.full.elementsEqual(right.full, by: { $0.word == $1.word && $0.count == $1.count })
  }
}
