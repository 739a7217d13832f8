import Workspaces

/// What happens in the request pane beyond keys.
public enum RequestAction: Equatable, Sendable {
  case tabChosen(RequestTab)
  case methodChosen(String)
  /// A request is opened because a text was found in it.
  case openedAt(RequestNode, text: String)
  /// The text that an external editor gave back.
  case edited(EditPurpose, String)
  /// Nothing was typed into a large text for a while: the draft takes it over.
  case typingPaused(RequestKey, serial: Int)
  /// A new draft, from wherever; recorded for undo.
  case changed(RequestKey, RequestDefinition)
}

/// What a text was handed to an external editor for.
public enum EditPurpose: Hashable, Sendable {
  case body(RequestKey)
  case docs(RequestKey)
  case value(RequestKey)
}
