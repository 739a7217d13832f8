import Interchange
import Workspaces

extension RequestSession {
  /// Whether nothing has been typed into it.
  var isBlankScratch: Bool {
    guard case .scratch = key else { return false }
    return saved == nil && draft == .scratch()
  }

  /// Whether it is no request yet: what was typed is no URL, and nothing else was made of it. It is not kept as a draft.
  var isEntry: Bool {
    guard case .scratch = key, saved == nil, case .empty = response.phase else { return false }
    var rest = draft
    (rest.url, rest.params) = ("", [])
    return rest == .scratch() && !ScratchText.isURL(draft.url) && !CurlImport.recognizes(draft.url)
  }

  /// Whether nothing but a text stands in it, on which the cursor still is.
  var isBareSmartLine: Bool {
    guard case .scratch = key, saved == nil, case .empty = response.phase, editor.isOnURL else { return false }
    var rest = draft
    (rest.method, rest.url, rest.params) = (RequestDefinition.scratch().method, "", [])
    return rest == .scratch()
  }

  var shownName: String { draft.shownName }
}

extension RequestDefinition {
  /// A request without a file. It is the user's own, so a collection that it is saved in later does not add its login.
  static func scratch(url: String = "") -> RequestDefinition {
    RequestDefinition(name: "", url: url, authentication: .none)
  }
}
