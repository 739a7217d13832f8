import Interchange
import Workspaces

extension RequestSession {
  /// Whether nothing has been typed into it.
  var isBlankScratch: Bool {
    guard case .scratch = key else { return false }
    return saved == nil && draft == .scratch()
  }

  /// The name in the tree: a request without a file may have none of its own.
  var shownName: String {
    if !draft.name.isEmpty { return draft.name }
    return draft.url.isEmpty ? "New request" : RequestName.of(url: draft.url)
  }
}

extension RequestDefinition {
  /// A request without a file. It is the user's own, so a collection that it is saved in later does not add its login.
  static func scratch(url: String = "") -> RequestDefinition {
    RequestDefinition(name: url.isEmpty ? "" : RequestName.of(url: url), url: url, authentication: .none)
  }
}
