import Interchange
import Workspaces

extension RequestSession {
  /// Whether nothing has been typed into it.
  var isBlankScratch: Bool {
    guard case .scratch = key else { return false }
    return saved == nil && draft == .scratch()
  }

  var shownName: String { draft.shownName }
}

extension RequestDefinition {
  /// A request without a file. It is the user's own, so a collection that it is saved in later does not add its login.
  static func scratch(url: String = "") -> RequestDefinition {
    RequestDefinition(name: "", url: url, authentication: .none)
  }
}
