import Basics
import Workspaces

/// The URL of a Postman request: a text, or an object with its parts.
///
/// Postman sends the rows of `query` and only shows `raw`, so the URL also gets rows that `raw` lacks.
struct PostmanURL {
  private(set) var text: String
  private(set) var params: [Parameter] = []
  /// Where `raw` and the rows differ and the rows are used.
  private(set) var conflicts: [String] = []

  init(_ node: JSONValue?) {
    text = ""
    guard let node else { return }
    let raw = node.string ?? node["raw"]?.string
    text = raw ?? Self.assembled(node)
    if let query = node["query"]?.array {
      merge(query.map { (PostmanReader.row($0), PostmanReader.hasValue($0)) }, hasRaw: raw?.isEmpty == false)
    } else {
      params = QueryText.pairs(of: text).map { Parameter(.query, Row($0.name, $0.value ?? "")) }
    }
    params += PostmanReader.rows(node["variable"]).map { Parameter(.path, $0) }
  }

  /// Merges the rows into the query of `raw`: an equal pair stays as written, a different value comes from the row, and
  /// pairs on one side only are kept.
  private mutating func merge(_ rows: [(row: Row, hasValue: Bool)], hasRaw: Bool) {
    params = rows.map { Parameter(.query, $0.row) }
    guard hasRaw else { return }
    let written = QueryText.pairs(of: text)
    let sent = rows.indices.filter { rows[$0].row.isEnabled && !rows[$0].row.isBlank }
    var places = [Int?](repeating: nil, count: rows.count)
    var free = Set(written.indices)
    // The same text first, then the same value in another encoding, then the same name.
    let keys: [(QueryText.Pair) -> [String]] = [
      { [$0.name, $0.value ?? ""] }, { [$0.decoded.name, $0.decoded.value] }, { [$0.decoded.name] },
    ]
    for key in keys {
      var known: [[String]: [Int]] = [:]
      for place in free.sorted(by: >) { known[key(written[place]), default: []].append(place) }
      for index in sent where places[index] == nil {
        guard let place = known[key(QueryText.Pair(rows[index].row.name, rows[index].row.value))]?.popLast() else {
          continue
        }
        places[index] = place
        free.remove(place)
      }
    }
    // Postman never writes a disabled row into `raw`; if one is there, it is not sent either.
    let off = Set(rows.map(\.row).filter { !$0.isEnabled }.map(\.name))
    free = free.filter { !off.contains(written[$0].name) }
    var pairs: [(place: Int, pair: QueryText.Pair)] = free.map { ($0, written[$0]) }
    var last = -1
    for index in sent {
      let (row, hasValue) = rows[index]
      let place = places[index] ?? last
      last = max(last, place)
      pairs.append((place, pair(row, hasValue, over: places[index].map { written[$0] })))
    }
    let ordered = pairs.enumerated().sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }
      .map(\.element.pair)
    params += free.sorted().map { Parameter(.query, Row(written[$0].name, written[$0].value ?? "")) }
    if ordered != written { text = QueryText.url(text, with: ordered) }
  }

  /// The pair as written in `raw`, unless the row differs.
  private mutating func pair(_ row: Row, _ hasValue: Bool, over written: QueryText.Pair?) -> QueryText.Pair {
    let own = QueryText.Pair(row.name, hasValue ? row.value : nil)
    guard let written else { return own }
    if (written.value ?? "") == row.value && written.name == row.name || written.decoded == own.decoded {
      return written
    }
    conflicts.append("\(row.name)=\(row.value), and not \(written.value ?? "") as in raw")
    return own
  }

  private static func assembled(_ node: JSONValue) -> String {
    var text = node["protocol"]?.string.map { $0 + "://" } ?? ""
    text += joined(node["host"], by: ".")
    if let port = node["port"], port != .null { text += ":" + ForeignText.scalar(port) }
    let path = joined(node["path"], by: "/")
    if !path.isEmpty { text += path.hasPrefix("/") ? path : "/" + path }
    let rows = (node["query"]?.array ?? []).map { (PostmanReader.row($0), PostmanReader.hasValue($0)) }
    let pairs = rows.filter { $0.0.isEnabled && !$0.0.isBlank }.map {
      QueryText.Pair($0.0.name, $0.1 ? $0.0.value : nil)
    }
    if !pairs.isEmpty { text = QueryText.url(text, with: pairs) }
    return text + (node["hash"]?.string.map { "#" + $0 } ?? "")
  }

  /// A list of segments, each a text or an object with `value`, or one text.
  private static func joined(_ node: JSONValue?, by separator: String) -> String {
    guard let node else { return "" }
    return node.string
      ?? (node.array ?? []).map { $0.string ?? ForeignText.scalar($0["value"]) }.joined(separator: separator)
  }
}

extension Row {
  /// An empty row.
  fileprivate var isBlank: Bool { name.isEmpty && value.isEmpty }
}

extension QueryText.Pair {
  fileprivate var decoded: (name: String, value: String) {
    (FormEncoding.decodePercent(name), FormEncoding.decodePercent(value ?? ""))
  }
}
