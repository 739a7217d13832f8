/// Stores a large value behind one reference: a copy costs one retain instead of one per member. Copy on write.
@propertyWrapper
@usableFromInline package struct Indirect<Value: Sendable>: Sendable {
  @usableFromInline
  // Unchecked: the value is mutated only while its box has a single owner, and every owner is itself a value.
  final class Box: @unchecked Sendable {
    @usableFromInline var value: Value

    @inlinable
    init(_ value: Value) { self.value = value }
  }

  @usableFromInline var box: Box

  /// Moves the value into a new box.
  @inlinable
  package init(wrappedValue: Value) {
    box = Box(wrappedValue)
  }

  /// The value; writing copies the box if it is shared.
  @inlinable
  package var wrappedValue: Value {
    _read { yield box.value }
    set { box = Box(newValue) }
    // In place, or in a copy if the box is shared.
    _modify {
      if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
      yield &box.value
    }
  }
}

extension Indirect {
  /// True if both share one box, and are therefore equal without a comparison.
  @inlinable
  package func isSame(as other: Indirect) -> Bool { box === other.box }
}

extension Indirect: Equatable where Value: Equatable {
  @inlinable
  /// Equal if they share a box or their values are equal.
  package static func == (left: Indirect, right: Indirect) -> Bool {
    left.box === right.box || left.box.value == right.box.value
  }
}

extension Indirect: Hashable where Value: Hashable {
  @inlinable
  /// Hashes the value.
  package func hash(into hasher: inout Hasher) { box.value.hash(into: &hasher) }
}

extension Indirect: CustomStringConvertible {
  /// The description of the value.
  @usableFromInline package var description: String { String(describing: wrappedValue) }
}
