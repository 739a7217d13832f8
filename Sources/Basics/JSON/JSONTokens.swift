/// Reads the tokens of a JSON text without checking their order, where the text may be unfinished or invalid, or need
/// not be checked. `JSONScanner` reads text that must be valid.
package struct JSONTokens<Text: RandomAccessCollection<UInt8>>: Sequence, IteratorProtocol where Text.Index == Int {
  package let text: Text
  /// The offset after the last token.
  package var place: Int

  @inlinable
  package init(_ text: Text) {
    self.text = text
    place = text.startIndex
  }

  /// The next token; `nil` at the end.
  @inlinable
  package mutating func next() -> JSONToken? {
    while place < text.endIndex, text[place].isBlankOrLineEnd { place += 1 }
    guard place < text.endIndex else { return nil }
    let start = place
    place += 1
    let kind: JSONToken.Kind
    switch text[start] {
    case UInt8(ascii: "{"), UInt8(ascii: "["): kind = .open
    case UInt8(ascii: "}"), UInt8(ascii: "]"): kind = .close
    case UInt8(ascii: ","): kind = .comma
    case UInt8(ascii: ":"): kind = .colon
    case UInt8(ascii: "\""): kind = skipString() ? .string : .unfinishedString
    case let byte where JSONToken.isOfWord(byte):
      while place < text.endIndex, JSONToken.isOfWord(text[place]) { place += 1 }
      kind = .word
    default: kind = .other
    }
    return JSONToken(kind: kind, range: start..<place)
  }

  /// Skips the rest of a string; returns `false` if the text ends before it.
  @inlinable
  mutating func skipString() -> Bool {
    while place < text.endIndex {
      switch text[place] {
      case UInt8(ascii: "\""):
        place += 1
        return true
      case UInt8(ascii: "\\"): place = Swift.min(place + 2, text.endIndex)
      default: place += 1
      }
    }
    return false
  }
}

/// A token of JSON and its place in the text.
package struct JSONToken: Equatable, Sendable {
  package enum Kind: Sendable {
    case open, close, comma, colon
    /// A string with both quotes.
    case string
    /// A string without its closing quote, up to the end of the text.
    case unfinishedString
    /// A number, a literal, or other letters.
    case word
    /// A byte that JSON allows only in strings.
    case other
  }

  package let kind: Kind
  package let range: Range<Int>

  @inlinable
  package init(kind: Kind, range: Range<Int>) { (self.kind, self.range) = (kind, range) }

  @inlinable
  package static func isOfWord(_ byte: UInt8) -> Bool {
    JSONGrammar.continuesWord(byte) || byte == UInt8(ascii: "$") || byte == UInt8(ascii: "@") || byte >= 0x80
  }
}

/// Splits a JSON object into its members without interpreting their values, which keep their spelling.
package enum JSONMembers {
  /// A member with its value as written.
  package struct Member: Sendable {
    package var name: String
    package var value: ArraySlice<UInt8>
  }

  /// The members in the order of the text; `nil` if the text is not an object. Values are delimited but not validated.
  package static func of(_ text: [UInt8]) -> [Member]? {
    var tokens = JSONTokens(text)
    var found: [Member] = []
    guard tokens.take("{") else { return nil }
    if !tokens.take("}") {
      repeat {
        guard let name = tokens.nextName(), let value = tokens.nextValue() else { return nil }
        found.append(Member(name: name, value: text[value]))
      } while tokens.take(",")
      guard tokens.take("}") else { return nil }
    }
    return tokens.next() == nil ? found : nil
  }
}

extension JSONTokens {
  /// The end of the member at `path` in the object that begins here; `nil` if it is missing. The rest is not read.
  mutating func end(ofMemberAt path: ArraySlice<String>) -> Int? {
    guard take("{") else { return nil }
    repeat {
      guard let name = nextName() else { return nil }
      if name == path.first, path.count > 1 { return end(ofMemberAt: path.dropFirst()) }
      guard let value = nextValue() else { return nil }
      if name == path.first { return value.upperBound }
    } while take(",")
    return nil
  }

  /// Reads the next token if it is this bracket, comma or colon.
  fileprivate mutating func take(_ mark: Unicode.Scalar) -> Bool {
    var rest = self
    guard let token = rest.next(), text[token.range.lowerBound] == UInt8(ascii: mark) else { return false }
    self = rest
    return true
  }

  /// The name of the next member, and its colon.
  fileprivate mutating func nextName() -> String? {
    guard let name = next(), name.kind == .string, take(":") else { return nil }
    return JSONString.decoded(text[name.range])
  }

  /// The next value, with everything between its brackets; `nil` if it does not end.
  fileprivate mutating func nextValue() -> Range<Int>? {
    guard let first = next() else { return nil }
    if first.kind == .string || first.kind == .word { return first.range }
    guard first.kind == .open else { return nil }
    var depth = 1
    while let token = next() {
      if token.kind == .open { depth += 1 } else if token.kind == .close { depth -= 1 }
      if depth == 0 { return first.range.lowerBound..<place }
    }
    return nil
  }
}

/// Finds the ends of objects and arrays in text that arrives byte by byte. The text may contain comments; their
/// brackets and quotes do not count.
package struct JSONNesting: Sendable {
  /// The open objects and arrays; negative after more closing brackets than opening ones.
  package private(set) var depth = 0
  package private(set) var isInString = false
  private var isEscaped = false
  private enum Comment { case line, block }
  private var comment: Comment?
  private var last: UInt8 = 0

  package init() {}

  /// Returns whether an object or array ends with this byte and leaves none open.
  package mutating func take(_ byte: UInt8) -> Bool {
    if isInString {
      isInString = isEscaped || byte != UInt8(ascii: "\"")
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      return false
    }
    let before = last
    last = byte
    switch (comment, byte) {
    case (.line, 0x0A): comment = nil
    case (.block, UInt8(ascii: "/")) where before == UInt8(ascii: "*"): comment = nil
    case (.some, _): break
    case (nil, UInt8(ascii: "/")) where before == byte && depth > 0: comment = .line
    case (nil, UInt8(ascii: "*")) where before == UInt8(ascii: "/") && depth > 0: (comment, last) = (.block, 0)
    case (nil, UInt8(ascii: "\"")): isInString = true
    case (nil, UInt8(ascii: "{")), (nil, UInt8(ascii: "[")): depth += 1
    case (nil, UInt8(ascii: "}")), (nil, UInt8(ascii: "]")):
      depth -= 1
      return depth == 0
    default: break
    }
    return false
  }
}
