import Workspaces

extension CurlImport.Result {
  /// Everything that is lost, including the handling of answers and commands that are not curl.
  package var lossNotices: [ImportNotice] {
    let outputs = requests.flatMap { request in
      request.output.kept.map { ImportNotice(.warning, line: request.line, "a saved request cannot hold \($0)") }
    }
    return savingNotices + outputs + left
  }

  /// The requests with their documentation, and notices of everything that is lost.
  var imported: (items: [ImportedCollection.Item], notices: [ImportNotice]) {
    var items: [ImportedCollection.Item] = []
    var waiting = comments[...]
    for (index, request) in requests.enumerated() {
      // A comment belongs to the command below it, or the one on its line.
      let isLast = index == requests.count - 1
      let own = waiting.prefix { isLast || $0.line <= request.line }
      waiting = waiting.dropFirst(own.count)
      var definition = request.request
      definition.document(own.map(\.text))
      items.append(.request(definition, options: request.options))
    }
    return (items, lossNotices)
  }
}

extension CurlImport.Output {
  /// Where the answer is written, in curl's words.
  fileprivate var kept: [String] {
    [("--output", path), ("--dump-header", headPath), ("--etag-save", etagPath), ("--write-out", format)]
      .compactMap { name, value in value.map { "\(name) \($0)" } }
  }
}
