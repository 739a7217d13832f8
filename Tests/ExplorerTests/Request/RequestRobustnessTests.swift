import Terminal
import TestSupport
import Testing
import Workspaces

@testable import Explorer

@Suite("Any keys and clicks at any size") struct RequestRobustnessTests {
  static let sizes = [
    Size(columns: 20, rows: 5), Size(columns: 21, rows: 6), Size(columns: 30, rows: 8), Size(columns: 40, rows: 10),
    Size(columns: 72, rows: 20), Size(columns: 80, rows: 24), Size(columns: 100, rows: 30),
    Size(columns: 200, rows: 60), Size(columns: 1, rows: 1), Size(columns: 500, rows: 5),
  ]

  static let bodies: [BodyDefinition] = [
    .none, .text(.json, "{\"a\": [1, {{b}}]}\n\ttab é漢 👩‍👩‍👧"), .text(.xml, "<a b='c'>\n</a>"), .form([Row("a", "b")]),
    .multipart([FormPart("p", .files(["a", "b"]))]), .file([.init(path: "x")]),
    .graphql(query: "query Q($a: Int) { me }", variables: "{"),
  ]

  @Test("Every tab is drawn at every size", arguments: sizes)
  func everySize(size: Size) {
    for body in Self.bodies {
      var definition = Samples.full
      definition.body = body
      var journey = Journey.request(definition)
      journey.apply(.terminal(.resized(size)))
      for tab in 1...8 {
        journey.keys("\(tab)")
        #expect(journey.screen.size == size)
        journey.go("enter ‹{{b›")
        #expect(journey.screen.size == size)
        journey.keys("esc esc")
      }
      journey.keys("E enter")
      #expect(journey.screen.size == size)
    }
  }

  @Test("In the smallest window the part under the cursor is visible: URL, row, text, answer, help")
  func smallest() {
    var definition = Samples.full
    definition.body = .text(.json, "[1]")
    var journey = Journey.request(definition, columns: 20, rows: 5)
    journey.keys("up up")
    #expect(journey.text.contains("{{base_"))
    journey.keys("down 2")
    #expect(journey.text.contains(definition.headers[0].name.prefix(4)))
    journey.keys("3")
    #expect(journey.text.contains("[1]"))
    journey.keys("ctrl-l")
    #expect(journey.text.contains("missing"))
    journey.keys("esc ?")
    #expect(journey.text.contains("You are"))
    journey.type("fold")
    #expect(journey.text.contains("› fold"))
    var answer = Journey.answered(Samples.exchange("[12345]"))
    answer.apply(.terminal(.resized(Size(columns: 20, rows: 5))))
    while answer.state.focus != .response { answer.press(.tab) }
    #expect(answer.text.contains("[") && !answer.text.contains("Headers"))
    answer.keys("down")
    #expect(answer.text.contains("12345"))
    answer.apply(.terminal(.resized(Size(columns: 20, rows: 6))))
    #expect(answer.text.contains("Body"))
  }

  @Test("Random keys, pastes, clicks and sizes break nothing", arguments: 0..<14)
  func random(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed) &+ 1000)
    var definition = Samples.full
    definition.body = Self.bodies[seed % Self.bodies.count]
    var journey = Journey.request(definition)
    let names = [
      "enter", "esc", "tab", "s-tab", "up", "down", "left", "right", "home", "end", "pageup", "pagedown", "del", "⌫",
      "space", "a", "d", "K", "J", "u", "ctrl-y", "ctrl-z", "ctrl-a", "ctrl-w", "ctrl-u", "1", "2", "3", "4", "5", "6",
      "7", "8", "F", "U", "alt-f", "alt-b", "ctrl-l", "ctrl-t", "ctrl-e", "{", "}", "\"", ":", "&", "=", "é", "E", "s",
      "v", "c", "X", "n", "D", "y",
    ]
    for _ in 0..<200 {
      switch Int.random(in: 0..<24, using: &random) {
      case 0: journey.apply(.terminal(.resized(Self.sizes.randomElement(using: &random) ?? Size(columns: 9, rows: 9))))
      case 1:
        journey.paste(["a: b\nc: d", "{{x", "\n\n\n", "é👩‍👩‍👧\t\u{1B}", "?a=1&b"].randomElement(using: &random) ?? "")
      case 2:
        let kind = [Mouse.Kind.press, .drag, .wheelUp, .wheelDown].randomElement(using: &random) ?? .press
        let point = Point(x: Int.random(in: 0..<100, using: &random), y: Int.random(in: 0..<30, using: &random))
        let clicks = Int.random(in: 1...3, using: &random)
        journey.apply(.terminal(.mouse(Mouse(kind, at: point, clicks: clicks))))
      default: journey.keys(names.randomElement(using: &random) ?? "a")
      }
      if journey.state.isEnding { journey.state.isEnding = false }
      check(journey)
    }
  }

  /// Checks what must hold after every action.
  private func check(_ journey: Journey) {
    #expect(journey.screen.size == journey.state.size)
    guard let session = journey.state.session else { return }
    let cursor = session.editor.cursor
    #expect(cursor.row >= 0)
    #expect(cursor.offset >= 0)
    if case .table(let kind) = session.content {
      #expect(cursor.row <= max(0, session.lines(of: kind).count - 1))
    }
    if case .field(let field) = session.editor.editing, case .cell(let row, let column) = field.target,
      case .table(let kind) = session.content
    {
      let rows = session.draft.rows(of: kind)
      #expect(rows.indices.contains(row))
      // The draft contains the content of the field.
      if rows.indices.contains(row) { #expect(rows[row][column] == field.field.text) }
    }
    if case .field(let field) = session.editor.editing, field.target == .url {
      #expect(session.draft.url == field.field.text)
    }
    if case .text(let edit) = session.editor.editing {
      #expect(session.draft.text(in: edit.slot) == session.editor.texts[edit.slot]?.area.text)
    }
  }
}
