/// A large value behind one reference: handing it on costs one count instead of one for each of its parts. Changing it
/// leaves every other holder what it has.
struct Indirect<Value: Sendable>: Sendable {
  // Unchecked: a value is changed only where its box has no other holder, and every holder is a value itself.
  private final class Box: @unchecked Sendable {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  private var box: Box

  init(_ value: Value) {
    box = Box(value)
  }

  var value: Value {
    get { box.value }
    set { box = Box(newValue) }
  }

  /// Changes the value in place, or a copy of it where others hold it too.
  mutating func change(_ change: (inout Value) -> Void) {
    if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
    change(&box.value)
  }

  func isSame(as other: Indirect) -> Bool { box === other.box }
}

extension Indirect: Equatable where Value: Equatable {
  static func == (left: Indirect, right: Indirect) -> Bool { left.isSame(as: right) || left.value == right.value }
}

extension Indirect: Hashable where Value: Hashable {
  func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}
