import Basics
import Documents
import HTTPTypes
import Networking
import Terminal
import Testing

@testable import Explorer

@Suite("Answers shown as tables")
struct TableTests {
  private static let people = """
    {"total": 3, "people": [
      {"name": "Ada", "age": 36, "tags": ["a"]},
      {"name": "Grace", "age": 85},
      {"name": "Alan", "age": 41, "city": "London"}
    ]}
    """

  @Test("The key t toggles a table of the array of objects around the cursor")
  func table() {
    var journey = Journey.answered(Self.people)
    journey.use("t")
    #expect(
      journey.answerLines.dropFirst().prefix(5) == [
        "   name   age  tags   city", String(repeating: "─", count: 66), "1  Ada     36  [\"a\"]", "2  Grace   85",
        "3  Alan    41         London",
      ])
    #expect(journey.border.contains(" name "))
    #expect(journey.border.contains("row 1 of 3"))
    journey.use("t")
    #expect(journey.text.contains("\"total\": 3"))
  }

  @Test("The key o sorts by the column under the cursor: ascending, descending, original order")
  func order() {
    var journey = Journey.answered(Self.people)
    journey.use("t")
    journey.use(.right)
    func names() -> [String] {
      journey.answerLines.dropFirst(3).prefix(3).map { String($0.split(separator: " ")[1]) }
    }
    journey.use("o")
    #expect(journey.answerLines[1].contains("age ▲"))
    #expect(names() == ["Ada", "Alan", "Grace"])
    journey.use("o")
    #expect(journey.answerLines[1].contains("age ▼"))
    #expect(names() == ["Grace", "Alan", "Ada"])
    journey.use("o")
    #expect(names() == ["Ada", "Grace", "Alan"])
  }

  @Test("Enter goes from a row to its value in the document, and Y copies the cell")
  func enter() {
    var journey = Journey.answered(Self.people)
    journey.use("t")
    journey.use(.down)
    journey.use("Y")
    #expect(journey.effects.contains(.system(.copy("Grace", label: "the cell"))))
    journey.use(.enter)
    #expect(journey.border.contains("people[1].name"))
  }

  @Test("A click on a title sorts, one on a row selects it, a double click opens it")
  func mouse() throws {
    var journey = Journey.answered(Self.people)
    journey.use("t")
    let rect = try #require(journey.state.layout.panes[.response])
    journey.click(rect.x + 11, rect.y + 3)
    journey.carryOut()
    #expect(journey.answerLines[1].contains("age ▲"))
    journey.click(rect.x + 5, rect.y + 6)
    #expect(journey.border.contains("row 2 of 3"))
    journey.click(rect.x + 5, rect.y + 6, clicks: 2)
    #expect(journey.border.contains("people[2].name"))
  }

  @Test("JSON lines, CSV and TSV can be tables")
  func others() {
    for (body, type) in [
      ("{\"a\":1,\"b\":\"x\"}\n{\"a\":2}\n", "application/x-ndjson"), ("a,b\n1,x\n2,\n", "text/csv"),
      ("a\tb\n1\tx\n2\t\n", "text/tab-separated-values"),
    ] {
      var journey = Journey.answered(body, type: type)
      journey.use("t")
      #expect(journey.answerLines[1].contains("a    b"), "\(type)")
      #expect(journey.border.contains("row 1 of 2"), "\(type)")
    }
  }

  @Test("A quoted field of a CSV keeps its separators and line feeds in one cell")
  func quoted() {
    var journey = Journey.answered("id,text\n1,\"a, \"\"b\"\"\nc\"\n2,d\n", type: "text/csv")
    journey.use("t")
    #expect(journey.answerLines.contains { $0.contains("1  a, \"b\"␊c") })
    journey.use("G")
    journey.use("Y")
    #expect(journey.effects.contains(.system(.copy("2", label: "the cell"))))
  }

  @Test("A multipart answer opens as a list of parts, and Enter opens one as a document")
  func parts() {
    let body =
      "--b\r\nContent-Disposition: form-data; name=\"meta\"\r\nContent-Type: application/json\r\n\r\n{\"k\": 1}\r\n"
      + "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x.txt\"\r\n\r\nhello\r\n--b--\r\n"
    var journey = Journey.answered(body, type: "multipart/form-data; boundary=b")
    #expect(journey.answerLines.contains { $0.contains("meta") && $0.contains("application/json") })
    #expect(journey.answerLines.contains { $0.contains("file") && $0.contains("x.txt") && $0.contains("5 B") })
    journey.use(.enter)
    #expect(journey.text.contains("\"k\": 1"))
    #expect(journey.border.contains("meta"))
    journey.use(.escape)
    #expect(journey.border.contains("row 1 of 2"))
    journey.use(.escape)
    #expect(journey.text.contains("--b"))
  }

  @Test("Server-sent events are a list, and Enter opens the data of one by its type")
  func events() {
    var journey = Journey.answered(
      "event: tick\nid: 7\ndata: {\"n\": 1}\n\ndata: second\ndata: line\n\n", type: "text/event-stream")
    // The list of messages is shown first; the Body tab is a document.
    journey.use("2")
    journey.use("t")
    #expect(journey.answerLines.contains("1  tick     7    {\"n\": 1}"))
    #expect(journey.answerLines.contains("2  message  7    second␊line"))
    journey.use(.enter)
    #expect(journey.answerLines.contains { $0.contains("\"n\": 1") })
    #expect(journey.border.contains("event 1"))
    journey.use(.escape)
    #expect(journey.border.contains("row 1 of 2"))
  }

  @Test("A list of events grows as they arrive, and the cursor stays at its end")
  func growingEvents() {
    var journey = Journey(columns: 100, rows: 30)
    journey.open()
    journey.press(.control("r"))
    let id = journey.state.serial
    let key = RequestKey.file(Samples.getUserPath)
    let store = Samples.growing()
    let head = ResponseHead(status: .init(code: 200), headers: Headers([Header("Content-Type", "text/event-stream")]))
    journey.apply(.response(.transfer(send: id, .head(head, body: store)), of: key))
    func arrive(_ number: Int) {
      Samples.add("data: tick \(number)\n\n", to: store)
      journey.apply(.response(.transfer(send: id, .progress(TransferProgress(received: store.count))), of: key))
      journey.carryOut()
    }
    arrive(1)
    arrive(2)
    while journey.state.focus != .response { journey.press(.tab) }
    journey.use("2")
    journey.use("tG")
    arrive(3)
    #expect(journey.border.contains("row 3 of 3"))
    #expect(journey.answerLines.contains { $0.contains("tick 3") })
  }

  @Test("Without an array of objects, the key says so and the view stays")
  func none() {
    var journey = Journey.answered("[1, 2]")
    journey.use("t")
    #expect(journey.footer.contains("no array of objects"))
    #expect(journey.text.contains("1,"))
    var text = Journey.answered("hello", type: "text/plain")
    text.use("t")
    #expect(text.footer.contains("No table: Text"))
  }

  @Test("A table wider than the pane scrolls to the column under the cursor")
  func wide() {
    let row = (0..<40).map { "\"column\($0)\": \"value \($0)\"" }.joined(separator: ", ")
    var journey = Journey.answered("[{\(row)}]")
    journey.use("t")
    #expect(!journey.text.contains("value 20"))
    for _ in 0..<20 { journey.use(.right) }
    #expect(journey.text.contains("value 20"))
    #expect(journey.border.contains("column20"))
  }
}
