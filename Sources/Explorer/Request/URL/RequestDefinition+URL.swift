import Basics
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
  /// query rows missing from the URL are disabled, because only the URL is sent.
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
      if !parameter.says(pairs[next]) { parameter.take(pairs[next]) }
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

  /// For each pair the row with the same name and value, as written or encoded, else one with the same name.
  private func matches(of pairs: [QueryText.Pair], among shown: [Int]) -> [Int?] {
    var rows: [Int?] = pairs.map { _ in nil }
    var free = shown
    func match(_ row: (Parameter) -> QueryText.Pair, _ pair: (QueryText.Pair) -> QueryText.Pair) {
      var places: [QueryText.Pair: [Int]] = [:]
      for index in free.reversed() { places[row(params[index]), default: []].append(index) }
      for place in rows.indices where rows[place] == nil { rows[place] = places[pair(pairs[place])]?.popLast() }
      let taken = Set(rows.compactMap(\.self))
      free.removeAll(where: taken.contains)
    }
    match(\.written, \.filled)
    match(\.encoded, \.filled)
    match({ QueryText.Pair($0.row.name, nil) }, { QueryText.Pair($0.name, nil) })
    return rows
  }

  /// Derives the query rows from the URL; notes, empty rows and disabled rows stay.
  mutating func stepQuery() { stepQuery(to: QueryText.rows(of: url)) }

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

  private mutating func stepQuery(to pairs: [QueryText.Pair]) {
    let shown = params.indices.filter { params[$0].isInQuery }
    let head = zip(shown, pairs).prefix { params[$0].says($1) }.count
    let tail = zip(shown.dropFirst(head).reversed(), pairs.dropFirst(head).reversed())
      .prefix { params[$0].says($1) }.count
    let rows = shown[head..<shown.count - tail]
    let wanted = pairs[head..<pairs.count - tail]
    for (index, pair) in zip(rows, wanted) where !params[index].says(pair) { params[index].take(pair) }
    if wanted.count > rows.count {
      let added = wanted.dropFirst(rows.count).map { Parameter(.query, Row($0.name, $0.value ?? "")) }
      let before = rows.last ?? (head > 0 ? shown[head - 1] : nil)
      let place = before.map { $0 + 1 } ?? (tail > 0 ? shown[shown.count - tail] : params.count)
      params.insert(contentsOf: added, at: place)
    } else {
      for index in rows.dropFirst(wanted.count).reversed() { params.remove(at: index) }
    }
  }
}

extension Parameter {
  fileprivate mutating func take(_ pair: QueryText.Pair) { (row.name, row.value) = (pair.name, pair.value ?? "") }
}

extension QueryText {
  /// The non-empty pairs of a URL's query.
  static func rows(of url: String) -> [Pair] {
    pairs(of: url).filter { !$0.name.isEmpty || $0.value != nil }
  }

  /// The URL with a query made of its enabled parameters. A parameter already in the URL keeps its spelling (`?a` and
  /// `?a=` differ); any other is encoded, so that its row is what the server receives.
  static func url(_ url: String, showing params: [Parameter]) -> String {
    let spelled = rows(of: url)
    var left = spelled
    let wanted = params.filter(\.isInQuery).map { parameter -> Pair in
      let known = left.firstIndex { parameter.written == $0.filled } ?? left.firstIndex { parameter.says($0) }
      return known.map { left.remove(at: $0) } ?? parameter.encoded
    }
    return wanted == spelled ? url : self.url(url, with: wanted)
  }
}

extension QueryText.Pair {
  /// As a row has it, which does not know whether there is a value.
  var filled: QueryText.Pair { QueryText.Pair(name, value ?? "") }
}

extension Parameter {
  var written: QueryText.Pair { QueryText.Pair(row.name, row.value) }

  /// As it is written into a URL: characters that would end its name or value there are encoded.
  var encoded: QueryText.Pair {
    let encoded = QueryEncoding.row(row, .structureAndPlus)
    return QueryText.Pair(encoded.name, encoded.value)
  }

  func says(_ pair: QueryText.Pair) -> Bool { written == pair.filled || encoded == pair.filled }

  /// True if the parameter is part of the URL's query.
  var isInQuery: Bool { place == .query && row.isEnabled && !(row.name.isEmpty && row.value.isEmpty) }
}

extension RequestDefinition {
  /// The noun for the definition's kind, for use in sentences.
  var noun: String {
    switch kind {
    case .folder: "folder"
    case .collection: "collection"
    case .http, .graphql, .webSocket, .grpc, .unsupported: "request"
    }
  }

  /// The label shown in place of the method.
  package var shownMethod: String { kind == .webSocket ? "WS" : kind == .grpc ? "gRPC" : method }

  /// Sets the typed address and derives the kind from its scheme: `ws` is a WebSocket, `grpc` a call, and `http` is
  /// HTTP unless the rest looks like a call.
  /// - Parameter original: the request before editing began.
  mutating func setTypedAddress(_ text: String, from original: RequestDefinition) {
    kind = Self.kind(ofAddress: text, original.kind)
    if kind == .grpc { return setAddress(text, from: original) }
    method = original.kind == kind ? original.method : kind == .http && original.kind == .grpc ? "GET" : method
    if kind == .http, method.isEmpty { method = "GET" }
    setURL(text, from: original)
  }

  private static func kind(ofAddress text: String, _ kind: Kind) -> Kind {
    let scheme = text.trimmed.prefix { $0 != ":" }.lowercased()
    guard text.trimmed.dropFirst(scheme.count).hasPrefix("://"), [.http, .webSocket, .grpc].contains(kind) else {
      return kind
    }
    switch scheme {
    case "ws", "wss": return .webSocket
    case "grpc", "grpcs": return .grpc
    case "http", "https": return kind == .grpc && CallAddress.isCall(text) ? .grpc : .http
    default: return kind
    }
  }

  /// The requests that send its values, in words.
  var senders: String { kind.isShared ? "the requests of this \(noun)" : "this \(noun)" }
}
