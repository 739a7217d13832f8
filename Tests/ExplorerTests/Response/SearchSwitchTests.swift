import Foundation
import Terminal
import Testing

@testable import Explorer

@Suite("The options of the search")
struct SearchSwitchTests {
  private static let body = """
    {"name": "Name of names", "other": "a name", "NAME": 1}
    """

  private func searching(_ text: String) -> Journey {
    var journey = Journey.answered(Self.body)
    journey.use("/")
    journey.use(text)
    return journey
  }

  @Test("The prompt shows its options and the number of matches during typing")
  func shown() {
    let journey = searching("name")
    #expect(journey.text.contains("Alt-r regex"))
    #expect(journey.text.contains("Alt-c case"))
    #expect(journey.text.contains("Alt-k keys+values"))
    #expect(journey.text.contains("1 of 5"))
  }

  @Test("The search covers keys only, then values only, then both")
  func scopes() {
    var journey = searching("name")
    journey.use(.alt("k"))
    #expect(journey.text.contains("keys only"))
    #expect(journey.text.contains("1 of 2"))
    journey.use(.alt("k"))
    #expect(journey.text.contains("values only"))
    #expect(journey.text.contains("1 of 3"))
    journey.use(.alt("k"))
    #expect(journey.text.contains("1 of 5"))
  }

  @Test("Case sensitivity can be switched on and is kept for the next search")
  func letterCase() {
    var journey = searching("name")
    journey.use(.alt("c"))
    #expect(journey.text.contains("1 of 3"))
    journey.use(.enter, .escape)
    journey.use("/name")
    #expect(journey.text.contains("1 of 3"))
  }

  @Test("A pattern is a regular expression when the option is on")
  func regex() {
    var journey = searching("n.me$|other")
    #expect(journey.text.contains("no match"))
    journey.use(.alt("r"))
    #expect(journey.text.contains("1 of 1"))
  }

  @Test func `The lines of a list tab are searched, also with n and N`() {
    var journey = Journey.answered()
    journey.use("2/cookie")
    journey.use(.enter)
    let first = journey.state.session?.response.lists[.headers]?.row
    journey.use("n")
    let second = journey.state.session?.response.lists[.headers]?.row
    #expect(first != nil && second != first, "\(journey.text)")
    journey.use("N")
    #expect(journey.state.session?.response.lists[.headers]?.row == first)
    journey.use("/")
    journey.press(.control("u"))
    journey.use("nowhere")
    journey.use(.enter)
    #expect(journey.footer.contains("No line contains nowhere"), "\(journey.footer)")
  }

  @Test("A click toggles an option")
  func click() throws {
    var journey = searching("name")
    let lines = journey.lines
    let y = try #require(lines.firstIndex { $0.contains("Alt-k keys") })
    let range = try #require(lines[y].range(of: "keys+values"))
    journey.click(lines[y].distance(from: lines[y].startIndex, to: range.lowerBound), y)
    journey.carryOut()
    #expect(journey.text.contains("keys only"))
  }
}
