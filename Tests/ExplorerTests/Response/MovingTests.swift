import FoundationEssentials
import Basics
import Documents
import HTTPTypes
import Networking
import Terminal
import Testing

@testable import Explorer

@Suite("Moving in an answer's document")
struct MovingTests {
  private static let body = """
    {"a": {"b": [1, 2, {"c": 3}], "d": 4}, "e": [5], "f": "g"}
    """

  @Test("A line cut at the pane ends in a mark; fitting and wrapped lines do not")
  func cutLines() throws {
    var journey = Journey.answered(String(repeating: "x", count: 300), type: "text/plain")
    #expect(journey.answerLines[1].hasSuffix("xx›"))
    let room = try #require(journey.state.session?.response.reading?.view.columns)
    journey.use("w")
    #expect(!journey.answerLines.joined().contains("›") && journey.answerLines[2].hasSuffix("xx"))
    journey = Journey.answered(String(repeating: "日", count: room / 2), type: "text/plain")
    #expect(!journey.answerLines.joined().contains("›"))
    journey = Journey.answered(String(repeating: "日", count: room), type: "text/plain")
    #expect(journey.answerLines[1].hasSuffix("›"))
  }

  @Test("The keys J and K skip nested values, - goes to the enclosing one, and the border shows the path")
  func values() {
    var journey = Journey.answered(Self.body)
    journey.use(.down)
    #expect(journey.border.contains(" $.a "))
    journey.use("J")
    #expect(journey.border.contains(" $.e "))
    journey.use("J")
    #expect(journey.border.contains(" $.f "))
    journey.use("J")
    #expect(journey.footer.contains("No next value"))
    journey.use("KK")
    #expect(journey.border.contains(" $.a "))
    journey.use(.down, .down)
    #expect(journey.border.contains("a.b[0]"))
    journey.use("--")
    #expect(journey.border.contains(" $.a "))
    journey.use("--")
    #expect(journey.footer.contains("outermost"))
  }

  @Test("The key L goes to a line, a negative one from the end, or a percentage")
  func lines() {
    let items = (1...100).map(String.init).joined(separator: ",")
    var journey = Journey.answered("[\(items)]")
    journey.use("L")
    #expect(journey.text.contains("Go to line (of 102)"))
    journey.use("51")
    journey.use(.enter)
    #expect(journey.border.contains("51/102"))
    journey.use("L-1")
    journey.use(.enter)
    #expect(journey.border.contains("102/102"))
    journey.use("L50%")
    journey.use(.enter)
    #expect(journey.border.contains("52/102"))
    journey.use("Lx")
    journey.use(.enter)
    #expect(journey.footer.contains("Type a line"))
  }

  @Test("The key < closes one more level and > opens one, from the cursor's level")
  func depth() {
    var journey = Journey.answered(Self.body)
    journey.use(.down, .down)
    journey.use("<")
    #expect(journey.footer.contains("level 2"))
    #expect(journey.text.contains("\"b\": [ 1, 2, {…} ]"))
    #expect(journey.text.contains("\"d\": 4"))
    journey.use("<")
    #expect(journey.text.contains("\"a\": { b: […], d: 4 }"))
    journey.use(">>>")
    #expect(journey.text.contains("\"c\": 3"))
  }

  @Test func `The key > also opens individually folded values.`() {
    var journey = Journey.answered(Self.body)
    journey.use(.down)
    journey.use(" ")
    #expect(journey.text.contains("\"a\": { b: […], d: 4 }"))
    journey.use(">")
    #expect(journey.footer.contains("Everything is unfolded"))
    #expect(!journey.text.contains("b: […]") && journey.text.contains("\"c\": 3"))
  }

  @Test("Space and z fold the value under the cursor")
  func fold() {
    var journey = Journey.answered(Self.body)
    journey.use(.down)
    journey.use(" ")
    #expect(journey.text.contains("\"a\": { b: […], d: 4 }"))
    journey.use("z")
    #expect(journey.text.contains("\"d\": 4"))
  }

  @Test("The key V selects whole lines and Y copies them as displayed")
  func marking() {
    var journey = Journey.answered("{\"a\":1,\"b\":2,\"c\":3}")
    journey.use(.down)
    journey.use("V")
    journey.use(.down)
    #expect(journey.border.contains("2 marked"))
    journey.forget()
    journey.use("Y")
    #expect(journey.effects.first == .system(.copy("  \"a\": 1,\n  \"b\": 2,\n", label: "2 lines")))
    #expect(!journey.border.contains("marked"))
  }

