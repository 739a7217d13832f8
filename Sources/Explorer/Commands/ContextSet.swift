/// The contexts of a command, as bits, so that building the command table takes no time at startup.
package struct ContextSet: SetAlgebra, Hashable, Sendable {
  private var bits: UInt16

  package init() { bits = 0 }

  private init(bits: UInt16) { self.bits = bits }

  package var isEmpty: Bool { bits == 0 }

  package var count: Int { bits.nonzeroBitCount }

  package func contains(_ context: Context) -> Bool { bits & context.bit != 0 }

  package func union(_ other: Self) -> Self { Self(bits: bits | other.bits) }

  package func intersection(_ other: Self) -> Self { Self(bits: bits & other.bits) }

  package func symmetricDifference(_ other: Self) -> Self { Self(bits: bits ^ other.bits) }

  package func isSubset(of other: Self) -> Bool { bits & ~other.bits == 0 }

  package mutating func formUnion(_ other: Self) { self = union(other) }

  package mutating func formIntersection(_ other: Self) { self = intersection(other) }

  package mutating func formSymmetricDifference(_ other: Self) { self = symmetricDifference(other) }

  @discardableResult
  package mutating func insert(_ context: Context) -> (inserted: Bool, memberAfterInsert: Context) {
    defer { bits |= context.bit }
    return (!contains(context), context)
  }

  @discardableResult
  package mutating func remove(_ context: Context) -> Context? {
    defer { bits &= ~context.bit }
    return contains(context) ? context : nil
  }

  @discardableResult
  package mutating func update(with context: Context) -> Context? {
    defer { bits |= context.bit }
    return contains(context) ? context : nil
  }
}

extension Context {
  fileprivate var bit: UInt16 {
    switch self {
    case .tree: 1
    case .url: 2
    case .rows: 4
    case .text: 8
    case .fields: 16
    case .document: 32
    case .facts: 64
    case .grid: 128
    case .overlay: 256
    case .run: 512
    case .history: 1024
    case .cookies: 2048
    }
  }
}
