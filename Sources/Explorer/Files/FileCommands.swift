import Terminal

/// Commands that save the open request and resolve conflicts with other programs.
enum FileCommands {
  typealias Command = CommandRecord<Situation, FileFeature.Action>

  struct Situation {
    var session: RequestSession?
  }

  static let all: [Command] = [save, resolveConflict]

  private static let save = Command(
    "save", "Save the request", [.control("s")], section: .request, rank: 30,
    footer: .word("save", lead: (1, Context.everywhere)),
    refusal: { given in
      guard let session = given.session else { return "No request is open" }
      if session.fault != nil { return "This file cannot be read, so it is not written" }
      return session.isUnsaved ? nil : "Nothing to save: there are no changes"
    },
    handler: { _ in [.saveRequested] })

  private static let resolveConflict = Command(
    "resolveConflict", "Choose between your draft and what another program wrote", section: .request, rank: 140,
    refusal: { given in
      given.session?.isConflicted == true ? nil : "Nothing to choose: no other program changed what you changed"
    },
    handler: { _ in [.conflictRequested(savesAfter: false)] })
}
