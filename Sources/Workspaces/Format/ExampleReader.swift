/// Reads `examples:` of a request (opencollection.md, section 6).
enum ExampleReader {
  static func examples(_ node: YAMLNode?, isGraphQL: Bool, _ reader: inout NodeReader) -> [RequestExample] {
    // Nothing of an example is sent, so a damaged one is no error.
    reader.damage = .warning
    defer { reader.damage = .error }
    return reader.maps(node, "examples").map { entry in
      let name = reader.text(entry["name"], "an example's name")
      let request = entry["request"]
      let method = reader.text(request?["method"], "an example's method")
      var example = RequestExample(
        name: name.isEmpty ? "Untitled Example" : name, note: reader.prose(entry["description"]),
        method: method.isEmpty ? "GET" : method, url: reader.text(request?["url"], "an example's URL"),
        headers: reader.headers(request?["headers"], "an example's headers"),
        body: BodyReader.body(request?["body"], isGraphQL: isGraphQL, &reader))
      example.params = reader.maps(request?["params"], "an example's params").map { entry in
        let place = Parameter.Place(rawValue: entry["type"]?.text ?? "query") ?? .query
        return Parameter(place, reader.row(entry, "an example's params"))
      }
      example.answer = answer(entry["response"], &reader)
      return example
    }
  }

  private static func answer(_ node: YAMLNode?, _ reader: inout NodeReader) -> RequestExample.Answer {
    let type = reader.text(node?["body"]?["type"], "an example's type")
    return RequestExample.Answer(
      status: node?["status"]?.number.flatMap { Int(exactly: $0) },
      statusText: reader.text(node?["statusText"], "an example's status"),
      headers: reader.rows(node?["headers"], "an example's headers"), type: type.isEmpty ? "text" : type,
      body: reader.text(node?["body"]?["data"], "an example's body"))
  }
}
