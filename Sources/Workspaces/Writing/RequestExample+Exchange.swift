import HTTPTypes
package import Networking

extension RequestExample {
  /// An example made from an answer, with the request as written, not as resolved.
  /// - Parameter redaction: masks secrets, because the file is shared.
  package init(named name: String, of definition: RequestDefinition, exchange: Exchange, redaction: Redaction) {
    let head = exchange.response
    let text = exchange.body.flatMap { HARText.text(of: $0) }
    self.init(
      name: name, method: definition.method, url: definition.url, params: definition.params,
      headers: definition.headers, body: definition.body,
      answer: Answer(
        status: head?.status.code, statusText: redaction.masked(text: head?.status.reasonPhrase ?? ""),
        headers: (head?.headers.fields ?? []).map { header in
          let masked = redaction.masked(header)
          return Row(masked.name, masked.value)
        },
        type: Self.word(head?.headers["Content-Type"] ?? "", isText: text != nil),
        body: text.map { text in
          let type = head?.headers["Content-Type"] ?? ""
          return String(decoding: redaction.masked(bytes: Array(text.utf8), type: type), as: UTF8.self)
        } ?? ""))
  }

  private static func word(_ contentType: String, isText: Bool) -> String {
    if !isText { return "binary" }
    let type = contentType.lowercased().prefix { $0 != ";" }
    return ["json", "html", "xml"].first { type.contains($0) } ?? "text"
  }
}
