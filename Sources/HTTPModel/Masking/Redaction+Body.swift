package import Basics
import Libc

/// Masks whole bodies: secret texts anywhere, and values with secret names in JSON, forms and multipart forms.
extension Redaction {
  /// A range of a body and its replacement.
  struct Edit {
    var range: Range<Int>
    var text: [UInt8]
  }

  /// The body with everything secret masked, whatever its size; `nil` if there is nothing to mask.
  /// - Parameter label: the description of the body in the message head.
  /// - Throws: `MaskingError` if the body's coding cannot be decoded, or the result cannot be stored.
  package func masked(body: ByteStore, _ label: ContentLabel) throws(MaskingError) -> ByteStore? {
    guard !isNone, body.count > 0 else { return nil }
    let found = body.withUnsafeBytes { CodedContent.codings(of: $0) }
    let codings = label.codings.isEmpty ? found : label.codings
    if !codings.isEmpty { return try masked(body, codings, label.type) }
    do throws(ByteStoreError) { return try masked(plain: body, label.type) } catch { throw .storage(error) }
  }

  private func masked(_ body: ByteStore, _ codings: [String], _ type: String) throws(MaskingError) -> ByteStore? {
    let limit = Self.largestCompressed
    guard let inner = body.withUnsafeBytes({ CodedContent.decoded($0, codings, limit: limit) }) else {
      guard matcher.isEmpty else { throw .unreadable }
      return nil
    }
    // It stays compressed only if nothing in it needs masking.
    let masked = self.masked(bytes: inner, type: type)
    return masked == inner ? nil : ByteStore(masked)
  }

  private func masked(plain body: ByteStore, _ type: String) throws(ByteStoreError) -> ByteStore? {
    let edits: [Edit] = body.withUnsafeBytes { raw in
      self.edits(in: raw, type: type) { body.releaseResidentMemory(in: $0) }
    }
    guard !edits.isEmpty else { return nil }
    let copy = ByteStore()
    var start = 0
    for edit in edits {
      try copy.append(body, start..<edit.range.lowerBound)
      try copy.append(edit.text)
      start = edit.range.upperBound
    }
    try copy.append(body, start..<body.count)
    copy.finish()
    return copy
  }

  /// A compressed body that expands to more than this is not searched, so it cannot be masked.
  private static let largestCompressed = 64 << 20

  /// The masked bytes of a body in memory.
  package func masked(bytes: [UInt8], type: String) -> [UInt8] {
    guard !isNone else { return bytes }
    return bytes.withUnsafeBytes { Self.replacing(self.edits(in: $0, type: type), in: $0) } ?? bytes
  }

  /// The first `limit` bytes of a body, with a secret that extends beyond them masked, too.
  /// - Parameter bytes: the body, with up to `reach` bytes beyond the limit.
  package func masked(startOf bytes: [UInt8], limit: Int, type: String) -> [UInt8] {
    guard bytes.count > limit else { return masked(bytes: bytes, type: type) }
    guard !isNone else { return Array(bytes.prefix(limit)) }
    return bytes.withUnsafeBytes { raw in
      let edits = self.edits(in: raw, type: type).filter { $0.range.lowerBound < limit }
      let end = max(limit, edits.last?.range.upperBound ?? 0)
      let start = UnsafeRawBufferPointer(rebasing: raw[..<end])
      return Self.replacing(edits, in: start) ?? Array(start)
    }
  }

  /// The length of the longest secret in any spelling.
  package var reach: Int { matcher.longest }

