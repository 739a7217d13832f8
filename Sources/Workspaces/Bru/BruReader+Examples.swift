extension BruReader {
  /// The blocks named `example`, whose inner blocks have a colon before the brace.
  mutating func examples(isGraphQL: Bool) -> [RequestExample] {
    document.blocks.filter { $0.name == "example" }.map { block in
      let inner = Self.inner(block)
      let head = BruText.pairs(inner.loose)
      func field(_ name: String) -> String? { head.first { $0.name == name }?.value }
      let name = field("name") ?? ""
      var example = RequestExample(
        name: name.isEmpty ? "Untitled Example" : name, note: field("description") ?? "", method: "GET", url: "")
      if let request = inner["request"] { read(Self.inner(request), into: &example) }
      if let response = inner["response"] { example.answer = Self.answer(Self.inner(response)) }
      used(block.name)
      return example
    }
  }

  private static func inner(_ block: BruDocument.Block) -> BruDocument {
    BruDocument(lines: BruText.outdented(block.lines), firstLine: block.line + 1, separator: ":")
  }

  private mutating func read(_ document: BruDocument, into example: inout RequestExample) {
    var reader = BruReader(document)
    let fields = BruText.pairs(document.loose)
    func field(_ name: String) -> String? { fields.first { $0.name == name }?.value }
    example.method = field("method")?.uppercased() ?? "GET"
    example.url = field("url") ?? ""
    example.headers = reader.rows("headers")
    example.params = reader.rows("params:query").map { Parameter(.query, $0) }
    example.params += reader.rows("params:path").map { Parameter(.path, $0) }
    // Bruno uses the block that is present, whatever the mode says.
    let present = document.blocks.first { $0.name.hasPrefix("body:") }?.name.dropFirst(5)
    let mode = present.map { $0 == "graphql:vars" ? "graphql" : String($0) } ?? field("mode") ?? "none"
    example.body = reader.body(field("mode") == "none" ? "none" : mode)
    for block in document.blocks where !reader.isUsed(block.name) {
      lose("the block \(block.name) of the example \(example.name) is not carried over", line: block.line)
    }
  }

  private static func answer(_ document: BruDocument) -> RequestExample.Answer {
    let type = document.value("body", "type") ?? ""
    return RequestExample.Answer(
      status: document.value("status", "code").flatMap { Int($0) },
      statusText: document.value("status", "text") ?? "", headers: document.pairs("headers").map(\.row),
      type: type.isEmpty ? "text" : type, body: document.value("body", "content") ?? "")
  }
}
