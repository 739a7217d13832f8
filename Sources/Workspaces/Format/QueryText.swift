/// The query of a URL as typed, split into pairs and joined again without encoding or decoding: variables stay as they
/// are.
package enum QueryText {
  /// One `name=value`; `value` is `nil` for a bare name.
  package struct Pair: Hashable, Sendable {
    package var name: String
    package var value: String?

    package init(_ name: String, _ value: String?) {
      self.name = name
      self.value = value
    }
  }

  /// The pairs after the first `?` and before `#`, outside `{{…}}`.
  package static func pairs(of url: String) -> [Pair] {
    let query = parts(of: url).query
    guard let query, !query.isEmpty else { return [] }
    return pieces(of: query) { $0 == UInt8(ascii: "&") }.map { piece in
      let halves = cut(piece, at: UInt8(ascii: "="))
      return Pair(halves.before, halves.after)
    }
  }

  /// `url` with its query replaced; without any query if `pairs` is empty.
  package static func url(_ url: String, with pairs: [Pair]) -> String {
    let parts = parts(of: url)
    let query = pairs.map { pair in pair.value.map { "\(pair.name)=\($0)" } ?? pair.name }.joined(separator: "&")
    return parts.before + (pairs.isEmpty ? "" : "?" + query) + (parts.fragment.map { "#" + $0 } ?? "")
  }

  /// Names of the `:name` segments of the path, in order, without repetition.
  package static func pathNames(of url: String) -> [String] {
    var before = parts(of: url).before
    if let scheme = before.firstRange(of: "://") { before = String(before[scheme.upperBound...]) }
    var names: [String] = []
    var known: Set<String> = []
    for segment in pieces(of: before, at: { $0 == UInt8(ascii: "/") }).dropFirst() where segment.hasPrefix(":") {
      let name = String(segment.dropFirst())
      if !name.isEmpty, known.insert(name).inserted { names.append(name) }
    }
    return names
  }

  package static func parts(of url: String) -> (before: String, query: String?, fragment: String?) {
    let outer = cut(url, at: UInt8(ascii: "#"))
    let inner = cut(outer.before, at: UInt8(ascii: "?"))
    return (inner.before, inner.after, outer.after)
  }

  /// Splits at the first `mark` outside `{{…}}`.
  private static func cut(_ text: String, at mark: UInt8) -> (before: String, after: String?) {
    let pieces = pieces(of: text, most: 1) { $0 == mark }
    return (pieces[0], pieces.count > 1 ? pieces[1] : nil)
  }

  /// Splits at separators outside `{{…}}`, the first `most` ones.
  package static func pieces(of text: String, most: Int = .max, at isSeparator: (UInt8) -> Bool) -> [String] {
    var pieces: [String] = []
    var depth = 0
    let bytes = Array(text.utf8)
    var start = 0
    var index = 0
    while index < bytes.count {
      let pair = index + 1 < bytes.count && bytes[index] == bytes[index + 1]
      if pair, bytes[index] == UInt8(ascii: "{") {
        depth += 1
        index += 2
        continue
      }
      if pair, bytes[index] == UInt8(ascii: "}"), depth > 0 {
        depth -= 1
        index += 2
        continue
      }
      if depth == 0, pieces.count < most, isSeparator(bytes[index]) {
        pieces.append(String(decoding: bytes[start..<index], as: UTF8.self))
        start = index + 1
      }
      index += 1
    }
    pieces.append(String(decoding: bytes[start...], as: UTF8.self))
    return pieces
  }
}
