import Networking
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Linear mode: reading") struct LinearReadingTests {
  var listener = LinearListener()

  init() {
    listener.open()
    let key = RequestKey.file(Samples.getUserPath)
    _ = listener.press(.control("r"))
    let answer = Samples.exchange("[\((1...60).map { "\"item \($0)\"" }.joined(separator: ","))]")
    if case .sending(let sending)? = listener.state.session?.response.phase {
      _ = listener.lines(after: .response(.transfer(send: sending.id, .finished(answer)), of: key))
    }
    while listener.state.focus != .response { _ = listener.press(.tab) }
  }

  @Test mutating func `A response is read by line or page, and no line is skipped or repeated.`() {
    #expect(listener.press(.down) == ["  \"item 1\","])
    #expect(listener.press(.down) == ["  \"item 2\","])
    let page = listener.press(.pageDown)
    #expect(page.count > 5 && page.first == "  \"item 3\",", "\(page)")
    let next = listener.press(.down)
    #expect(next == ["  \"item \(page.count + 3)\","])
    #expect(listener.type("g") == ["["])
    #expect(listener.type("G") == ["]"])
  }

  @Test mutating func `The lines around the cursor are read in portions on request.`() {
    let list = listener.press(.function(9))
    #expect(list.count == 32)
    #expect(list.first == "Response of Request Get user, Body, lines 1 to 30 of 62:" && list[1] == "1 [")
    #expect(list.last == "32 more; F10 reads them")
    let more = listener.press(.alt("m"))
    #expect(more.first == "Response of Request Get user, Body, lines 31 to 60 of 62:")
    #expect(listener.press(.function(10)).count == 3)
    #expect(listener.press(.function(10)) == ["No more lines"])
    #expect(listener.press(.function(9)).first == list.first)
  }

  @Test mutating func `The current place is announced completely, even within a text.`() throws {
    let place = listener.press(.function(8))
    #expect(place.first == "Workspace Demo, environment none")
    #expect(place.contains { $0.contains("line 1 of 62: [") })
    #expect(
      place.contains("Last answer: 200 OK, 83 ms, 619 B") || place.contains { $0.hasPrefix("Last answer: 200 OK") })
    #expect(place.last?.hasPrefix("Keys: ") == true)
    _ = listener.press(.control("l"))
    let typing = listener.press(.alt("h"))
    #expect(typing.contains { $0.hasPrefix("Typing URL: {{base_url}}/users/:id?expand=profile") }, "\(typing)")
  }

  @Test mutating func `The keys of linear mode only explain themselves on a screen.`() {
    var journey = Journey()
    journey.press(.function(8))
    #expect(journey.footer.contains("Only in linear mode: apus --linear"))
  }
}
