import Terminal

/// The letters of a failure's page. Each acts only where the page shows it.
enum FailureCommands {
  typealias Command = ResponseCommands.Command

  static let all: [Command] = [
    editField, variable, setting, openFile, copyCommand, authorities, trust, demo,
  ]

  private static let editField = make(
    "failureField", "After a failure: edit the field that is wrong", "a", in: [.facts], rank: 280, word: "edit it")
  private static let variable = make(
    "failureVariable", "After a failure: define or change the variable", "c", in: [.facts], rank: 290,
    word: "variable")
  private static let setting = make(
    "failureSetting", "After a failure: change the setting that ended it", "r", in: [.document, .facts], rank: 300,
    word: "setting")
  private static let openFile = make(
    "failureFile", "After a failure: open the file that is wrong in $EDITOR", "o", in: [.facts], rank: 310,
    word: "$EDITOR")
  private static let copyCommand = make(
    "failureCommand", "After a failure: copy a command that sends without verifying", "x", in: [.facts], rank: 320,
    word: "copy command")

  private static let authorities = make(
    "failureAuthorities", "After a failure: choose a file of certificate authorities", "t", in: [.facts], rank: 322,
    word: "authorities")
  private static let trust = make(
    "failureTrust", "After a failure: trust the certificate for this host", "p", in: [.facts], rank: 323,
    word: "trust")
  private static let demo = make(
    "failureDemo", "After a failure: start the demo API", "b", in: [.facts], rank: 324, word: "start demo")

  private static func make(
    _ name: String, _ title: String, _ key: Character, in contexts: ContextSet, rank: Int, word: String
  ) -> Command {
    Command(
      name, title, [.character(key)], in: contexts, section: .reading, rank: rank,
      footer: .word(word, lead: (1 + rank % 10, contexts)),
      refusal: { state in
        let isOffered = state.pane?.offered.contains { $0.command == name } == true
        return isOffered ? nil : "There is no failure here that this would fix"
      },
      handler: { _ in [.failureChoice(name)] })
  }
}
