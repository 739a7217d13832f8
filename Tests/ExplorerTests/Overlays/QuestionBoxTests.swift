import Basics
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite struct QuestionBoxTests {
  private static func leaving(_ columns: Int, _ rows: Int, name: String = "Get user", unicode: Bool = true) -> Journey {
    var definition = Samples.getUser
    definition.name = name
    var journey = Journey(columns: columns, rows: rows, capabilities: Capabilities(unicode: unicode))
    journey.state.program.draftsAreKept = false
    journey.open(definition)
    journey.state.session?.draft.method = "POST"
    journey.type("q")
    return journey
  }

  /// A question with details, asked without a key.
  private static func consent(_ columns: Int, _ rows: Int, uses: Int) -> Journey {
    var journey = Journey(columns: columns, rows: rows)
    var question = Question.confirm("Before sending", "Allow it for this collection?", yes: .end)
    question.details = (0..<uses).map { "use \($0)" }
    journey.apply(.overlay(.show(.question(question))))
    return journey
  }

  private static func frame(_ journey: Journey) throws -> Rect {
    guard case .question(let question)? = journey.state.overlay else { throw NothingAsked() }
    return QuestionBox(question, in: journey.state.size).frame
  }

  private static func box(_ journey: Journey) throws -> [String] {
    let (frame, screen) = (try frame(journey), journey.screen)
    return (frame.minY..<frame.maxY).map { y in (frame.minX..<frame.maxX).map { screen[$0, y].text }.joined() }
  }

  private struct NothingAsked: Error {}

  @Test func `A question is drawn in a centred box with its choices in the last row.`() throws {
    let journey = Self.leaving(80, 24)
    #expect(
      try Self.box(journey) == [
        "╭ Quit ────────────────────────────────────────────────────╮",
        "│                                                          │",
        "│ Get user has unsaved changes, and drafts cannot be saved │",
        "│                                                          │",
        "╰ s save and quit  d discard and quit  n stay (Enter) ─────╯",
      ])
    #expect(try Self.frame(journey) == Rect(x: 10, y: 9, width: 60, height: 5))
    #expect(journey.footer.isEmpty)
    let behind = (0..<80).map { journey.screen[$0, 3] }.filter { $0.text != " " }
    #expect(!behind.isEmpty && behind.allSatisfy { $0.style == journey.state.theme[.shade] })
  }

  @Test func `A question is drawn in ASCII without UTF-8, and with verbs as choices in the smallest window.`() throws {
    #expect(
      Self.leaving(20, 5, unicode: false).lines == [
        "+ *Quit ---- PgDn -+",
        "| Get user has     |",
        "| s save d discard |",
        "+ n stay ----------+",
        "",
      ])
  }

  @Test func `The details come first, then the text and the choices.`() throws {
    var journey = Self.consent(60, 12, uses: 20)
    let top = try Self.box(journey)
    #expect(top[0].contains("Before sending") && top[0].contains("more below: PgDn"))
    #expect(top[1].contains("use 0") && top[top.count - 2].contains("Allow it for this collection?"))
    for _ in 0..<3 { journey.press(.pageDown) }
    let end = try Self.box(journey)
    #expect(!end[0].contains("more below") && end[end.count - 4].contains("use 19"))
    #expect(end[end.count - 2].contains("Allow it for this collection?"))
  }

  @Test func `All choices are shown on any screen.`() {
    for (columns, rows) in [(40, 12), (30, 8), (80, 24)] {
      let journey = Self.leaving(columns, rows)
      for choice in ["s save and quit", "d discard and quit", "n stay (Enter)"] {
        #expect(journey.text.contains(choice), "\(columns)×\(rows)\n\(journey.text)")
      }
      #expect(journey.text.contains("unsaved"))
    }
    for rows in 5...30 {
      for columns in stride(from: 20, through: 120, by: 3) {
        for journey in [Self.leaving(columns, rows), Self.consent(columns, rows, uses: 12)] {
          let words = journey.asked.split(separator: " ")
          let letters = journey.state.isSending ? [] : words.filter { $0.count == 1 }
          let isConsent = words.contains("yes")
          for letter in isConsent ? ["y", "n"] : ["s", "d", "n"] {
            #expect(letters.contains(letter[...]), "\(columns)×\(rows)\n\(journey.text)")
          }
          #expect(journey.footer.isEmpty)
        }
      }
    }
  }

  @Test func `A click on a choice takes it on any row, and a click elsewhere takes nothing.`() throws {
    for (columns, rows) in [(40, 12), (80, 24)] {
      var journey = Self.leaving(columns, rows)
      let frame = try Self.frame(journey)
      for point in [Point(x: 0, y: 0), Point(x: frame.x + 3, y: frame.y + 1), Point(x: 3, y: rows - 1)] {
        journey.click(point.x, point.y)
        #expect(journey.state.overlay != nil)
      }
      let row = try #require(journey.lines.firstIndex { $0.contains("n stay") })
      let column = try #require(journey.lines[row].firstRange(of: "n stay")).lowerBound
      journey.click(journey.lines[row].distance(from: journey.lines[row].startIndex, to: column), row)
      #expect(journey.state.overlay == nil && !journey.state.isEnding)
    }
  }

  @Test func `Quitting asks only if drafts would be lost.`() {
    var journey = Self.leaving(110, 24)
    #expect(journey.asked.contains("has unsaved changes, and drafts cannot be saved"))
    journey.press(.escape)
    // A request that was never saved is lost, too.
    journey.apply(.valueUse(.addressOpened("http://h/new", sends: false)))
    journey.type("q")
    #expect(journey.asked.contains("2 requests have unsaved changes"))
    journey.press(.escape)
    journey.apply(.files(.draftsKept(problem: nil)))
    journey.type("q")
    #expect(journey.state.isEnding)
  }

  @Test func `A name is drawn as text, and a long one hides neither choices nor the end of the question.`() throws {
    let name = "Eve\n\u{1B}[2J\u{202E} k stay  " + String(repeating: "漢字 long ", count: 200) + "end of name"
    var journey = Self.leaving(80, 24, name: name)
    #expect(journey.asked.contains("Eve␊␛[2J<U+202E> k stay"))
    #expect(!journey.text.contains("unsaved changes") && journey.text.contains("more below"))
    journey.type("d")
    #expect(!journey.state.isEnding)
    for _ in 0..<40 { journey.press(.pageDown) }
    #expect(journey.asked.contains("end of name has unsaved changes"))
    journey.type("d")
    #expect(journey.state.isEnding)
  }

  @Test func `Scrolling to the end of a question skips no line in any window.`() {
    for (columns, rows) in [(20, 5), (20, 6), (31, 9), (60, 16)] {
      var journey = Self.consent(columns, rows, uses: 30)
      var seen = ""
      for _ in 0..<80 {
        seen += journey.asked + " "
        journey.press(.pageDown)
      }
      for use in 0..<30 { #expect(seen.contains("use \(use) "), "\(columns)×\(rows)") }
      #expect(!journey.state.isEnding)
      journey.type("y")
      #expect(journey.state.isEnding, "\(journey.text)")
    }
  }

  @Test func `A message is drawn below the box and covers no choice.`() {
    for (columns, rows) in [(20, 5), (40, 12), (80, 24)] {
      var journey = Self.leaving(columns, rows)
      let asked = journey.asked
      journey.apply(.notified(.warning, String(repeating: "word ", count: 90)))
      #expect(journey.asked == asked && journey.footer.contains("word"), "\(journey.text)")
    }
  }

  @Test func `A window too small to draw accepts no answers.`() {
    var journey = Self.consent(19, 5, uses: 0)
    journey.type("y")
    #expect(!journey.state.isEnding && journey.state.overlay != nil)
    journey.apply(.terminal(.resized(Size(columns: 80, rows: 24))))
    journey.type("y")
    #expect(journey.state.isEnding)
  }

  @Test func `Information shown before a question disappears with it, while a warning stays.`() {
    for (kind, isGone) in [(Message.Kind.information, true), (.warning, false)] {
      var journey = Journey()
      journey.apply(.notified(kind, "Looking at it…"))
      journey.apply(.overlay(.show(.question(.confirm("Quit", "Really?", yes: .end)))))
      #expect(journey.footer.isEmpty == isGone)
    }
  }

  @Test("A long line wraps after a word, or at the edge without a single blank")
  func words() throws {
    var journey = Journey(columns: 80, rows: 40)
    var question = Question.confirm("Before sending", "Allow it?", yes: .end)
    let sentence = String(repeating: "everybody who has it ", count: 6)
    question.details = [sentence, String(repeating: "y", count: 120), String(repeating: "  ", count: 60) + "end"]
    journey.apply(.overlay(.show(.question(question))))
    let frame = try Self.frame(journey)
    guard case .question(let asked)? = journey.state.overlay else { throw NothingAsked() }
    let lines = QuestionBox(asked, in: journey.state.size).lines
    #expect(lines.allSatisfy { TextWidth.of($0) <= frame.width - 4 })
    #expect(lines[0].hasSuffix(" ") && lines[1].hasPrefix("      ") && lines.joined().contains("everybody who"))
    for line in lines.prefix(2) {
      #expect(line.split(separator: " ").allSatisfy { sentence.contains(" \($0) ") || sentence.hasPrefix("\($0) ") })
    }
    #expect(lines.contains { $0.count > 60 && $0.allSatisfy { $0 == "y" } })
    let blanks = lines.drop { !$0.allSatisfy { $0 == " " } }.joined()
    #expect(blanks.count >= 123 && blanks.hasSuffix("end"))
  }
}
