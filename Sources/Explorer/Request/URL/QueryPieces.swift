import Workspaces

/// The query of a URL as typed, cut into its pieces and put together again; nothing is encoded or decoded.
///
/// What stands inside `{{…}}` is never cut.
struct QueryPieces: Equatable {
  /// Everything before `?`.
  var path: String
  /// Between the `&`; `nil` without a `?`.
  var pieces: [String]?
  /// With its `#`; empty when there is none.
  var fragment: String

  init(_ url: String) {
    let (before, fragment) = Self.cut(url, at: UInt8(ascii: "#"))
    self.fragment = fragment.map { "#" + $0 } ?? ""
    let (path, query) = Self.cut(before, at: UInt8(ascii: "?"))
    self.path = path
    pieces = query.map { $0.isEmpty ? [] : Self.split($0, at: UInt8(ascii: "&"), limit: .max) }
  }

  var url: String { path + (pieces.map { "?" + $0.joined(separator: "&") } ?? "") + fragment }

  /// The pieces that say something, as name and value.
  var pairs: [(name: String, value: String, text: String)] {
    (pieces ?? []).filter { !$0.isEmpty }.map { piece in
      let (name, value) = Self.cut(piece, at: UInt8(ascii: "="))
      return (name, value ?? "", piece)
    }
  }

  /// The names of the path's `:name` segments, in order, each once.
  var pathNames: [String] {
    var rest = Substring(path)
    if let scheme = rest.firstRange(of: "://") { rest = rest[scheme.upperBound...] }
    var names: [String] = []
    for segment in Self.split(String(rest), at: UInt8(ascii: "/"), limit: .max).dropFirst() where segment.first == ":" {
      let name = String(segment.dropFirst())
      if !name.isEmpty, !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// The URL with the query that its switched-on parameters say. A parameter that is in the URL already keeps the
  /// spelling it has there (`?a` and `?a=` are not the same).
  static func url(_ url: String, showing params: [Parameter]) -> String {
    var parts = QueryPieces(url)
    var spelled = parts.pairs
    let wanted = params.filter { $0.place == .query && $0.row.isEnabled }.map(\.row)
    let pieces = wanted.filter { !$0.name.isEmpty || !$0.value.isEmpty }.map { row -> String in
      if let index = spelled.firstIndex(where: { $0.name == row.name && $0.value == row.value }) {
        return spelled.remove(at: index).text
      }
      return row.name + "=" + row.value
    }
    guard pieces != parts.pairs.map(\.text) else { return url }
    parts.pieces = pieces.isEmpty ? nil : pieces
    return parts.url
  }

  private static func cut(_ text: String, at mark: UInt8) -> (String, String?) {
    let pieces = split(text, at: mark, limit: 1)
    return (pieces[0], pieces.count > 1 ? pieces[1] : nil)
  }

  /// Never empty.
  private static func split(_ text: String, at mark: UInt8, limit: Int) -> [String] {
    let bytes = Array(text.utf8)
    var pieces: [String] = []
    var start = 0
    var depth = 0
    var index = 0
    while index < bytes.count {
      let isPair = index + 1 < bytes.count && bytes[index] == bytes[index + 1]
      if isPair, bytes[index] == UInt8(ascii: "{") {
        depth += 1
        index += 2
      } else if isPair, bytes[index] == UInt8(ascii: "}"), depth > 0 {
        depth -= 1
        index += 2
      } else {
        if bytes[index] == mark, depth == 0, pieces.count < limit {
          pieces.append(String(decoding: bytes[start..<index], as: UTF8.self))
          start = index + 1
        }
        index += 1
      }
    }
    pieces.append(String(decoding: bytes[start...], as: UTF8.self))
    return pieces
  }
}