  @Test("Selected lines of a raw text are copied exactly, including tabs")
  func markingRaw() {
    var journey = Journey.answered("a\tb\nc\u{1}d\ne\n", type: "text/plain")
    journey.use("V")
    journey.use(.down)
    journey.forget()
    journey.use("Y")
    #expect(journey.effects.first == .system(.copy("a\tb\nc\u{1}d\n", label: "2 lines")))
  }

  @Test("A drag with the mouse selects lines, Esc ends the selection")
  func drag() throws {
    var journey = Journey.answered("{\"a\":1,\"b\":2,\"c\":3}")
    let rect = try #require(journey.state.layout.panes[.response])
    journey.click(rect.x + 12, rect.y + 3)
    journey.apply(.terminal(.mouse(Mouse(.drag, at: Point(x: rect.x + 12, y: rect.y + 5)))))
    #expect(journey.border.contains("3 marked"))
    journey.use(.escape)
    #expect(!journey.border.contains("marked"))
  }

  @Test("The key o toggles sorting of object keys")
  func sorted() {
    var journey = Journey.answered("{\"b\": 1, \"a\": 2}")
    journey.use("o")
    #expect(journey.answerLines[2].contains("\"a\": 2,"))
    #expect(journey.footer.contains("keys sorted"))
    journey.use("o")
    #expect(journey.answerLines[2].contains("\"b\": 1,"))
  }

  @Test("The key P lists the views, indentation widths, and types")
  func views() {
    var journey = Journey.answered("{\"a\": [1]}")
    journey.use("P")
    for words in ["Compact", "Hex", "Table", "Indent by 4", "Read as XML"] { #expect(journey.text.contains(words)) }
    journey.use("compact")
    journey.use(.enter)
    #expect(journey.answerLines.contains { $0.contains("{\"a\":[1]}") })
    journey.use("Ppretty")
    journey.use(.enter)
    journey.use("Pindent by 8")
    journey.use(.enter)
    #expect(journey.answerLines.contains { $0.contains("        \"a\": [") })
  }

  @Test("A body with a wrong declared type is read as its actual type")
  func kinds() {
    var journey = Journey.answered("a,b\n1,2\n", type: "application/json")
    #expect(journey.text.contains("expected"))
    journey.use("Pread as csv")
    journey.use(.enter)
    #expect(journey.answerLines.contains { $0.contains("a │ b") })
  }

  @Test("A send with a known size shows how much has arrived, its rate and the time left")
  func progress() {
    var journey = Journey(columns: 120, rows: 30)
    journey.open()
    journey.press(.control("r"))
    let id = journey.state.serial
    let progress = TransferProgress(received: 20_000_000, toReceive: 100_000_000)
    journey.apply(.response(.transfer(send: id, .progress(progress)), of: .file(Samples.getUserPath)))
    journey.apply(.clock(Samples.now.addingTimeInterval(2), secondsFromGMT: 0))
    #expect(journey.text.contains("20.0 MB of 100.0 MB  10.0 MB/s  8 s left"), "\(journey.text)")
  }

  @Test("An event stream is followed while it arrives, until the user scrolls up")
  func following() {
    var journey = Journey(columns: 100, rows: 30)
    journey.open()
    journey.press(.control("r"))
    let id = journey.state.serial
    let key = RequestKey.file(Samples.getUserPath)
    let store = Samples.growing()
    let head = ResponseHead(status: .init(code: 200), headers: Headers([Header("Content-Type", "text/event-stream")]))
    journey.apply(.response(.transfer(send: id, .head(head, body: store)), of: key))
    while journey.state.focus != .response { journey.press(.tab) }
    // The Body tab is beside the list of messages.
    journey.use("2")
    for number in 0..<30 {
      Samples.add("data: tick \(number)\n\n", to: store)
      journey.apply(.response(.transfer(send: id, .progress(TransferProgress(received: store.count))), of: key))
      journey.carryOut()
    }
    #expect(journey.text.contains("tick 29"))
    journey.use("g")
    Samples.add("data: tick 30\n\n", to: store)
    journey.apply(.response(.transfer(send: id, .progress(TransferProgress(received: store.count))), of: key))
    journey.carryOut()
    #expect(journey.text.contains("tick 0"))
  }
}
