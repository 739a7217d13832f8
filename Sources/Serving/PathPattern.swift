import Basics

/// A piece of a URL that stands for many: text and holes, such as `users-{{id}}.json`.
package struct HoledText: Hashable, Sendable {
  package enum Piece: Hashable, Sendable {
    case text(String)
    /// One character or more.
    case hole

    var isText: Bool { if case .text = self { true } else { false } }
  }

  package private(set) var pieces: [Piece]

  package init(_ pieces: [Piece]) {
    self.pieces = pieces
  }

  /// Text with `{{name}}` as holes, and `{name}` if it says so.
  package init(_ text: some StringProtocol, singleBraces: Bool = false) {
    pieces = []
    var rest = Substring(text)
    // Where no closing braces follow, none follow later: each is looked for once.
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
    // Taken out, so that it grows in place.
    whole += text
    pieces.append(.text(whole))
  }

  /// `nil` if it has a hole.
  package var text: String? {
    switch pieces.first {
    case nil: ""
    case .text(let text) where pieces.count == 1: text
    default: nil
    }
  }

  /// How much of it is said: 0 for a hole alone, 1 for text with holes, 2 for text.
  package var specificity: Int { text != nil ? 2 : pieces == [.hole] ? 0 : 1 }

  /// As it is shown: `users-{}.json`.
  var shown: String {
    pieces.map { piece in if case .text(let text) = piece { text } else { "{}" } }.joined()
  }

  /// Percent-decoded, piece by piece.
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

/// The path of a request that answers are found by: `/users/:id`, `/users/{id}`, `/users/{{id}}/orders`.
package struct PathPattern: Hashable, Sendable {
  package private(set) var segments: [HoledText]

  package init(segments: [HoledText]) {
    self.segments = segments
  }

  /// - Parameters:
  ///   - path: without query, as written in a request. An empty segment counts for nothing, so `/users/` is `/users`.
  ///   - values: what stands in a file for a name, `:id` or `{id}`.
  package init(_ path: String, values: [String: String] = [:]) {
    segments = Self.split(path).map { segment in
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

  /// At slashes that are not inside `{{…}}`.
  private static func split(_ path: String) -> [Substring] {
    var found: [Substring] = []
    var start = path.startIndex
    var index = path.startIndex
    var hasBraces = true
    while index < path.endIndex {
      if hasBraces, path[index...].hasPrefix("{{") {
        if let end = path[index...].firstRange(of: "}}") {
          index = end.upperBound
          continue
        }
        hasBraces = false
      }
      if path[index] == "/" {
        found.append(path[start..<index])
        start = path.index(after: index)
      }
      index = path.index(after: index)
    }
    found.append(path[start...])
    return found.filter { !$0.isEmpty }
  }

  /// How much each segment says, if all match: texts come before holes, the first segment first.
  package func match(_ path: [String]) -> [Int]? {
    guard path.count == segments.count else { return nil }
    for (segment, text) in zip(segments, path) where !segment.matches(text) { return nil }
    return segments.map(\.specificity)
  }

  package var shown: String { "/" + segments.map(\.shown).joined(separator: "/") }
}
