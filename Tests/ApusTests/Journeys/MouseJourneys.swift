import Foundation
import TestSupport
import Testing

/// Everything that can be clicked.
@Suite("Journeys: the mouse", .serialized) struct MouseJourneys {
  let server: AnsweringServer
  let sample: Sample
  let home: TemporaryDirectory

  init() throws {
    let lines = (1...200).map { "line \($0) of many" }.joined(separator: "\n")
    server = try AnsweringServer { _ in Answer.text(lines) }
    sample = try Sample(
      url: server.url,
      requests: [
        "echo": Sample.request(headers: [("X-One", "1"), ("X-Two", "2")], name: "Echo"),
        "other": Sample.request(seq: 2, name: "Other"),
      ])
    home = try TemporaryDirectory("home")
  }

  @Test("A request is opened, changed, sent and read with the mouse alone")
  func wholeWay() throws {
    let journey = try Journey(sample, home: home)
    try journey.click("Other", see: "Sample › Other")
    try journey.click("Echo", see: "Sample › Echo")
    try journey.click("Headers", see: "X-Two")
    try journey.click("◉  X-Two", see: "○  X-Two")
    try journey.click("Send ^R", see: "line 1 of many")
    #expect(server.requests.first?["X-One"] == "1")
    #expect(server.requests.first?["X-Two"] == nil)
    let body = try journey.place(of: "line 2 of many")
    journey.wheelDown(at: body, times: 10)
    try journey.see("line 31 of many")
    try journey.click("Timing", see: "Waiting")
    try journey.click("? help", see: "type to search")
    try journey.click("Esc close")
    try journey.seeGone("type to search")
    try journey.click("local ▾", see: "No environment")
    try journey.click("live", see: "live (protected) ▾")
  }

  @Test("A double click edits the URL and a cell")
  func doubleClick() throws {
    let journey = try Journey(sample, home: home)
    try journey.open("Echo", see: "{{base_url}}/echo")
    try journey.click("{{base_url}}", times: 2, see: "Esc done")
    try journey.type("\u{01}{{base_url}}/typed\r", see: "line 1 of many")
    #expect(server.requests.last?.target == "/typed")
    try journey.click("Headers", see: "X-Two")
    let cell = try journey.place(of: "X-Two")
    try journey.click(cell, times: 2, see: "Esc done")
    try journey.type("\u{15}X-Three\r", see: "X-Three")
    try journey.click("Send ^R")
    try journey.wait(until: "a second request") { server.requests.count == 2 }
    #expect(server.requests.last?["X-Three"] == "2")
  }

  @Test("The divider between request and response is dragged, and stays there in the next run")
  func divider() throws {
    let journey = try Journey(sample, home: home)
    try journey.open("Echo", see: "{{base_url}}/echo")
    let place = try journey.place(of: "Response ─")
    journey.drag(from: place, to: Journey.Place(x: place.x, y: place.y + 6))
    try journey.wait(for: "a lower line") { _ in journey.model.place(of: "Response ─")?.y == place.y + 6 }
    try journey.type("\u{1B}[Zq")
    try journey.end()
    let next = try Journey(sample, home: home)
    try next.see("{{base_url}}/echo")
    #expect(try next.place(of: "Response ─").y == place.y + 6)
  }

  @Test func `The border of the tree is dragged, and stays there in the next run.`() throws {
    let journey = try Journey(sample, home: home)
    try journey.open("Echo", see: "{{base_url}}/echo")
    let place = try journey.place(of: "┬ Request")
    journey.drag(from: Journey.Place(x: place.x, y: place.y + 3), to: Journey.Place(x: place.x + 9, y: place.y + 3))
    try journey.wait(for: "a wider tree") { _ in journey.model.place(of: "┬ Request")?.x == place.x + 9 }
    try journey.quit()
    let next = try Journey(sample, home: home)
    try next.see("{{base_url}}/echo")
    #expect(try next.place(of: "┬ Request").x == place.x + 9)
  }

  @Test func `A right click opens the menu of a request, of a header and of a value.`() throws {
    let journey = try Journey(sample, home: home)
    try journey.rightClick("Other", see: "Duplicate")
    try journey.type("\u{1B}")
    try journey.seeGone("Duplicate")
    try journey.click("Echo", see: "Sample › Echo")
    try journey.click("Headers", see: "X-Two")
    try journey.rightClick("X-Two", see: "Switch on or off")
    try journey.type("switch\r", see: "○  X-Two")
    try journey.click("Send ^R", see: "line 1 of many")
    try journey.rightClick("line 7 of many", see: "Copy the value")
    try journey.type("\r")
    try journey.wait(for: "the copied line") { _ in journey.copied == "line 7 of many" }
  }
}
