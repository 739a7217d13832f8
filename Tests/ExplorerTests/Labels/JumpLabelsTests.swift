import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Letters on jump targets") struct JumpLabelsTests {
  private func letter(at words: String, _ journey: Journey, shift: Int = 0) throws -> Key {
    guard case .labels(let labels)? = journey.state.overlay else { throw NoLabels() }
    // The place is that of the text, with the letter beside it.
    var bare = journey
    bare.state.overlay = nil
    let y = try #require(bare.lines.firstIndex { $0.contains(words) })
    let line = bare.lines[y]
    let x = line.distance(from: line.startIndex, to: try #require(line.firstRange(of: words)).lowerBound) + shift
    return .character(try #require(labels.labels.first { $0.place == Point(x: x, y: y) }?.letter))
  }

  private struct NoLabels: Error {}

  @Test("A letter jumps to a tab, a row, the URL or a request")
  func goes() throws {
    var journey = Journey.answered(columns: 120, rows: 40)
    journey.go("'")
    journey.press(try letter(at: "Headers 1", journey))
    #expect(journey.state.overlay == nil && journey.state.focus == .request)
    #expect(journey.state.session?.editor.tab == .headers)
    journey.go("'")
    journey.press(try letter(at: "X-Off", journey))
    #expect(journey.state.session?.editor.cursor.row == 1)
    // The jump switches nothing on or off.
    #expect(journey.draft.headers == Samples.getUser.headers)
    journey.go("'")
    journey.press(try letter(at: "Timing", journey))
    #expect(journey.state.focus == .response && journey.state.session?.response.tab == .timing)
    journey.go("'")
    journey.press(try letter(at: "{{base_url}}/users", journey))
    #expect(journey.state.focus == .request && journey.state.session?.editor.isOnURL == true)
  }

  @Test("Each letter appears once, and another key closes the labels without acting")
  func others() {
    for (columns, rows) in [(200, 60), (120, 40), (80, 24), (40, 12), (20, 5)] {
      var journey = Journey.answered(columns: columns, rows: rows)
      journey.go("'")
      guard case .labels(let labels)? = journey.state.overlay else {
        Issue.record("no labels at \(columns)×\(rows)")
        continue
      }
      #expect(Set(labels.labels.map(\.letter)).count == labels.labels.count && !labels.labels.isEmpty)
      #expect(Set(labels.labels.map { "\($0.place)" }).count == labels.labels.count)
      let screen = journey.screen
      for label in labels.labels {
        let shown = [label.place.x - 1, label.place.x].filter { $0 >= 0 }.map { screen[$0, label.place.y].text }
        #expect(shown.contains(String(label.letter)), "\(label)")
      }
      let focus = journey.state.focus
      journey.go("esc")
      #expect(journey.state.overlay == nil && journey.state.focus == focus)
    }
  }

  @Test("The letters stand beside the texts, which stay readable on the dimmed panes")
  func beside() throws {
    var journey = Journey.answered(columns: 120, rows: 40)
    let before = journey.text
    journey.go("'")
    for words in ["Params", "Headers", "Timing", "\"name\": \"Ada\"", "{{base_url}}"] {
      #expect(before.contains(words) && journey.text.contains(words), "\(words)")
    }
    let y = try #require(journey.lines.firstIndex { $0.contains("\"name\": \"Ada\"") })
    let x = try #require((0..<120).first { journey.screen[$0, y].text == "\"" })
    #expect(journey.screen[x, y].style == journey.state.theme[.shade])
  }
}