  /// The replacements, in order and without overlaps.
  /// - Parameter passed: called with each range that was searched and is not needed for now.
  private func edits(
    in raw: UnsafeRawBufferPointer, type: String, passed: (Range<Int>) -> Void = { _ in }
  ) -> [Edit] {
    let plain = Array(mask.utf8)
    var named = secretValues(in: raw, passed: passed).map { Edit(range: $0, text: quotedMask) }
    let media = MediaType(type)
    if media.essence == "application/x-www-form-urlencoded" {
      named += formValues(in: raw).filter { !$0.isEmpty }.map { Edit(range: $0, text: plain) }
    } else if media.essence.hasPrefix("multipart/"), let boundary = media.parameters["boundary"] {
      named += partValues(in: raw, boundary: boundary).map { Edit(range: $0, text: plain) }
    }
    named.sort { $0.range.lowerBound < $1.range.lowerBound }
    var start = 0
    let texts = matcher.ranges(
      in: raw,
      passed: { place in
        passed(start..<place)
        start = place
      })
    let found = texts.map { Edit(range: $0, text: plain) }
    return named.isEmpty ? found : Self.merged(named, found)
  }

  /// Merges overlapping edits; the edit of a value with a secret name wins.
  static func merged(_ named: [Edit], _ found: [Edit]) -> [Edit] {
    if named.isEmpty || found.isEmpty { return named + found }
    var result: [Edit] = []
    var rest = named[...]
    var others = found[...]
    while let next = [rest.first, others.first].compactMap(\.self).min(by: { $0.range.lowerBound < $1.range.lowerBound }
    ) {
      let isNamed = rest.first?.range == next.range
      if isNamed { rest.removeFirst() } else { others.removeFirst() }
      guard let last = result.last, next.range.lowerBound < last.range.upperBound else {
        result.append(next)
        continue
      }
      let whole = last.range.lowerBound..<max(last.range.upperBound, next.range.upperBound)
      result[result.count - 1] = Edit(range: whole, text: isNamed ? next.text : last.text)
    }
    return result
  }

  /// `nil` if there is nothing to replace.
  static func replacing(_ edits: [Edit], in raw: UnsafeRawBufferPointer) -> [UInt8]? {
    guard !edits.isEmpty else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(raw.count)
    var start = 0
    for edit in edits {
      bytes += raw[start..<edit.range.lowerBound]
      bytes += edit.text
      start = edit.range.upperBound
    }
    return bytes + raw[start...]
  }

  /// The values of `a=1&b=2` with secret names.
  func formValues(in raw: UnsafeRawBufferPointer) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start = 0
    while start < raw.count {
      let end = raw[start...].firstIndex(of: UInt8(ascii: "&")) ?? raw.count
      if let equals = raw[start..<end].firstIndex(of: UInt8(ascii: "=")), equals - start < 256 {
        let written = String(decoding: raw[start..<equals], as: UTF8.self)
        let name = PercentEncoding.decodedText(written)
        if isSecret(parameter: name) || isAuthorizationCode(name, end - equals - 1) { found.append(equals + 1..<end) }
      }
      start = end + 1
    }
    return found
  }

  /// True for the code of an OAuth 2 login, in its redirect and its token request (RFC 6749, section 4.1), as far as
  /// the other fields of these are secret. Shorter codes are those of countries, errors and products.
  private func isAuthorizationCode(_ name: String, _ length: Int) -> Bool {
    length >= 8 && name == "code" && parameterNames.contains("code_verifier")
  }

  /// The contents of parts with secret names (RFC 7578).
  private func partValues(in raw: UnsafeRawBufferPointer, boundary: String) -> [Range<Int>] {
    let parts = MultipartReader(boundary: boundary).parts(of: raw, most: .max) { part in
      !part.range.isEmpty && isSecret(parameter: part.name ?? "")
    }
    return parts.map(\.range)
  }
}

extension ByteStore {
  /// Appends a range of another store, piece by piece.
  fileprivate func append(_ other: ByteStore, _ range: Range<Int>) throws(ByteStoreError) {
    let piece = 8 << 20
    for start in stride(from: range.lowerBound, to: range.upperBound, by: piece) {
      let part = start..<min(start + piece, range.upperBound)
      try append(other.bytes(in: part))
      other.releaseResidentMemory(in: part)
      releaseResidentMemory(in: count - part.count..<count)
    }
  }
}

