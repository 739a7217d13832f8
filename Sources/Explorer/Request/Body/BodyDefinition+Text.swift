import Workspaces

extension BodyDefinition {
  /// The text of the body where it is one; what `y` copies.
  var text: String? {
    switch self {
    case .text(_, let text): text
    case .graphql(let query, _): query
    case .none, .form, .multipart, .file: nil
    }
  }
}
