import Basics

/// The pattern of a request target: a path, and a query that distinguishes answers.
package struct TargetPattern: Hashable, Sendable, Codable {
  package struct Parameter: Hashable, Sendable, Codable {
    package var name: String
    /// The value; a hole matches any.
    package var value: HoledText

    package init(_ name: String, _ value: HoledText) {
      self.name = name
      self.value = value
    }
  }

  package var path: PathPattern
  package var query: [Parameter]

  package init(path: PathPattern, query: [Parameter] = []) {
    self.path = path
    self.query = query
  }

  /// The quality of a match; `nil` if the path does not match.
  func match(_ target: RequestTarget) -> Fit? {
    guard let path = path.match(target.path) else { return nil }
    return Fit(path: path, query: query.reduce(0) { $0 + Self.points(for: $1, target) })
  }

  /// The points of a query parameter. The query never excludes an answer: another page's answer is better than none.
  private static func points(for parameter: Parameter, _ target: RequestTarget) -> Int {
    let values = target.query.filter { $0.name == parameter.name }.map(\.value)
    guard !values.isEmpty else { return -1 }
    guard parameter.value.text != nil else { return 2 }
    return values.contains { parameter.value.matches($0) } ? 4 : -4
  }

  var shown: String {
    let pairs = query.map { "\($0.name)=\($0.value.shown)" }.joined(separator: "&")
    return path.shown + (pairs.isEmpty ? "" : "?" + pairs)
  }
}

/// The quality of a match: first by path, then by query.
struct Fit: Comparable {
  var path: [Int]
  var query: Int

  static func < (one: Fit, other: Fit) -> Bool {
    if one.path != other.path { return one.path.lexicographicallyPrecedes(other.path) }
    return one.query < other.query
  }
}

/// The target of a received request, percent-decoded (RFC 3986).
package struct RequestTarget: Hashable, Sendable {
  package struct Pair: Hashable, Sendable {
    package var name: String
    package var value: String
  }

  package let path: [String]
  package let query: [Pair]

  package init(path: [String], query: [(name: String, value: String)] = []) {
    self.path = path
    self.query = query.map { Pair(name: $0.name, value: $0.value) }
  }
}

/// A part of a URL pattern: text and holes, such as `users-{{id}}.json`.
package struct HoledText: Hashable, Sendable, Codable {
  package enum Piece: Hashable, Sendable, Codable {
    case text(String)
    /// Matches one character or more.
    case hole

    var isText: Bool { if case .text = self { true } else { false } }
  }

  package private(set) var pieces: [Piece]

  package init(_ pieces: [Piece]) {
    self.pieces = pieces
  }

  /// Parses text with `{{name}}` as holes, and `{name}` if `singleBraces` is true.
  package init(_ text: some StringProtocol, singleBraces: Bool = false) {
    pieces = []
    var rest = Substring(text)
    // Without closing braces, none follow later either: each is searched for once.
    var (mayBeDouble, mayBeSingle) = (true, singleBraces)
    while let brace = rest.firstIndex(of: "{") {
      let isDouble = rest[brace...].hasPrefix("{{")
      let end = (isDouble ? mayBeDouble : mayBeSingle) ? rest[brace...].firstRange(of: isDouble ? "}}" : "}") : nil
      guard let end else {
        if isDouble { mayBeDouble = false } else { mayBeSingle = false }
        add(rest[...brace])
        rest = rest[rest.index(after: brace)...]
        continue
      }
      add(rest[..<brace])
      if pieces.last != .hole { pieces.append(.hole) }
      rest = rest[end.upperBound...]
    }
    add(rest)
  }

  private mutating func add(_ text: Substring) {
    guard !text.isEmpty else { return }
    if pieces.last?.isText != true { pieces.append(.text("")) }
    guard case .text(var whole)? = pieces.popLast() else { return }
    // Taken out of the array so that it grows in place.
    whole += text
    pieces.append(.text(whole))
  }

  /// The text; `nil` if there is a hole.
  package var text: String? {
    switch pieces.first {
    case nil: ""
    case .text(let text) where pieces.count == 1: text
    default: nil
    }
  }

  /// The precision of the pattern: 0 for a hole alone, 1 for text with holes, 2 for text.
  package var specificity: Int { text != nil ? 2 : pieces == [.hole] ? 0 : 1 }

  /// The shown form: `users-{}.json`.
  var shown: String {
    pieces.map { piece in if case .text(let text) = piece { text } else { "{}" } }.joined()
  }

  /// The percent-decoded form, piece by piece.
  var decoded: HoledText {
    HoledText(
      pieces.map { piece in if case .text(let text) = piece { .text(PercentEncoding.decodedText(text)) } else { piece }
      })
  }

  package func matches(_ text: String) -> Bool {
    var rest = Substring(text)
    var mayGrow = false
    for (index, piece) in pieces.enumerated() {
      guard case .text(let wanted) = piece else {
        // A hole takes at least one character, and more if the text after it comes later.
        guard !rest.isEmpty else { return false }
        rest = rest.dropFirst()
        mayGrow = true
        continue
      }
      if !mayGrow {
        guard rest.hasPrefix(wanted) else { return false }
        rest = rest.dropFirst(wanted.count)
      } else if index == pieces.count - 1 {
        return rest.hasSuffix(wanted)
      } else {
        guard let found = rest.firstRange(of: wanted) else { return false }
        rest = rest[found.upperBound...]
      }
      mayGrow = false
    }
    return mayGrow || rest.isEmpty
  }
}

