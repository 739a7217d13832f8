import Basics

/// An object or array that takes in values in place, so that each costs no more than its own size.
final class JSONTree {
  private enum Child {
    case value(JSONValue)
    case tree(JSONTree)
  }

  private let isArray: Bool
  private var children: [Child]
  /// The member names of an object; empty for an array.
  private var names: [String] = []
  private var places: [String: Int] = [:]

  /// `nil` for any other value.
  init?(_ value: JSONValue) {
    switch value {
    case .array(let items):
      isArray = true
      children = items.map { .value($0) }
    case .object(let members):
      isArray = false
      children = members.map { .value($0.value) }
      names = members.map(\.name)
      places = Dictionary(zip(names, names.indices)) { first, _ in first }
    default: return nil
    }
  }

  var value: JSONValue {
    let values = children.map { child in
      switch child {
      case .value(let value): value
      case .tree(let tree): tree.value
      }
    }
    return isArray ? .array(values) : .object(zip(names, values).map { JSONValue.Member($0, $1) })
  }

  /// The object or array at a member's name or an index.
  func tree(at step: JSONValue) -> JSONTree? { place(of: step).flatMap { tree(at: $0) } }

  /// Adds to the value at a member's name or an index, which may be that after the last.
  /// - Returns: `false` if there is no such place.
  func merge(_ value: JSONValue, at step: JSONValue) -> Bool {
    if let place = place(of: step) {
      merge(value, at: place)
    } else {
      guard isArray, step.integer == children.count else { return false }
      children.append(.value(value))
    }
    return true
  }

  /// Adds the members of an object, or items to those with the same index; does nothing for any other value.
  func merge(_ value: JSONValue) {
    if case .array(let items) = value { _ = put(items, from: 0) }
    guard !isArray, case .object(let members) = value else { return }
    for member in members {
      if let place = places[member.name] {
        merge(member.value, at: place)
      } else {
        places[member.name] = children.count
        names.append(member.name)
        children.append(.value(member.value))
      }
    }
  }

  /// Puts items from an index on, by default after the last.
  /// - Returns: `false` if this is no array, or the index leaves a gap.
  func put(_ items: [JSONValue], from start: Int?) -> Bool {
    let start = start ?? children.count
    guard isArray, (0...children.count).contains(start) else { return false }
    for (place, item) in zip(start..., items) {
      if place < children.count { merge(item, at: place) } else { children.append(.value(item)) }
    }
    return true
  }

  private func merge(_ value: JSONValue, at place: Int) {
    let isKept: Bool
    switch value {
    case .object: isKept = tree(at: place)?.isArray == false
    case .array: isKept = tree(at: place)?.isArray == true
    default: isKept = false
    }
    if isKept { tree(at: place)?.merge(value) } else { children[place] = .value(value) }
  }

  private func place(of step: JSONValue) -> Int? {
    if isArray { return step.integer.flatMap { children.indices.contains($0) ? $0 : nil } }
    return step.string.flatMap { places[$0] }
  }

  private func tree(at place: Int) -> JSONTree? {
    switch children[place] {
    case .tree(let tree): return tree
    case .value(let value):
      let tree = JSONTree(value)
      if let tree { children[place] = .tree(tree) }
      return tree
    }
  }
}
