package import Workspaces

extension RequestDefinition {
  /// Sets the URL as typed and updates the rows of its parameters. `original` is the request before typing began:
  /// starting from it, half-typed names leave no trace.
  mutating func setURL(_ text: String, from original: RequestDefinition) {
    url = text
    params = original.params
    stepPath(from: QueryText.pathNames(of: original.url), to: QueryText.pathNames(of: text))
    // If the file's rows and URL differ, editing only the path leaves them as they are.
    if QueryText.pairs(of: original.url) != QueryText.pairs(of: text) { stepQuery() }
  }

  /// The definition as displayed: parameters found only in the URL (a query, or `:name` in the path) get rows, and
  /// query rows missing from the URL, which is what is sent, are switched off.
  package var withQueryInStep: RequestDefinition {
    var copy = self
    let names = QueryText.pathNames(of: url)
    copy.stepPath(from: names, to: names)
    copy.alignQuery()
    return copy
  }

  /// Aligns rows that were written independently of the URL. A row whose value differs takes the URL's; a row missing
  /// from the URL stays, switched off; a pair found only in the URL gets a row.
  private mutating func alignQuery() {
    let pairs = QueryText.rows(of: url)
    let shown = params.indices.filter { params[$0].isInQuery }
    guard !shown.elementsEqual(pairs, by: { params[$0].says($1) }) else { return }
    let rows = matches(of: pairs, among: shown)
    var made: [Parameter] = []
    var next = 0
    func add() {
      var parameter = rows[next].map { params[$0] } ?? Parameter(.query, Row())
      (parameter.row.name, parameter.row.value) = (pairs[next].name, pairs[next].value ?? "")
      made.append(parameter)
      next += 1
    }
    let matched = Set(rows.compactMap(\.self))
    for index in params.indices {
      guard matched.contains(index) else {
        made.append(params[index])
        if params[index].isInQuery { made[made.count - 1].row.isEnabled = false }
        continue
      }
      // Rows follow the order of the URL.
      while next < pairs.count, rows[next] == nil { add() }
      if next < pairs.count { add() }
      while next < pairs.count, rows[next] == nil { add() }
    }
    while next < pairs.count { add() }
    params = made
  }

  /// For each pair the row with the same name and value, else one with the same name.
  private func matches(of pairs: [QueryText.Pair], among shown: [Int]) -> [Int?] {
    var same: [QueryText.Pair: [Int]] = [:]
    for index in shown.reversed() {
      same[QueryText.Pair(params[index].row.name, params[index].row.value), default: []].append(index)
    }
    var rows = pairs.map { same[QueryText.Pair($0.name, $0.value ?? "")]?.popLast() }
    let taken = Set(rows.compactMap(\.self))
    var named: [String: [Int]] = [:]
    for index in shown.reversed() where !taken.contains(index) {
      named[params[index].row.name, default: []].append(index)
    }
    for place in rows.indices where rows[place] == nil { rows[place] = named[pairs[place].name]?.popLast() }
    return rows
  }

  /// Derives the query rows from the URL; notes, empty rows and disabled rows stay.
  mutating func stepQuery() { stepQuery(to: QueryText.rows(of: url).map { ($0.name, $0.value ?? "") }) }

  private mutating func stepPath(from old: [String], to new: [String]) {
    var vanished = old.filter { !new.contains($0) }
    for name in new where !hasPathRow(for: name) {
      // A renamed segment keeps its value.
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

  /// Also matches a name with a suffix, as in `:id.json`.
  private func hasPathRow(for name: String) -> Bool {
    let short = String(name.prefix(while: PathPlaces.isNamePart))
    return params.contains { $0.place == .path && ($0.row.name == name || $0.row.name == short) }
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
