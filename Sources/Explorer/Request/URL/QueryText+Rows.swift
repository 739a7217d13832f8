import Workspaces

extension QueryText {
  /// The pairs of a URL's query that say something.
  static func rows(of url: String) -> [Pair] {
    pairs(of: url).filter { !$0.name.isEmpty || $0.value != nil }
  }

  /// The URL with the query that its switched-on parameters say. A parameter that is in the URL already keeps the
  /// spelling it has there (`?a` and `?a=` are not the same).
  static func url(_ url: String, showing params: [Parameter]) -> String {
    let spelled = rows(of: url)
    var left = spelled
    let wanted = params.filter(\.isInQuery).map { parameter -> Pair in
      let row = parameter.row
      if let index = left.firstIndex(where: { $0.name == row.name && $0.value ?? "" == row.value }) {
        return left.remove(at: index)
      }
      return Pair(row.name, row.value)
    }
    return wanted == spelled ? url : self.url(url, with: wanted)
  }
}

extension Parameter {
  func says(_ pair: QueryText.Pair) -> Bool { row.name == pair.name && row.value == pair.value ?? "" }

  /// Whether the URL's query shows it.
  var isInQuery: Bool { place == .query && row.isEnabled && !(row.name.isEmpty && row.value.isEmpty) }
}
