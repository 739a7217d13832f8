/// Where the user is in the request pane: the tab, the cursor, the field being edited.
public struct RequestEditor: Equatable, Sendable {
  public var tab = RequestTab.params
  /// Whether the URL line has the cursor instead of the tab below it.
  public var isOnURL = true

  public init() {}
}
