/// The body of a saved request, as edited; variables are still written as `{{name}}`.
package enum BodyDefinition: Hashable, Sendable {
  case none
  case text(TextKind, String)
  case form([Row])
  case multipart([FormPart])
  case file([FileChoice])
  case graphql(query: String, variables: String)

  /// One of several files that a body may come from; the selected one is sent.
  package struct FileChoice: Hashable, Sendable {
    package var path: String
    package var contentType: String
    package var isSelected: Bool

    package init(path: String = "", contentType: String = "", isSelected: Bool = true) {
      self.path = path
      self.contentType = contentType
      self.isSelected = isSelected
    }
  }
}
