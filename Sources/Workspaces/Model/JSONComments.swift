import Basics

/// Comments in a JSON text, as several editors allow them; they are removed before sending.
package enum JSONComments {
  /// The text without `// …` and `/* … */`, and without lines that held only a comment; `nil` if it has none. Comment
  /// signs in a string or between `{{` and `}}` are kept.
  package static func removed(from text: String) -> String? {
    let bytes = Array(text.utf8)
    let comments = ranges(in: bytes)
    guard !comments.isEmpty else { return nil }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var place = 0
    for comment in comments {
      output += bytes[place..<comment.lowerBound]
      place = comment.upperBound
      let blanks = output.reversed().prefix(while: \.isBlank).count
      let start = output.count - blanks
      let rest = bytes[place...].drop { $0.isBlank || $0 == 0x0D }
      let isAlone = (start == 0 || output[start - 1] == 0x0A) && (rest.first ?? 0x0A) == 0x0A
      guard isAlone || place == bytes.count || isLineEnd(bytes[place]) else { continue }
      output.removeLast(blanks)
      if isAlone { place = min(rest.startIndex + 1, bytes.count) }
    }
    return String(decoding: output + bytes[place...], as: UTF8.self)
  }

  /// The text with its comments replaced by blanks, so that every position stays; `nil` if it has none.
  package static func blanked(in text: String) -> String? {
    var bytes = Array(text.utf8)
    let comments = ranges(in: bytes)
    for place in comments.joined() where !isLineEnd(bytes[place]) { bytes[place] = 0x20 }
    return comments.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// The JSON to send for a text, resolved by `resolve`: without its comments if the result is JSON, else the text
  /// unchanged.
  package static func sent<Failure: Error>(
    _ text: String, _ resolve: (String) throws(Failure) -> String?
  ) throws(Failure) -> String? {
    // Text that is not JSON even without its comments is sent unchanged.
    if let plain = removed(from: text), let sent = try resolve(plain), (try? JSONValue(parsing: sent.utf8)) != nil {
      return sent
    }
    return try resolve(text)
  }

  /// The comments; none if one does not end.
  private static func ranges(in bytes: [UInt8]) -> [Range<Int>] {
    guard bytes.contains(UInt8(ascii: "/")) else { return [] }
    var found: [Range<Int>] = []
    var tokens = JSONTokens(bytes)
    // No variable ends before it; without this, a long line would be searched again for each of its braces.
    var endOfSearch = 0
    while let token = tokens.next() {
      let start = token.range.lowerBound
      switch (bytes[start], start + 1 < bytes.count ? bytes[start + 1] : 0) {
      case (UInt8(ascii: "{"), UInt8(ascii: "{")) where start >= endOfSearch:
        // A variable ends on the same line.
        let line = bytes[(start + 2)...].prefix { $0 != 0x0A }
        if let end = end(of: "}}", in: line) { tokens.place = end } else { endOfSearch = line.endIndex }
      case (UInt8(ascii: "/"), UInt8(ascii: "/")):
        tokens.place = bytes[start...].firstIndex(where: isLineEnd) ?? bytes.count
        found.append(start..<tokens.place)
      case (UInt8(ascii: "/"), UInt8(ascii: "*")):
        guard let end = end(of: "*/", in: bytes[(start + 2)...]) else { return [] }
        tokens.place = end
        found.append(start..<end)
      default: break
      }
    }
    return found
  }

  /// The offset after the first occurrence of a mark.
  private static func end(of mark: String, in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.firstRange(of: mark.utf8)?.upperBound
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
