import Basics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Masks JSON values with secret names, such as tokens in the response to a login.
///
/// The body is not parsed: a value is what follows a quoted name and a colon. This also masks truncated bodies and
/// bodies with several documents.
extension Redaction {
  /// The text with those values and secret texts masked; text that does not start like JSON has no such values.
  /// - Parameter kept: a value that contains one of these texts, such as a variable's placeholder, is not masked.
  package func masked(json text: String, keepingValuesWith kept: [String] = []) -> String {
    masked(text) { raw in
      let values = secretValues(in: raw).filter { range in
        !kept.contains { raw[range].firstRange(of: $0.utf8) != nil }
      }
      return values.map { Edit(range: $0, text: quotedMask) }
    }
  }

  /// For logs, which also mask members named like secret parameters: their readers do not need keys and signatures.
  var addingParametersToMembers: Redaction {
    var copy = self
    copy.memberNames.formUnion(parameterNames.map { Self.memberForm($0.utf8) })
    return copy
  }

  var quotedMask: [UInt8] { Array("\"\(mask)\"".utf8) }

  /// The name without its word separators.
  private static func memberForm(_ name: some Sequence<UInt8>) -> String {
    String(decoding: name.filter { !isMark($0) }, as: UTF8.self)
  }

  fileprivate static func isMark(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") }

  /// The ranges of the values, including quotes, in order.
  /// - Parameter passed: called with each range of a few megabytes that was searched.
  func secretValues(
    in raw: UnsafeRawBufferPointer, passed: (Range<Int>) -> Void = { _ in }
  ) -> [Range<Int>] {
    guard !memberNames.isEmpty, let base = raw.baseAddress, let first = raw.first(where: { !$0.isASCIIWhitespace }),
      first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    else { return [] }
    let names = MemberNames(memberNames)
    var found: [Range<Int>] = []
    var (place, released) = (0, 0)
    while place < raw.count {
      let end = min(raw.count, released + 8 << 20)
      guard place < end, let hit = memchr(base + place, 0x3A, end - place) else {
        place = max(place, end)
        passed(released..<place)
        released = place
        continue
      }
      let colon = UnsafeRawPointer(hit) - base
      place = colon + 1
      guard let name = names.name(before: colon, in: raw) else { continue }
      for value in Self.values(from: place, in: raw) {
        if value.count >= names.leastLength(of: name) { found.append(value) }
        place = value.upperBound
      }
    }
    return found
  }

  /// A string or a number, or all of them in an array.
  private static func values(from start: Int, in raw: UnsafeRawBufferPointer) -> [Range<Int>] {
    var index = start
    while index < raw.count, raw[index].isASCIIWhitespace { index += 1 }
    guard index < raw.count, raw[index] == UInt8(ascii: "[") else {
      return value(from: index, in: raw).map { [$0] } ?? []
    }
    var found: [Range<Int>] = []
    repeat {
      index += 1
      guard let value = value(from: index, in: raw) else { break }
      found.append(value)
      index = value.upperBound
      while index < raw.count, raw[index].isASCIIWhitespace { index += 1 }
    } while index < raw.count && raw[index] == UInt8(ascii: ",")
    return found
  }

  /// A string with its quotes, or a number; a truncated one extends to the end.
  private static func value(from start: Int, in raw: UnsafeRawBufferPointer) -> Range<Int>? {
    var index = start
    while index < raw.count, raw[index].isASCIIWhitespace { index += 1 }
    guard index < raw.count else { return nil }
    let first = index
    if raw[index] == 0x22 {
      index += 1
      while index < raw.count, raw[index] != 0x22 { index += raw[index] == 0x5C ? 2 : 1 }
      return first..<min(index + 1, raw.count)
    }
    while index < raw.count, "0123456789.eE+-".utf8.contains(raw[index]) { index += 1 }
    return index > first ? first..<index : nil
  }

  /// Whether an expression such as `res.body.access_token` leads to a value with a secret name.
  package func masks(expression: String) -> Bool {
    let path = expression.utf8.prefix { $0 != 0x20 }
    guard let last = path.split(separator: UInt8(ascii: ".")).last else { return false }
    return memberNames.contains(Self.memberForm(last).lowercased())
  }
}

/// The names to search for, matched backwards: a body of 100 MB has millions of other names, and the last two letters
/// rule out nearly all of them.
private struct MemberNames {
  /// All names concatenated, sorted by their last letters.
  private var letters: [UInt8] = []
  private var places: [Range<Int>] = []
  /// Per name: short values of ambiguous names such as `token` are not masked.
  private var leastLengths: [Int] = []
  /// The names that end with each letter.
  private var endingWith = [Range<Int>](repeating: 0..<0, count: 256)

  init(_ names: Set<String>) {
    let backwards = names.filter { !$0.isEmpty }.map { Array($0.utf8.reversed()) }.sorted { $0[0] < $1[0] }
    for (index, name) in backwards.enumerated() {
      places.append(letters.count..<letters.count + name.count)
      letters += name
      let canMeanAnything = name.elementsEqual("token".utf8.reversed()) || name.elementsEqual("secret".utf8.reversed())
      leastLengths.append(canMeanAnything ? 8 : 3)
      let same = endingWith[Int(name[0])]
      endingWith[Int(name[0])] = (same.isEmpty ? index : same.lowerBound)..<index + 1
    }
  }

  /// The minimum length of a secret value with this name, including quotes.
  func leastLength(of name: Int) -> Int { leastLengths[name] }

  /// The index of the quoted name before `colon`.
  func name(before colon: Int, in raw: UnsafeRawBufferPointer) -> Int? {
    var end = colon - 1
    while end >= 0, raw[end].isASCIIWhitespace { end -= 1 }
    guard end > 0, raw[end] == 0x22 else { return nil }
    end -= 1
    while end >= 0, Redaction.isMark(raw[end]) { end -= 1 }
    guard end >= 0 else { return nil }
    return endingWith[Int(ByteSearch.folded(raw[end]))].first { stands($0, endingAt: end, in: raw) }
  }

  private func stands(_ name: Int, endingAt end: Int, in raw: UnsafeRawBufferPointer) -> Bool {
    var index = end
    for place in places[name] {
      while index >= 0, Redaction.isMark(raw[index]) { index -= 1 }
      guard index >= 0, ByteSearch.folded(raw[index]) == letters[place] else { return false }
      index -= 1
    }
    while index >= 0, Redaction.isMark(raw[index]) { index -= 1 }
    return index >= 0 && raw[index] == 0x22
  }
}
