import Terminal
import Testing

@testable import Explorer

@Suite struct HelpTests {
  private func lines(_ journey: Journey) -> [HelpPage.Line] {
    journey.state.helpPage.lines(of: journey.state.commands.records, width: 96)
  }

  private func titles(under heading: String, in lines: [HelpPage.Line]) -> [String] {
    guard let start = lines.firstIndex(where: { $0.kind == .heading && $0.title.hasPrefix(heading) }) else { return [] }
    return lines[(start + 1)...].prefix { $0.kind == .key && $0 != .blank }.map(\.title)
  }

  @Test func `The help begins with a paragraph on where one is, then what can be done now, then all.`() throws {
    let lines = lines(Journey())
    #expect(lines.first?.kind == .text && lines.first?.title.hasPrefix("You are in the tree") == true)
    let headings = lines.filter { $0.kind == .heading }.map(\.title)
    #expect(headings.first == "What you can do now, in the tree")
    let other = try #require(headings.firstIndex { $0.hasPrefix("Everywhere") })
    #expect(other > 0 && headings.contains { $0.hasPrefix("Elsewhere") })
  }

  @Test func `What is refused now is listed apart, with the reason.`() {
    let journey = Journey()
    let lines = lines(journey)
    let (now, later) = (titles(under: "What you can", in: lines), titles(under: "Not possible now", in: lines))
    #expect(now.contains("New request") && !later.contains { $0.hasPrefix("New request") })
    for command in journey.state.commands.records where command.contexts.contains(.tree) && !command.keys.isEmpty {
      guard let reason = journey.state.refusal(of: command), !reason.isEmpty else { continue }
      #expect(!now.contains(command.title), "\(command.name) is refused: \(reason)")
    }
    #expect(later.contains { $0.contains("(") })
  }

  @Test func `What the footer names first comes first.`() {
    for journey in [Journey(), Journey.answered(), Journey.request()] {
      let now = titles(under: "What you can", in: lines(journey))
      let first = Footer(state: journey.state).items.compactMap { item -> Command? in
        guard case .command(let command) = item.meaning, command.isListed else { return nil }
        return command.lead(in: journey.state.context) == nil ? nil : command
      }.first
      #expect(first != nil && now.first == first?.title)
    }
  }

  @Test func `Every place says where one is.`() {
    for place in MenuPlace.allCases where place.journey.state.overlay == nil {
      let page = place.journey.state.helpPage
      #expect(!page.about.isEmpty && page.about.hasSuffix("."), "\(place)")
    }
    #expect(Journey.answered().state.helpPage.about.hasPrefix("You are in the answer"))
  }

  @Test func `A search leaves the paragraph out and finds keys by what they do.`() {
    var journey = Journey()
    journey.go("? ‹folder›")
    #expect(!journey.text.contains("You are in the tree") && journey.text.contains("New folder"))
  }
}
