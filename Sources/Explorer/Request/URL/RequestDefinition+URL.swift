import Workspaces

extension RequestDefinition {
  /// Takes a URL over as typed; the rows of its parameters follow. `original` is the request before the typing began:
  /// seen from there, a name that is half typed leaves no trace.
  mutating func setURL(_ text: String, from original: RequestDefinition) {
    url = text
    params = original.params
    stepPath(from: QueryText.pathNames(of: original.url), to: QueryText.pathNames(of: text))
    // A file whose rows and URL differ is left as it is while only the path is edited.
    if QueryText.pairs(of: original.url) != QueryText.pairs(of: text) { stepQuery() }
  }

  /// As the screen shows it: what the file has in the URL alone, a query or the `:name` of a path, has its rows, too.
  public var withQueryInStep: RequestDefinition {
    var copy = self
    let names = QueryText.pathNames(of: url)
    copy.stepPath(from: names, to: names)
    copy.stepQuery()
    return copy
  }

  /// Derives the query's rows from the URL; notes, empty rows and those that are switched off stay.
  mutating func stepQuery() { stepQuery(to: QueryText.rows(of: url).map { ($0.name, $0.value ?? "") }) }

  private mutating func stepPath(from old: [String], to new: [String]) {
    var vanished = old.filter { !new.contains($0) }
    for name in new where !params.contains(where: { $0.place == .path && $0.row.name == name }) {
      // A segment that was renamed keeps its value.
      if !old.contains(name), let former = vanished.first,
        let index = params.firstIndex(where: { $0.place == .path && $0.row.name == former })
      {
        vanished.removeFirst()
        params[index].row.name = name
      } else {
        let last = params.lastIndex { $0.place == .path }
        params.insert(Parameter(.path, Row(name)), at: last.map { $0 + 1 } ?? 0)
      }
    }
    params.removeAll { $0.place == .path && vanished.contains($0.row.name) }
  }

  private mutating func stepQuery(to pairs: [(String, String)]) {
    let shown = params.indices.filter { params[$0].isInQuery }
    func isSame(_ index: Int, _ pair: (String, String)) -> Bool {
      params[index].row.name == pair.0 && params[index].row.value == pair.1
    }
    var head = 0
    while head < min(shown.count, pairs.count), isSame(shown[head], pairs[head]) { head += 1 }
    var tail = 0
    while tail < min(shown.count, pairs.count) - head,
      isSame(shown[shown.count - 1 - tail], pairs[pairs.count - 1 - tail])
    { tail += 1 }
    let rows = shown[head..<shown.count - tail]
    let wanted = pairs[head..<pairs.count - tail]
    for (index, pair) in zip(rows, wanted) {
      params[index].row.name = pair.0
      params[index].row.value = pair.1
    }
    if wanted.count > rows.count {
      let added = wanted.dropFirst(rows.count).map { Parameter(.query, Row($0.0, $0.1)) }
      let before = rows.last ?? (head > 0 ? shown[head - 1] : nil)
      let place = before.map { $0 + 1 } ?? (tail > 0 ? shown[shown.count - tail] : params.count)
      params.insert(contentsOf: added, at: place)
    } else {
      for index in rows.dropFirst(wanted.count).reversed() { params.remove(at: index) }
    }
  }
}
