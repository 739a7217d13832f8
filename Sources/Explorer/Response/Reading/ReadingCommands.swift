import Documents
import Networking
import Terminal

/// Commands within a document: folding, wrapping, moving between values, selecting lines.
enum ReadingCommands {
  typealias Command = ResponseCommands.Command

  static let all: [Command] =
    folding + moving + [
      valueMenu, assertValue, recordAnswer, explainValue, showSecrets,
    ]

  private static let valueMenu = Command(
    "valueMenu", "Menu for the value under the cursor: copy, variable, assert, filter, open", [.character(".")],
    in: [.document], section: .reading, rank: 50,
    footer: .word("use value", lead: (12, [.document])),
    handler: { _ in [.valueMenuRequested] })

  private static let assertValue = Command(
    "assertValue", "Assert that the value under the cursor stays so", [.character("a")], in: [.document],
    section: .reading, rank: 52, footer: .word("assert", when: isBody),
    refusal: { isBody($0) ? nil : "Only values of a JSON body can be asserted" }, handler: { _ in [.valueAsserted] })

  private static let recordAnswer = Command(
    "recordAnswer", "Record the answer: a test compares later ones with it", [], in: [.document, .facts],
    section: .reading, rank: 53,
    refusal: { $0.pane?.exchange?.response == nil ? "There is no answer to record" : nil },
    handler: { _ in [.recordingRequested] })

  private static let isBody: @Sendable (ResponseCommands.Situation) -> Bool = { state in
    state.pane?.tab == .body && state.pane?.reading?.document.kind.isJSON == true
  }

  private static let showSecrets = Command(
    "showSecrets", "Show or hide the secrets of what was sent", [.character("*")], in: [.document], section: .reading,
    rank: 235,
    footer: .init(
      text: { $0.pane?.revealsSecrets == true ? "hide secrets" : "show secrets" }, lead: (3, [.document]),
      isOfUse: showsSent),
    refusal: { showsSent($0) ? nil : "Secrets are shown in the Sent tab" }, handler: { _ in [.secretsToggled] })

  private static let showsSent: @Sendable (ResponseCommands.Situation) -> Bool = { state in
    state.pane?.tab == .sent && state.pane?.sent != nil && state.pane?.looks.isEmpty == true
  }

  private static let explainValue = Command(
    "explainValue", "What is this value? Where it comes from and who uses it", [.character("i"), .function(3)],
    in: [.document, .facts], section: .reading, rank: 55,
    refusal: { state in
      let explains: Set<ResponseTab> = [.body, .headers, .sent]
      guard let pane = state.pane, pane.looks.isEmpty, !explains.contains(pane.tab) else { return nil }
      return "\(key: "explainValue") explains values of the body, headers and what was sent"
    }, handler: { _ in [.valueExplained] })

  private static let folding: [Command] = [
    Command(
      "fold", "Fold or unfold", [.character("z"), .character(" ")], in: [.document], section: .reading, rank: 60,
      footer: .word("fold", lead: (18, [.document]), when: ResponseCommands.showsJSON), handler: { _ in [.folded] }),
    Command(
      "foldAll", "Fold or unfold all", [.character("Z")], in: [.document], section: .reading, rank: 70,
      handler: { _ in [.allFolded] }),
    Command(
      "foldLess", "Open one level more", [.character(">")], in: [.document], section: .reading, rank: 80,
      handler: { _ in [.depthChanged(by: 1)] }),
    Command(
      "foldMore", "Close one level more", [.character("<")], in: [.document], section: .reading, rank: 90,
      handler: { _ in [.depthChanged(by: -1)] }),
    Command(
      "wrap", "Wrap long lines", [.character("w")], in: [.document], section: .reading, rank: 140,
      footer: .word("wrap", lead: (18, [.document]), when: { !ResponseCommands.showsJSON($0) }),
      handler: { _ in [.wrappingToggled] }),
  ]

  private static let moving: [Command] = [
    Command(
      "parent", "To the enclosing value", [.character("-")], in: [.document], section: .reading, rank: 190,
      handler: { _ in [.movedInDocument(.parent, orSay: "This is the outermost value")] }),
    Command(
      "nextSibling", "To the next value of the same level", [.character("J")], in: [.document], section: .reading,
      rank: 200, handler: { _ in [.movedInDocument(.nextSibling, orSay: "No next value at this level")] }),
    Command(
      "previousSibling", "To the previous value of the same level", [.character("K")], in: [.document],
      section: .reading, rank: 210,
      handler: { _ in [.movedInDocument(.previousSibling, orSay: "No previous value at this level")] }),
    Command(
      "goToLine", "Go to a line or a percentage", [.character("L")], in: [.document], section: .reading, rank: 220,
      handler: { _ in [.lineRequested] }),
    Command(
      "selectLines", "Mark lines to copy", [.character("V")], in: [.document], section: .reading, rank: 230,
      handler: { _ in [.markingToggled] }),
  ]
}
