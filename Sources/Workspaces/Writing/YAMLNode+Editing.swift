extension YAMLNode {
  /// Sets, replaces or (with `nil`) removes a member of a map. A new one is inserted after the nearest member that
  /// precedes it in `order`, else before the nearest that follows it, else at the end.
  mutating func put(_ key: String, _ value: YAMLNode?, order: [String] = []) {
    var entries = self.entries ?? []
    let index = entries.firstIndex { $0.name == key }
    switch (index, value) {
    case (let index?, let value?): entries[index].value = value
    case (let index?, nil): entries.remove(at: index)
    case (nil, let value?):
      let place = order.firstIndex(of: key).flatMap { rank -> Int? in
        let earlier = order[..<rank].reversed().lazy.compactMap { name in entries.firstIndex { $0.name == name } }.first
        if let earlier { return earlier + 1 }
        return order[rank...].dropFirst().lazy.compactMap { name in entries.firstIndex { $0.name == name } }.first
      }
      entries.insert(YAMLEntry(key: .string(key), value: value), at: place ?? entries.count)
    case (nil, nil): return
    }
    content = .mapping(entries)
    forgetAlias()
  }

  /// Changes a member in place; if it is absent, `change` gets an empty map, which is added unless it stays empty.
  mutating func update(_ key: String, order: [String] = [], _ change: (inout YAMLNode) -> Void) {
    var member = self[key] ?? .map([])
    let wasThere = self[key] != nil
    if member.entries == nil { member = .map([]) }
    change(&member)
    if member.entries?.isEmpty == true { return wasThere ? put(key, nil) : () }
    put(key, member, order: order)
  }

  /// Sets a text, or the text inside `{content, type}`; an empty one removes the member.
  mutating func putProse(_ key: String, _ text: String, order: [String] = []) {
    if text.isEmpty { return put(key, nil) }
    guard var member = self[key], member.entries != nil else { return put(key, .string(text), order: order) }
    member.put("content", .string(text))
    put(key, member)
  }

  /// Sets a value in the existing form: text, `{type, data}`, or the selected one of several variants.
  mutating func putValue(_ key: String, _ text: String, order: [String] = []) {
    putValue(key, VariableValue(text, type: self[key]?.typedValue?.type), order: order)
  }

  /// The same with the type of a value that is not a text.
  mutating func putValue(_ key: String, _ value: VariableValue, order: [String] = []) {
    guard var member = self[key] else { return put(key, .value(value), order: order) }
    member.setValue(value)
    put(key, member)
  }

  private mutating func setValue(_ value: VariableValue) {
    if var items, let chosen = items.firstIndex(where: { $0["selected"]?.bool == true }) ?? items.indices.first {
      items[chosen].putValue("value", value)
      content = .sequence(items)
    } else if let former = typedValue?.type, let type = value.type {
      if type != former { put("type", .string(type.rawValue)) }
      put("data", .string(value.text))
    } else if self["data"] != nil, value.type == nil, typedValue?.type == nil {
      put("data", .string(value.text))
    } else {
      self = .value(value)
    }
  }

  /// A text, or `{type, data}`.
  static func value(_ value: VariableValue) -> YAMLNode {
    guard let type = value.type else { return .string(value.text) }
    return .map([("type", .string(type.rawValue)), ("data", .string(value.text))])
  }

  /// The value in the form that `value` writes, or of the selected variant; `nil` for any other node. A text without a
  /// type stays a text, also if it looks like a number (opencollection.md, section 3).
  var typedValue: VariableValue? {
    if let text { return VariableValue(text) }
    if let data = self["data"] {
      return data.text.map { VariableValue($0, type: self["type"]?.scalar.flatMap { ValueType(rawValue: $0.text) }) }
    }
    return NodeReader.variant(in: self)?["value"]?.typedValue
  }

  /// Writes `disabled: true` or nothing; removes `enabled`, which is not part of the format.
  mutating func putEnabled(_ isEnabled: Bool, order: [String]) {
    put("enabled", nil)
    put("disabled", isEnabled ? nil : .bool(true), order: order)
  }

  /// Replaces an alias by a copy of its content, so that it can be changed.
  mutating func forgetAlias() {
    if isAlias { self = Self(content) }
  }
}

/// Matches each entry of a new list with an entry of the old one: an equal one first, then one of the same name, then
/// by position between those.
enum Alignment {
  static func origins<Element: Hashable>(
    of new: [Element], in old: [Element], name: (Element) -> String
  ) -> [Int?] {
    var result = [Int?](repeating: nil, count: new.count)
    var used = Set<Int>()
    match(new, old, &result, &used)
    match(new.map(name), old.map(name), &result, &used)
    pairGaps(&result, &used, old.count)
    return result
  }

  private static func match<Key: Hashable>(_ new: [Key], _ old: [Key], _ result: inout [Int?], _ used: inout Set<Int>) {
    var places: [Key: [Int]] = [:]
    for (index, key) in old.enumerated() { places[key, default: []].append(index) }
    for (index, key) in new.enumerated() where result[index] == nil {
      // Among equal entries, the nearest position wins.
      let free = (places[key] ?? []).filter { !used.contains($0) }
      guard let nearest = free.min(by: { abs($0 - index) < abs($1 - index) }) else { continue }
      result[index] = nearest
      used.insert(nearest)
    }
  }

  /// A renamed entry follows the same neighbour in both lists.
  private static func pairGaps(_ result: inout [Int?], _ used: inout Set<Int>, _ count: Int) {
    for index in result.indices where result[index] == nil {
      let before = index > 0 ? result[index - 1] : -1
      guard let before, before + 1 < count, !used.contains(before + 1) else { continue }
      // An added entry must not be matched with the old one that follows it.
      let added = result[index...].prefix { $0 == nil }.count
      let gone = ((before + 1)..<count).prefix { !used.contains($0) }.count
      guard added <= gone else { continue }
      result[index] = before + 1
      used.insert(before + 1)
    }
  }
}
