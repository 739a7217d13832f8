import Workspaces

/// What a collection would use of the user's, to be shown before it may.
public struct ConsentQuestion: Equatable, Sendable {
  public var uses: [OutsideUse]
  /// Absolute path of the collection.
  public var collection: String

  public init(_ uses: [OutsideUse], collection: String) {
    self.uses = uses
    self.collection = collection
  }

  /// Every name and who would get it, never a value. Only the first line of a use begins at the edge: names and places
  /// are the collection's, and none of them can look like one more use.
  var details: [String] {
    let lines = uses.flatMap { use -> [String] in
      switch use.source {
      case .command:
        let receiver = use.receiver.isEmpty ? [] : ["  and send its output to \(use.receiver)"]
        return ["run the command", "  " + use.shown] + receiver + ["  in \(use.place)"]
      case .variable, .file, .token: return ["send \(use.what)", "  to \(use.receiver)", "  in \(use.place)"]
      }
    }
    return ["This collection wants to", ""] + lines + ["", collection]
  }

  /// In a few words, for a send that cannot be asked about now.
  var summary: String {
    guard let first = uses.first else { return "nothing" }
    return first.what + (uses.count > 1 ? " and \(uses.count - 1) more" : "")
  }
}
