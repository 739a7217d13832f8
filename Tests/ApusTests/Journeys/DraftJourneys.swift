import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Drafts of one request in two programs that are killed, and a file that another program changes in the meantime.
@Suite("Journeys: drafts", .serialized) struct DraftJourneys {
  let sample: Sample
  let home: TemporaryDirectory

  init() throws {
    sample = try Sample(url: "http://h", requests: ["echo": Sample.request(name: "Echo")])
    home = try TemporaryDirectory("home")
  }

  /// A program that has changed the request's URL and written the draft to the journal.
  private func drafted(_ url: String) throws -> Journey {
    let journey = try Journey(sample, home: home)
    try journey.open("Echo", see: "/echo")
    try journey.type("\u{0C}", see: "Esc done")
    try journey.type("\u{15}\(url)\r", see: "●")
    try journey.wait(until: "the draft is kept") { journal().contains { $0.contains(url) } }
    return journey
  }

  private func journal() -> [String] {
    let places = (try? FileManager.default.subpathsOfDirectory(atPath: sample.folder.path(".apus/drafts"))) ?? []
    // A file that is being replaced may be missing when it is read.
    return places.filter { $0.hasSuffix(".json") }.compactMap { try? sample.folder.readText(".apus/drafts/\($0)") }
  }

  private func killed(_ journey: Journey) throws {
    kill(journey.terminal.process, SIGKILL)
    try journey.end()
  }

  @Test("Two killed programs lose no draft; a field changed in both asks for a choice")
  func twoPrograms() throws {
    let (first, second) = (try drafted("http://first/"), try drafted("http://second/"))
    #expect(journal().count == 2)
    try killed(first)
    try killed(second)
    let third = try Journey(sample, home: home)
    try third.see("Restored unsaved changes of")
    try third.open("Echo", see: "http://second/")
    try third.type("\u{13}", see: "Saved Echo")
    #expect(try sample.folder.readText("echo.yml").contains("http://second/"))
    try third.quit()
    #expect(journal().count == 1, "\(journal())")
    let fourth = try Journey(sample, home: home)
    try fourth.open("Echo", see: "http://first/")
    try fourth.see("changed on disk too")
    try fourth.type("\u{13}", see: "Theirs (in the file)")
    try fourth.see("● http://first/")
    try fourth.type("l", see: "● http://second/")
    try fourth.type("h", see: "● http://first/")
    try fourth.type("\r", see: "Saved Echo")
    #expect(try sample.folder.readText("echo.yml").contains("http://first/"))
    try fourth.quit()
    #expect(journal().isEmpty)
  }

  @Test("A large body is journaled during typing and restored after a kill")
  func killedWhileTyping() throws {
    let post = Sample.request("POST", body: "{}", name: "Post").replacing("type: json", with: "type: text")
    try sample.folder.write("post.yml", post)
    let journey = try Journey(sample, home: home)
    try journey.open("Post", see: "/echo")
    try journey.type("3\r", see: "Esc done")
    journey.paste(String(repeating: "a line of a large body\r", count: 8_000))
    try journey.see("8001")
    for letter in "typed" { try journey.type(String(letter)) }
    try journey.wait(until: "the draft is kept") { journal().contains { $0.contains("typed") } }
    try killed(journey)
    let next = try Journey(sample, home: home)
    try next.see("Restored unsaved changes of")
    try next.open("Post", see: "/echo")
    try next.type("3\r", see: "Esc done")
    try next.type("\u{1B}[1;5F", see: "typed")
  }

  @Test("A field changed by another program is chosen separately, and only the choice is written")
  func meanwhile() throws {
    let journey = try drafted("http://mine/")
    let text = try sample.folder.readText("echo.yml")
    let theirs = text.replacing(#/url: .*/#, with: "url: http://theirs/ # said so")
      .replacingOccurrences(of: "method: GET", with: "method: PUT")
    try sample.folder.write("echo.yml", theirs)
    try journey.see("changed on disk too")
    try journey.type("\u{13}", see: "● http://mine/")
    try journey.type("\r", see: "Saved Echo")
    #expect(
      try sample.folder.readText("echo.yml")
        == theirs.replacingOccurrences(of: "url: http://theirs/", with: "url: http://mine/"))
    try journey.quit()
  }
}
