import Basics

/// The beginning of a folded container: `id: 1, name: "Ada" … 5 more`, or `120 × { id, name, … }` for objects in an
/// array. It reads a few children of the container, however many there are.
struct FoldPreview {
  let cursor: JSONCursor
  /// The offset of the opening bracket.
  let open: Int
  /// The number of children; `nil` while the container has not ended.
  let count: Int?

  private static let mostChildren = 4
  private static let mostKeys = 3
  /// No child is added to a preview of this width.
  private static let columns = 48
  /// The maximum number of characters of a key or value.
  private static let longest = 24

  /// Adds the content between the brackets, with a space on both sides.
  func compose(into composer: inout LineComposer) {
    composer.add(" ", .summary)
    if let first = commonShape {
      if let count { composer.add("\(count) × ", .summary) }
      addShape(of: first, to: &composer)
      if count == nil { composer.add(" …", .summary) }
    } else {
      addChildren(to: &composer)
    }
    composer.add(" ", .summary)
  }

  /// The first element of an array that begins with objects only, or with arrays only.
  private var commonShape: Int? {
    guard cursor.byte(open) == 0x5B, let first = cursor.child(at: open + 1, isObject: false, index: 0),
      cursor.isContainer(first.value)
    else { return nil }
    var offset = cursor.end(first.value)
    for index in 1..<Self.mostChildren {
      guard let next = cursor.child(at: offset, isObject: false, index: index) else { break }
      guard cursor.byte(next.value) == cursor.byte(first.value) else { return nil }
      offset = cursor.end(next.value)
    }
    return first.value
  }

  private func addChildren(to composer: inout LineComposer) {
    let isObject = cursor.byte(open) == 0x7B
    let start = composer.column
    var (shown, offset) = (0, open + 1)
    while shown < Self.mostChildren, composer.column - start < Self.columns,
      let child = cursor.child(at: offset, isObject: isObject, index: shown)
    {
      if shown > 0 { composer.add(", ", .punctuation) }
      if let key = child.key {
        add(key, of: .key, to: &composer)
        composer.add(": ", .punctuation)
      }
      add(valueAt: child.value, to: &composer)
      offset = cursor.end(child.value)
      shown += 1
    }
    guard let count else { return composer.add(shown > 0 ? " …" : "…", .summary) }
    if count > shown { composer.add(" … \(count - shown) more", .summary) }
  }

  /// Adds the keys of an object.
  private func addShape(of value: Int, to composer: inout LineComposer) {
    guard cursor.byte(value) == 0x7B, !isEmpty(value) else { return add(valueAt: value, to: &composer) }
    composer.add("{ ", .punctuation)
    var (shown, offset) = (0, value + 1)
    while let child = cursor.child(at: offset, isObject: true, index: shown), let key = child.key {
      if shown > 0 { composer.add(", ", .punctuation) }
      guard shown < Self.mostKeys else {
        composer.add("…", .summary)
        break
      }
      add(key, of: .key, to: &composer)
      offset = cursor.end(child.value)
      shown += 1
    }
    composer.add(" }", .punctuation)
  }

  private func isEmpty(_ container: Int) -> Bool {
    cursor.child(at: container + 1, isObject: false, index: 0) == nil
  }

  private func add(valueAt value: Int, to composer: inout LineComposer) {
    let first = cursor.byte(value)
    guard cursor.isContainer(value) else {
      let range = value..<cursor.scalarEnd(value)
      return add(range, of: .ofJSON(startingWith: first), to: &composer)
    }
    let brackets = first == 0x7B ? ("{", "}") : ("[", "]")
    composer.add(brackets.0, .punctuation)
    if !isEmpty(value) { composer.add("…", .summary) }
    composer.add(brackets.1, .punctuation)
  }

  /// Adds the beginning of a scalar; a key without its quotes.
  private func add(_ range: Range<Int>, of token: TokenKind, to composer: inout LineComposer) {
    let range = token == .key ? range.lowerBound + 1..<max(range.lowerBound + 1, range.upperBound - 1) : range
    let end = beginning(of: range)
    composer.add(range.lowerBound..<end, token, decodesEscapes: token == .key || token == .string)
    guard end < range.upperBound else { return }
    composer.add("…", .summary)
    if token == .string { composer.add("\"", token) }
  }

  /// The end of the first characters of a scalar. No escape is cut.
  private func beginning(of range: Range<Int>) -> Int {
    var i = range.lowerBound
    for _ in 0..<Self.longest where i < range.upperBound {
      if cursor.byte(i) == 0x5C {
        let escape = JSONString.scalar(escapedAt: i, cursor.base, range.upperBound)
        i += max(2, escape.length)
      } else {
        i += UTF8Sequence.scalar(cursor.base, i, range.upperBound).length
      }
    }
    // Whole, rather than cut for its closing quote.
    return range.upperBound - i <= 1 ? range.upperBound : i
  }
}

extension TokenKind {
  static func ofJSON(startingWith byte: UInt8) -> TokenKind {
    switch byte {
    case 0x22: .string
    case 0x5B, 0x7B: .punctuation
    case 0x66, 0x6E, 0x74: .literal
    default: .number
    }
  }
}