/// Decodes a body that is still compressed, because it was requested without decoding, or sent like that. It may
/// contain secrets, so the search needs the decoded content.
enum CodedContent {
  /// The codings that the first bytes of a body indicate, regardless of its head.
  static func codings(of body: UnsafeRawBufferPointer) -> [String] {
    if body.starts(with: [0x1F, 0x8B, 0x08]) { return ["gzip"] }
    if body.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) { return ["zstd"] }
    return []
  }

  /// The decoded content; `nil` if it cannot be decoded (missing library, damaged or truncated content) or exceeds
  /// `limit` bytes.
  static func decoded(_ body: UnsafeRawBufferPointer, _ codings: [String], limit: Int) -> [UInt8]? {
    let decoding = BodyDecoding(codings, .installed)
    var content: [UInt8] = []
    do throws(DecodingFault) {
      let (_, isTaken) = try decoding.decode(body) { piece in
        guard content.count + piece.count <= limit else { return false }
        content += piece
        return true
      }
      return isTaken && decoding.isWhole ? content : nil
    } catch {
      // The reason does not matter to the caller.
      return nil
    }
  }
}

/// The description of a body in the head of its message.
package struct ContentLabel: Hashable, Sendable {
  /// The value of Content-Type.
  package var type: String
  /// The codings still applied to the body, in the order in which they were applied.
  package var codings: [String]

  package init(_ type: String, codings: [String] = []) {
    self.type = type
    self.codings = codings
  }
}

/// The reason why a body cannot be masked. An unmasked body is not written.
package enum MaskingError: Error, Equatable {
  case storage(ByteStoreError)
  /// Its coding cannot be decoded, and it may contain secrets.
  case unreadable
}

/// Masks JSON values with secret names, such as tokens in the response to a login.
///
/// The body is not parsed: a value follows a quoted name and a colon. This also masks truncated bodies and bodies with
/// several documents.
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

  var quotedMask: [UInt8] { Array("\"\(mask)\"".utf8) }

  /// The name without its word separators.
  static func memberForm(_ name: some Sequence<UInt8>) -> String {
    String(decoding: name.filter { !isMark($0) }, as: UTF8.self)
  }

  fileprivate static func isMark(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") }

  /// The ranges of the values, including quotes, in order.
  /// - Parameter passed: called with each searched range of a few megabytes.
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

  /// A string or a number, or all of them in an array. A truncated string extends to the end.
  private static func values(from start: Int, in raw: UnsafeRawBufferPointer) -> [Range<Int>] {
    var tokens = JSONTokens(raw[start...])
    guard let first = tokens.next() else { return [] }
    guard raw[first.range.lowerBound] == UInt8(ascii: "[") else { return isValue(first, raw) ? [first.range] : [] }
    var found: [Range<Int>] = []
    repeat {
      guard let value = tokens.next(), isValue(value, raw) else { break }
      found.append(value.range)
    } while tokens.next()?.kind == .comma
    return found
  }

  private static func isValue(_ token: JSONToken, _ raw: UnsafeRawBufferPointer) -> Bool {
    switch token.kind {
    case .string, .unfinishedString: true
    case .word: raw[token.range.lowerBound].isASCIIDigit || raw[token.range.lowerBound] == UInt8(ascii: "-")
    default: false
    }
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
    return endingWith[Int(raw[end].asciiLowercased)].first { stands($0, endingAt: end, in: raw) }
  }

  private func stands(_ name: Int, endingAt end: Int, in raw: UnsafeRawBufferPointer) -> Bool {
    var index = end
    for place in places[name] {
      while index >= 0, Redaction.isMark(raw[index]) { index -= 1 }
      guard index >= 0, raw[index].asciiLowercased == letters[place] else { return false }
      index -= 1
    }
    while index >= 0, Redaction.isMark(raw[index]) { index -= 1 }
    return index >= 0 && raw[index] == 0x22
  }
}
