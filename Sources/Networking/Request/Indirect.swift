/// A large value behind one reference: handing it on costs one count instead of one for each of its parts. Changing it
/// leaves every other holder what it has.
@propertyWrapper
public struct Indirect<Value: Sendable>: Sendable {
  @usableFromInline
  // Unchecked: a value is changed only where its box has no other holder, and every holder is a value itself.
  final class Box: @unchecked Sendable {
    @usableFromInline var value: Value

    @inlinable
    init(_ value: Value) { self.value = value }
  }

  @usableFromInline var box: Box

  /// Moves the value into a box of its own.
  @inlinable
  public init(wrappedValue: Value) {
    box = Box(wrappedValue)
  }

  /// The value; writing copies the box if another holder has it.
  @inlinable
  public var wrappedValue: Value {
    get { box.value }
    set { box = Box(newValue) }
    // In place, or in a copy where others hold the value too.
    _modify {
      if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
      yield &box.value
    }
  }
}

extension Indirect {
  /// Whether both are one and the same box: the values are equal then, and nobody has to look.
  @inlinable
  public func isSame(as other: Indirect) -> Bool { box === other.box }
}

extension Indirect: Equatable where Value: Equatable {
  @inlinable
  public static func == (left: Indirect, right: Indirect) -> Bool {
    left.box === right.box || left.box.value == right.box.value
  }
}

extension Indirect: Hashable where Value: Hashable {
  @inlinable
  public func hash(into hasher: inout Hasher) { box.value.hash(into: &hasher) }
}

extension Indirect: CustomStringConvertible {
  public var description: String { String(describing: wrappedValue) }
}
