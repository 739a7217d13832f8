package import Workspaces

/// Actions of the request pane other than keys.
package enum RequestAction: Equatable, Sendable {
  case tabChosen(RequestTab)
  case methodChosen(String)
  /// Opens a request at a search hit.
  case openedAt(RequestNode, text: String)
  /// The text returned by an external editor.
  case edited(EditPurpose, String)
  /// A pause in typing into a large text: the draft takes it over.
  case typingPaused(RequestKey, serial: Int)
  /// A new draft from any source; recorded for undo.
  case changed(RequestKey, RequestDefinition)
  /// The codings of answers that the transport asks for.
  case codingsRead(String)
}
