import Basics
import Foundation
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("The form for the values that a send asks for") struct AnswerFormTests {
  private let key = RequestKey.file(Samples.getUserPath)
  private static let region = PromptQuestion("Region", choices: ["eu", "us", "ap-south"], usual: "us")
  private static let questions = [
    region, PromptQuestion("Order", usual: "42"), PromptQuestion("PIN", isHidden: true),
  ]

  private func asked(_ questions: [PromptQuestion] = questions, columns: Int = 100, rows: Int = 30) -> Journey {
    var journey = Journey(columns: columns, rows: rows)
    journey.open()
    journey.press(.control("r"))
    journey.apply(.sending(.step(key, .answersNeeded(send: journey.state.sending(key)?.id ?? 0, questions))))
    journey.forget()
    return journey
  }

  private func prompts(_ journey: Journey) -> [String: String]? {
    journey.effects.lazy.compactMap { effect -> [String: String]? in
      if case .transfer(.send(_, _, _, let terms)) = effect { terms.inputs.prompts } else { nil }
    }.first
  }

  private func click(on text: String, _ journey: inout Journey) {
    guard let y = journey.lines.firstIndex(where: { $0.contains(text) }),
      let range = journey.lines[y].range(of: text)
    else {
      Issue.record("\(text) is not on the screen")
      return
    }
    journey.click(TextWidth.of(String(journey.lines[y][..<range.lowerBound])), y)
  }

  @Test("Choices are a list with the default selected, and hidden text is not shown")
  func form() {
    var journey = asked()
    #expect(journey.text.contains("Before sending") && journey.text.contains("1 of 3"))
    #expect(journey.text.contains("ap-south") && journey.text.contains("▌ us"))
    journey.press(.down)
    journey.press(.down)
    journey.press(.enter)
    #expect(!journey.text.contains("▌ ") && journey.text.contains("ap-south") && journey.text.contains("› 42"))
    journey.type("7")
    journey.press(.enter)
    journey.type("1234")
    #expect(journey.text.contains("****") && !journey.text.contains("1234"))
    journey.press(.enter)
    #expect(prompts(journey) == ["Region": "ap-south", "Order": "427", "PIN": "1234"])
    let remembered = journey.effects.compactMap { effect -> [String: String]? in
      if case .system(.remember(let preferences)) = effect { preferences.answers } else { nil }
    }
    #expect(remembered == [["Region": "ap-south", "Order": "427"]])
  }

  @Test("An earlier answer is offered again, unless it is no longer a choice")
  func again() {
    var state = Journey().state
    state.restore(Preferences(answers: ["Region": "eu", "Order": "7", "PIN": "never", "Gone": "x"]))
    let form = AnswerForm(
      "x", Self.questions + [PromptQuestion("Gone", choices: ["a", "b"])], offered: state.outbox.lastAnswers)
    #expect(form.answers == ["Region": "eu", "Order": "7", "PIN": "", "Gone": "a"])
  }

  @Test("A letter selects the next choice starting with it, ^R sends from anywhere, Esc cancels")
  func keys() {
    var journey = asked()
    journey.type("e")
    journey.press(.control("r"))
    #expect(prompts(journey) == ["Region": "eu", "Order": "42", "PIN": ""])
    journey = asked()
    journey.press(.tab)
    journey.type("9")
    journey.press(.backTab)
    journey.press(.backTab)
    journey.type("77")
    journey.press(.escape)
    #expect(prompts(journey) == nil && journey.footer.contains("Nothing was sent"))
    #expect(journey.state.outbox.typedAnswers == ["Region": "us", "Order": "429"])
    #expect(journey.state.outbox.lastAnswers.isEmpty)
  }

  @Test("Labels and choices from an untrusted file are text of any length", arguments: [(100, 30), (40, 10), (20, 5)])
  func hostile(columns: Int, rows: Int) {
    let evil = "x\u{1B}]0;owned\u{7}\u{202E}" + String(repeating: "é", count: 4000)
    var journey = asked(
      [PromptQuestion(evil, choices: (0..<100).map { "\($0)\(evil)" }), PromptQuestion("b" + evil, usual: evil)],
      columns: columns, rows: rows)
    for key in [Key.down, .tab, .up, .home, .end] {
      #expect(!journey.text.contains("\u{1B}") && !journey.text.contains("\u{202E}"))
      journey.press(key)
    }
    #expect(journey.text.contains("99x␛"))
    journey.press(.control("r"))
    #expect(prompts(journey)?[evil] == "99\(evil)")
  }

  @Test("The mouse selects choices, focuses fields and presses the keys of the last row")
  func mouse() {
    var journey = asked()
    click(on: "ap-south", &journey)
    click(on: "Order  ", &journey)
    #expect(journey.text.contains("› 42"))
    click(on: "Esc close", &journey)
    #expect(journey.state.overlay == nil && journey.state.outbox.typedAnswers["Region"] == "ap-south")
  }

  @Test("A paste goes only into a text field")
  func paste() {
    var journey = asked()
    journey.apply(.terminal(.paste("us")))
    #expect(journey.footer.contains("Cannot paste here"))
    journey.press(.tab)
    journey.apply(.terminal(.paste("0")))
    journey.press(.control("r"))
    #expect(prompts(journey)?["Order"] == "420")
  }
}
