/// A large value behind one reference: handing it on costs one count instead of one for each of its parts. Changing it
/// makes a new one, so that every holder keeps what it has.
struct Indirect<Value: Sendable>: Sendable {
  private final class Box: Sendable {
    let value: Value
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

  func isSame(as other: Indirect) -> Bool { box === other.box }
}

extension Indirect: Equatable where Value: Equatable {
  static func == (left: Indirect, right: Indirect) -> Bool { left.isSame(as: right) || left.value == right.value }
}
