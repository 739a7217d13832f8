/// A JSON value whose members keep their order and whose numbers keep their text.
indirect enum JSON: Hashable, Sendable {
  struct Member: Hashable, Sendable {
    var name: String
    var value: JSON

    init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  case null
  case bool(Bool)
  /// As written.
  case numeral(String)
  case string(String)
  case array([JSON])
  case object([Member])

  static func number(_ value: Int) -> JSON { .numeral(String(value)) }

  /// A member of an object; setting appends where it is absent, `nil` removes.
  subscript(name: String) -> JSON? {
    get {
      guard case .object(let members) = self else { return nil }
      return members.first { $0.name == name }?.value
    }
    set {
      guard case .object(var members) = self else { return }
      let index = members.firstIndex { $0.name == name }
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(name, value))
      case (nil, nil): break
      }
      self = .object(members)
    }
  }

  var text: String? { if case .string(let text) = self { text } else { nil } }
  var integer: Int? { if case .numeral(let text) = self { Int(text) } else { nil } }
  var decimal: Double? { if case .numeral(let text) = self { Double(text) } else { nil } }
  var elements: [JSON]? { if case .array(let elements) = self { elements } else { nil } }

  /// What it reads as in a query parameter: text without quotes, everything else as written.
  var plain: String { text ?? written(indent: nil) }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral value: String) { self = .string(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(integerLiteral value: Int) { self = .number(value) }
  init(arrayLiteral elements: JSON...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, JSON)...) { self = .object(elements.map { Member($0.0, $0.1) }) }
}