/// A path pattern for finding answers: `/users/:id`, `/users/{id}`, `/users/{{id}}/orders`.
package struct PathPattern: Hashable, Sendable, Codable {
  package private(set) var segments: [HoledText]

  /// - Parameters:
  ///   - path: without query, as written in a request. Empty segments are ignored, so `/users/` is `/users`.
  ///   - values: the file's values for path parameters `:id` or `{id}`.
  package init(_ path: String, values: [String: String] = [:]) {
    segments = Self.split(path[...], at: "/").filter { !$0.isEmpty }.map { segment in
      if segment.hasPrefix(":"), segment.count > 1 {
        return Self.hole(named: segment.dropFirst(), values)
      }
      let isNamed = segment.hasPrefix("{") && !segment.hasPrefix("{{") && segment.hasSuffix("}")
      if isNamed, segment.count > 2, segment.firstIndex(of: "}") == segment.index(before: segment.endIndex) {
        return Self.hole(named: segment.dropFirst().dropLast(), values)
      }
      return HoledText(segment, singleBraces: true).decoded
    }
  }

  private static func hole(named name: Substring, _ values: [String: String]) -> HoledText {
    guard let value = values[String(name)], !value.isEmpty else { return HoledText([.hole]) }
    return HoledText(value)
  }

  /// Splits at a character outside `{{…}}`.
  package static func split(_ text: Substring, at mark: Character) -> [Substring] {
    var found: [Substring] = []
    var start = text.startIndex
    var index = text.startIndex
    var hasBraces = true
    while index < text.endIndex {
      if hasBraces, text[index...].hasPrefix("{{") {
        if let end = text[index...].firstRange(of: "}}") {
          index = end.upperBound
          continue
        }
        hasBraces = false
      }
      if text[index] == mark {
        found.append(text[start..<index])
        start = text.index(after: index)
      }
      index = text.index(after: index)
    }
    return found + [text[start...]]
  }

  /// The specificity of each segment if all match: text ranks above holes, from the first segment on.
  package func match(_ path: [String]) -> [Int]? {
    guard path.count == segments.count else { return nil }
    for (segment, text) in zip(segments, path) where !segment.matches(text) { return nil }
    return segments.map(\.specificity)
  }

  package var shown: String { "/" + segments.map(\.shown).joined(separator: "/") }
}
