/// An answer that a file stores with its request, and the request that was answered.
package struct RequestExample: Hashable, Sendable {
  package var name: String
  package var note: String
  package var method: String
  package var url: String
  package var params: [Parameter]
  package var headers: [Row]
  package var body: BodyDefinition
  package var answer: Answer

  /// The server's answer.
  package struct Answer: Hashable, Sendable {
    /// `nil` if the file has none.
    package var status: Int?
    package var statusText: String
    package var headers: [Row]
    /// `json`, `text`, `xml`, `html` or `binary`.
    package var type: String
    package var body: String

    package init(
      status: Int? = nil, statusText: String = "", headers: [Row] = [], type: String = "text", body: String = ""
    ) {
      self.status = status
      self.statusText = statusText
      self.headers = headers
      self.type = type
      self.body = body
    }
  }

  package init(
    name: String, note: String = "", method: String = "GET", url: String = "", params: [Parameter] = [],
    headers: [Row] = [], body: BodyDefinition = .none, answer: Answer = Answer()
  ) {
    self.name = name
    self.note = note
    self.method = method
    self.url = url
    self.params = params
    self.headers = headers
    self.body = body
    self.answer = answer
  }
}

extension RequestExample {
  private static let shape = shape(isGraphQL: false)
  private static let shapeOfGraphQL = shape(isGraphQL: true)

  fileprivate static func shape(of isGraphQL: Bool) -> RowShape<Self> { isGraphQL ? shapeOfGraphQL : shape }

  private static func shape(isGraphQL: Bool) -> RowShape<Self> {
    RowShape(
      start: Self(name: "Untitled Example"),
      fields: [
        Field("name", \.name, .filledText, what: "an example's name"),
        Field("description", \.note, .prose, json: "note"),
        Field("method", at: ["request", "method"], \.method, .filledText, what: "an example's method"),
        Field("url", at: ["request", "url"], \.url, .text.always, what: "an example's URL"),
        Field("params", at: ["request", "params"], \.params, .parameters, what: "an example's params")
          .withParameterJSON(\.params, url: \.url),
        Field("headers", at: ["request", "headers"], \.headers, .rows(Row.shape), what: "an example's headers"),
        Field("body", at: ["request", "body"], \.body, .body(isGraphQL: isGraphQL)),
      ] + Answer.fields.map { $0.lifted(\.answer, json: ["answer"], at: { _ in ["response"] }) },
      order: ["name", "description", "request", "response"], name: \.name,
      words: { $0.answer.status.map(String.init) ?? "" })
  }
}

extension RequestExample.Answer {
  fileprivate static let fields: [Field<Self>] = [
    Field("status", \.status, .count),
    Field("statusText", \.statusText, .text.inJSON, what: "an example's status"),
    Field("headers", \.headers, .rows(Row.shape), what: "an example's headers"),
    Field("type", at: ["body", "type"], \.type, .filledText, what: "an example's type"),
    Field("body", at: ["body", "data"], \.body, .text.always, what: "an example's body"),
  ]
}

extension FieldType where Value == [RequestExample] {
  /// `examples:` of a request (opencollection.md, section 6).
  static func examples(isGraphQL: Bool) -> FieldType {
    let rows = FieldType.rows(RequestExample.shape(of: isGraphQL))
    return FieldType(
      empty: [],
      read: { node, what, reader in
        // Examples are never sent, so a damaged one is only a warning.
        reader.damage = .warning
        defer { reader.damage = .error }
        return rows.read(node, what, &reader)
      },
      put: rows.put, json: rows.json, readJSON: rows.readJSON, merge: rows.merge)
  }
}
