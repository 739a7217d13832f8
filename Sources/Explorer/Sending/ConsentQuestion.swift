import HTTPModel
package import Workspaces

/// The question for consent that lists the user's resources a collection wants to use.
package struct ConsentQuestion: Equatable, Sendable {
  package var uses: [UserValueUse]
  /// Absolute path of the collection.
  package var collection: String

  package init(_ uses: [UserValueUse], collection: String) {
    self.uses = uses
    self.collection = collection
  }

  /// All names and receivers, never a value. Only the first line of a use is not indented, so that names and places,
  /// which come from the collection, cannot pass for another use.
  var details: [String] {
    let lines = uses.flatMap { use -> [String] in
      switch use.source.kind {
      case .command:
        if use.receiver == UserValueUse.scripts { return ["run the command", "  " + use.shown, "  for its scripts"] }
        let receiver = use.receiver.isEmpty ? [] : ["  and send its output to \(use.receiver)"]
        return ["run the command", "  " + use.shown] + receiver + ["  in \(use.place)"]
      case .certificate, .pin:
        return ["trust the certificate \(use.shown)", "  of \(use.receiver)", "  in \(use.place)"]
      case .authorities:
        return [
          "trust these certificate authorities", "  \(use.shown)", "  as \(use.receiver)", "  in \(use.place)",
        ]
      case .unverified, .unverifiedRequests:
        return ["trust any certificate", "  of \(use.receiver)", "  in \(use.place)"]
      case .file where use.isRead:
        return ["read \(use.what) (not sent)", "  for \(use.receiver)", "  in \(use.place)"]
      case .login:
        return [
          "open a login page", "  \(use.shown)", "  for a token from \(use.receiver)", "  in \(use.place)",
        ]
      case .script: return ["run a script", "  in \(use.place)"]
      case .scriptOrigin: return ["send requests of its scripts", "  to \(use.receiver)"]
      case .shared: return ["use \(use.what) with its collections", "  in \(use.place)"]
      case .variable, .file, .token, .secret:
        if use.receiver == UserValueUse.scripts { return ["let its scripts read \(use.what)"] }
        return ["send \(use.what)", "  to \(use.receiver)", "  in \(use.place)"]
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
