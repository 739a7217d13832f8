/// An answer that a file stores with its request, and the request that it answers.
public struct RequestExample: Hashable, Sendable {
  public var name: String
  public var note: String
  public var method: String
  public var url: String
  public var params: [Parameter]
  public var headers: [Row]
  public var body: BodyDefinition
  public var answer: Answer

  /// The server's answer.
  public struct Answer: Hashable, Sendable {
    /// `nil` if the file has none.
    public var status: Int?
    public var statusText: String
    public var headers: [Row]
    /// `json`, `text`, `xml`, `html` or `binary`.
    public var type: String
    public var body: String

    public init(
      status: Int? = nil, statusText: String = "", headers: [Row] = [], type: String = "text", body: String = ""
    ) {
      self.status = status
      self.statusText = statusText
      self.headers = headers
      self.type = type
      self.body = body
    }
  }

  public init(
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
