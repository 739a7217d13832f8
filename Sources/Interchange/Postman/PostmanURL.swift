import Workspaces

/// A URL of a Postman request: a text, or an object of its parts.
struct PostmanURL {
  private(set) var text: String
  private(set) var params: [Parameter] = []

  init(_ node: JSONNode?) {
    text = ""
    guard let node else { return }
    text = node.string ?? node["raw"]?.string ?? Self.assembled(node)
    if let query = node["query"]?.array {
      params = query.map { Parameter(.query, PostmanReader.row($0)) }
    } else {
      params = QueryText.pairs(of: text).map { Parameter(.query, Row($0.name, $0.value ?? "")) }
    }
    params += PostmanReader.rows(node["variable"]).map { Parameter(.path, $0) }
  }

  private static func assembled(_ node: JSONNode) -> String {
    var text = node["protocol"]?.string.map { $0 + "://" } ?? ""
    text += joined(node["host"], by: ".")
    if let port = node["port"], port != .null { text += ":" + PostmanReader.scalar(port) }
    let path = joined(node["path"], by: "/")
    if !path.isEmpty { text += path.hasPrefix("/") ? path : "/" + path }
    let rows = PostmanReader.rows(node["query"]).filter(\.isEnabled)
    let hasValue = (node["query"]?.array ?? []).map { $0["value"]?.string != nil }
    let pairs = zip(rows, hasValue).map { row, hasValue in QueryText.Pair(row.name, hasValue ? row.value : nil) }
    if !pairs.isEmpty { text = QueryText.url(text, with: pairs) }
    return text + (node["hash"]?.string.map { "#" + $0 } ?? "")
  }

  /// A list of segments, each a text or an object with its value, or one text.
  private static func joined(_ node: JSONNode?, by separator: String) -> String {
    guard let node else { return "" }
    return node.string
      ?? (node.array ?? []).map { $0.string ?? PostmanReader.scalar($0["value"]) }.joined(separator: separator)
  }
}
