/// The body of a saved request, as edited; variables are still written as `{{name}}`.
public enum BodyDefinition: Hashable, Sendable {
  case none
  case text(TextKind, String)
  case form([Row])
  case multipart([FormPart])
  case file([FileChoice])
  case graphql(query: String, variables: String)

  /// One of several files that a body may come from; the selected one is sent.
  public struct FileChoice: Hashable, Sendable {
    public var path: String
    public var contentType: String
    public var isSelected: Bool

    public init(path: String = "", contentType: String = "", isSelected: Bool = true) {
      self.path = path
      self.contentType = contentType
      self.isSelected = isSelected
    }
  }
}
