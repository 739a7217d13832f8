import Workspaces

extension QueryText {
  /// The non-empty pairs of a URL's query.
  static func rows(of url: String) -> [Pair] {
    pairs(of: url).filter { !$0.name.isEmpty || $0.value != nil }
  }

  /// The URL with a query made of its enabled parameters. A parameter already in the URL keeps its spelling (`?a` and
  /// `?a=` differ).
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

  /// Whether the parameter is part of the URL's query.
  var isInQuery: Bool { place == .query && row.isEnabled && !(row.name.isEmpty && row.value.isEmpty) }
}
