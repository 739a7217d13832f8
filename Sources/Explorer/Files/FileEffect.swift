package import Sessions
package import Workspaces

/// File work that the state requests.
package enum FileEffect: Equatable, Sendable {
  case loadTree(path: String)
  /// Reads what differs from the last commit, which comes back in an action.
  case readGit
  case loadRequest(RequestKey)
  /// Reads what a folder or a collection, given by its path, shares with the requests below it.
  case loadSettings(folder: String)
  case loadVariables(RequestKey, RequestDefinition, SendTerms)
  case loadHistory(HistoryRequest)
  /// Removes history entries beyond the retention.
  case prune(HistoryRetention)
  /// Converts a collection from the older format to the editable one.
  case convert(collection: String, SaveConsent = [])
  case loadExchange(id: String)
  /// Reads an exchange to show it beside the list of the history.
  case loadPreview(id: String)
  /// Takes an exchange out of the history.
  case forgetExchange(id: String)
  case restoreExchange(ForgottenExchange)
  /// Reads the history exchange to compare with that of the request.
  case loadComparand(RequestKey, id: String)
  /// Creates the file of a request that has none.
  case saveAs(RequestKey, RequestDefinition, folder: String, SaveConsent = [])
  /// Makes a reported disk version the base of the draft.
  case adopt(RequestKey, version: Int)
  /// Writes what the draft changes to the request's file.
  case save(RequestKey, RequestDefinition, SaveConsent)
  case change(FileChange)
  /// Looks what is at a path that was typed as a URL.
  case findPath(RequestKey, TypedPath)
  /// Journals a draft, so that it survives a crash; `nil` removes it.
  case journal(RequestKey, RequestDefinition?)
}
