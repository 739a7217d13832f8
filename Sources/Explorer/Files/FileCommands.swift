import Terminal

/// Commands that save the open request and resolve conflicts with other programs.
enum FileCommands {
  static let all: [Command] = [save, resolveConflict, convertCollection]

  static let save = Command(
    "save", "Save the request", [.control("s")], section: .request, rank: 30,
    footer: .word("save", lead: (1, Context.everywhere)),
    refusal: { state in
      guard let session = state.session else { return "No request is open" }
      if session.fault != nil { return "This file cannot be read, so it is not written" }
      return session.isUnsaved ? nil : "Nothing to save: the request is as in its file"
    },
    handler: { $0.saveRequested() })

  static let resolveConflict = Command(
    "resolveConflict", "Choose between your draft and what another program wrote", section: .request, rank: 140,
    refusal: { state in
      state.session?.isConflicted == true ? nil : "Nothing to choose: no other program changed what you changed"
    },
    handler: { state in state.current.map { state.showConflict($0, savesAfter: false) } ?? [] })

  static let convertCollection = Command(
    "convertCollection", "Convert the older .bru collection into one that can be edited", section: .request, rank: 150,
    refusal: { $0.olderCollection == nil ? "This collection is not in the older format" : nil },
    handler: { $0.convertRequested() })
}
