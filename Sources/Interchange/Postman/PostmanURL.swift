import Basics
import Workspaces

/// The URL of a Postman request: a text, or an object with its parts.
///
/// Postman sends the parts and only displays `raw`. If both agree, the URL is spelled as in `raw`.
struct PostmanURL {
  private(set) var text = ""
  private(set) var params: [Parameter] = []
  /// The text of `raw` if it differs from the parts.
  private(set) var unsentRaw: String?

  /// - Parameter encodes: true if Postman encodes the rows of the query.
  init(_ node: JSONValue?, encodes: Bool = true) {
    guard let node else { return }
    guard node.string == nil else {
      text = (node.string ?? "").trimmingASCII(\.isASCIIWhitespace)
      showQuery()
      return
    }
    let raw = (node["raw"]?.string ?? "").trimmingASCII(\.isASCIIWhitespace)
    let parts = Parts(node)
    guard parts.hasHost || node["query"]?.array != nil else {
      text = raw
      showQuery()
      params += PostmanReader.rows(node["variable"]).map { Parameter(.path, $0) }
      return
    }
    let query = PostmanQuery(node["query"]?.array ?? [], encodes: encodes)
    let written = QueryText.parts(of: raw)
    let sameBase = !parts.hasHost || parts.isSame(as: written.before)
    let base = sameBase && !raw.isEmpty ? written.before : parts.base
    let isPlain = query.isPlain(raw.dropFirst(written.before.count + 1), hash: parts.hash)
    let sameQuery = query.isSame(as: raw)
    let pairs = sameQuery ? QueryText.pairs(of: raw) : query.pairs
    let fragment = parts.hash ?? (isPlain ? nil : written.fragment)
    text = QueryText.url(base + (fragment.map { "#" + $0 } ?? ""), with: pairs)
    params = query.parameters(spelledAs: pairs) + PostmanReader.rows(node["variable"]).map { Parameter(.path, $0) }
    if !raw.isEmpty, !sameBase || !(isPlain || query.covers(raw)) { unsentRaw = raw }
  }

  private mutating func showQuery() {
    params = QueryText.pairs(of: text).map { Parameter(.query, Row($0.name, $0.value ?? "")) }
  }

  /// The parts of a URL before the query.
  private struct Parts {
    let base: String
    let hasHost: Bool
    let hash: String?
    private let hasScheme: Bool
    private let hasPath: Bool

    init(_ node: JSONValue) {
      let scheme = node["protocol"]?.string ?? ""
      let host = Self.joined(node["host"], by: ".")
      let path = Self.path(node["path"])
      var text = host
      if let port = node["port"], !port.saysNothing { text += ":" + ForeignText.scalar(port) }
      if let user = node["auth"]?["user"]?.string {
        text = user + (node["auth"]?["password"]?.string.map { ":" + $0 } ?? "") + "@" + text
      }
      base = (scheme.isEmpty ? "" : scheme.hasSuffix("://") ? scheme : scheme + "://") + text + path
      hasHost = !host.isEmpty
      hasScheme = !scheme.isEmpty
      hasPath = !path.isEmpty
      hash = node["hash"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// True if `raw` agrees up to its query. The parts in older exports may lack the scheme.
    func isSame(as raw: String) -> Bool {
      var raw = raw
      if !hasScheme, let mark = raw.utf8.range(ofBytes: "://") { raw = String(raw[mark.upperBound...]) }
      if !hasPath, raw.hasSuffix("/") { raw.removeLast() }
      return raw == base || FormEncoding.decodePercent(raw) == FormEncoding.decodePercent(base)
    }

    /// A list of segments, or one text.
    private static func path(_ node: JSONValue?) -> String {
      guard let node, node != .null else { return "" }
      let text = joined(node, by: "/")
      if let written = node.string { return written.isEmpty || written.hasPrefix("/") ? written : "/" + written }
      return node.array?.isEmpty == false ? "/" + text : ""
    }

    /// Segments are texts or objects with `value`.
    private static func joined(_ node: JSONValue?, by separator: String) -> String {
      guard let node else { return "" }
      return node.string
        ?? (node.array ?? []).map { $0.string ?? ForeignText.scalar($0["value"]) }.joined(separator: separator)
    }
  }
}

/// The rows of a query, and the pairs that Postman sends for them.
struct PostmanQuery {
  private let rows: [Row]
  /// The indices of the sent rows, and whether they have a value, even an empty one.
  private let sent: [(place: Int, hasValue: Bool)]
  private let encodes: Bool

  init(_ nodes: [JSONValue], encodes: Bool) {
    rows = nodes.map(PostmanReader.row)
    let sent = rows.enumerated().filter { _, row in row.isEnabled && !(row.name.isEmpty && row.value.isEmpty) }
    self.sent = sent.map { ($0.offset, PostmanReader.hasValue(nodes[$0.offset])) }
    self.encodes = encodes
  }

  /// The pairs in the order of the rows, encoded as by Postman.
  var pairs: [QueryText.Pair] {
    sent.map { place, hasValue in
      let row = encoded(rows[place])
      return QueryText.Pair(row.name, hasValue ? row.value : nil)
    }
  }

  private func encoded(_ row: Row) -> Row { QueryEncoding.row(row, encodes ? .structure : .nothing) }

  /// True if `raw` contains the same pairs, in any encoding and order.
  func isSame(as raw: String) -> Bool {
    func keys(_ pairs: [QueryText.Pair]) -> [[String]] {
      pairs.map(Self.key).sorted { $0.lexicographicallyPrecedes($1) }
    }
    return keys(QueryText.pairs(of: raw)) == keys(pairs)
  }

  /// True if each pair of `raw` is one of the rows, sent or not.
  func covers(_ raw: String) -> Bool {
    let known = Set(rows.map { Self.key(QueryText.Pair(encoded($0).name, encoded($0).value)) })
    return QueryText.pairs(of: raw).allSatisfy { known.contains(Self.key($0)) }
  }

  private static func key(_ pair: QueryText.Pair) -> [String] {
    [FormEncoding.decodePercent(pair.name), FormEncoding.decodePercent(pair.value ?? "")]
  }

  /// True if the text equals the rows without any encoding, as displayed by Postman.
  func isPlain(_ text: Substring, hash: String?) -> Bool {
    let plain = sent.map { place, hasValue in rows[place].name + (hasValue ? "=" + rows[place].value : "") }
    return text == plain.joined(separator: "&") + (hash.map { "#" + $0 } ?? "")
  }

  /// The rows, spelled as in the URL.
  func parameters(spelledAs pairs: [QueryText.Pair]) -> [Parameter] {
    var places: [[String]: [Int]] = [:]
    for (index, pair) in pairs.enumerated().reversed() {
      places[Self.key(pair), default: []].append(index)
    }
    let isSent = Set(sent.map(\.place))
    return rows.enumerated().map { index, row in
      var shown = encoded(row)
      let key = Self.key(QueryText.Pair(shown.name, shown.value))
      if isSent.contains(index), let place = places[key]?.popLast() {
        shown.name = pairs[place].name
        shown.value = pairs[place].value ?? ""
      }
      return Parameter(.query, shown)
    }
  }
}
