/// An answer that a file stores with its request, and the request that it answers.
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
