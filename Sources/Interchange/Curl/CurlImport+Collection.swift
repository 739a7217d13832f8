import Workspaces

extension CurlImport.Result {
  /// The requests with what the text says of them, and everything that is not carried: also what a terminal would do with
  /// the answers, and what is no curl command, of which a paste says nothing.
  var imported: (items: [ImportedCollection.Item], notices: [ImportNotice]) {
    var items: [ImportedCollection.Item] = []
    var waiting = comments[...]
    for (index, request) in requests.enumerated() {
      // A comment is about the command below it, or the one that it stands behind.
      let isLast = index == requests.count - 1
      let own = waiting.prefix { isLast || $0.line <= request.line }
      waiting = waiting.dropFirst(own.count)
      var definition = request.request
      definition.document(own.map(\.text))
      items.append(.request(definition, options: request.options))
    }
    let outputs = requests.flatMap { request in
      request.output.kept.map { ImportNotice(.warning, line: request.line, "a saved request cannot hold \($0)") }
    }
    return (items, savingNotices + outputs + left)
  }
}

extension CurlImport.Output {
  /// Where the answer goes, in curl's words.
  fileprivate var kept: [String] {
    [("--output", path), ("--dump-header", headPath), ("--etag-save", etagPath), ("--write-out", format)]
      .compactMap { name, value in value.map { "\(name) \($0)" } }
  }
}
