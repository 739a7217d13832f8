import Workspaces

extension EnvironmentFeature {
  /// The environments of the collection that is open, and the chosen one.
  public struct State: Equatable, Sendable {
    /// Name of the chosen environment; `nil` is none.
    public var chosen: String?
    /// As read from the files, in their order.
    public var all: [Environment] = []
    /// Names of those whose files cannot be read: a chosen one stays chosen, and nothing is sent without it.
    public var unreadable: [String] = []
    /// Whether the files were read: until then nobody knows that there are none.
    var isLoaded = false
    /// Whether the user (or an earlier run) chose, so that "none" is a choice too.
    public var wasChosen = false

    /// Changes that are on their way to the files; until the last is written, the screen knows better than they.
    var pending = 0

    /// What was typed in the editor and left with Esc.
    var kept: [EnvironmentEditor.Asked: String] = [:]

    public init() {}

    var names: [String] { all.map(\.name) + unreadable }

    public var current: Environment? { chosen.flatMap { name in all.first { $0.name == name } } }
  }
}
