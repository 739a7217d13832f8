/// A key of a pane that has its keys to itself, without commands: its bottom line and the help go by these.
package struct PaneKey: Equatable, Sendable {
  package let key: String
  /// In the bottom line; `nil` for one that only the help names.
  package let label: String?
  /// What it does, for the help.
  package let title: String

  init(_ key: String, _ label: String?, _ title: String) {
    self.key = key
    self.label = label
    self.title = title
  }
}
