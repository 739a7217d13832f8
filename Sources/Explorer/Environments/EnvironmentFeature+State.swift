package import Workspaces

extension EnvironmentFeature {
  /// The environments of the open collection, and the chosen one.
  package struct State: Equatable, Sendable {
    /// Name of the chosen environment; `nil` for none.
    package var chosen: String?
    /// As read from the files, in their order.
    package var all: [Environment] = []
    /// Names of environments with unreadable files: a chosen one stays chosen, and nothing is sent without it.
    package var unreadable: [String] = []
    /// What is wrong in the file of an environment, by its name: of each unreadable one, and of one that can be read in
    /// part.
    package var faults: [String: Notice] = [:]
    /// Whether the files have been read; until then it is unknown whether there are any.
    var isLoaded = false
    /// Whether the user (or an earlier run) made a choice, so that "none" counts as one.
    package var wasChosen = false

    /// The collection that they are of; `nil` until one was asked for.
    var collection: String?
    /// What was chosen in other collections, by their folders.
    var choices: [String: Choice] = [:]

    /// The number of changes being written; until the last one is done, the screen is newer than the files.
    var pending = 0

    /// Text abandoned with Esc in the editor.
    var kept: [EnvironmentEditor.Asked: String] = [:]

    package init() {}

    /// A choice that waits until its collection is the current one again.
    struct Choice: Equatable, Sendable {
      var name: String?
      var wasChosen: Bool
    }

    /// Another collection is the current one: it has a choice of its own. At first, that is the environment of the same
    /// name.
    mutating func enter(_ collection: String) {
      guard self.collection != collection else { return }
      if let former = self.collection {
        choices[former] = Choice(name: chosen, wasChosen: wasChosen)
        wasChosen = false
      }
      self.collection = collection
      if let own = choices.removeValue(forKey: collection) { (chosen, wasChosen) = (own.name, own.wasChosen) }
    }

    var names: [String] { all.map(\.name) + unreadable }

    package var current: Environment? { chosen.flatMap { name in all.first { $0.name == name } } }
  }
}
