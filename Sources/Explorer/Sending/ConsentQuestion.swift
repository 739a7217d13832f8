package import Workspaces

/// The user's resources that a collection wants to use, shown before it may.
package struct ConsentQuestion: Equatable, Sendable {
  package var uses: [OutsideUse]
  /// Absolute path of the collection.
  package var collection: String

  package init(_ uses: [OutsideUse], collection: String) {
    self.uses = uses
    self.collection = collection
  }

  /// All names and receivers, never a value. Only the first line of a use is not indented: names and places come from
  /// the collection, and none of them can pass for a further use.
  var details: [String] {
    let lines = uses.flatMap { use -> [String] in
      switch use.source {
      case .command:
        let receiver = use.receiver.isEmpty ? [] : ["  and send its output to \(use.receiver)"]
        return ["run the command", "  " + use.shown] + receiver + ["  in \(use.place)"]
      case .certificate, .pin:
        return ["trust the certificate \(use.shown)", "  of \(use.receiver)", "  in \(use.place)"]
      case .authorities:
        return [
          "trust what these authorities sign", "  \(use.shown)", "  as \(use.receiver)", "  in \(use.place)",
        ]
      case .unverified, .unverifiedRequests:
        return ["trust any certificate", "  of \(use.receiver)", "  in \(use.place)"]
      case .file where use.isRead:
        return ["read \(use.what), which is not sent", "  for \(use.receiver)", "  in \(use.place)"]
      case .variable, .file, .token: return ["send \(use.what)", "  to \(use.receiver)", "  in \(use.place)"]
      }
    }
    return ["This collection wants to", ""] + lines + ["", collection]
  }

  /// A short description, for a send that cannot ask now.
  var summary: String {
    guard let first = uses.first else { return "nothing" }
    return first.what + (uses.count > 1 ? " and \(uses.count - 1) more" : "")
  }
}
