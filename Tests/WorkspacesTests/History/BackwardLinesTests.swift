import Basics
import Foundation
import TestSupport
import Testing

@testable import Workspaces

/// The lines of a month's file, newest first, whole or their starts.
@Suite struct BackwardLinesTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory("lines") }

  private func lines(_ text: String, most: Int = .max, block: Int) throws -> [(line: BackwardLines.Line, whole: String)]
  {
    let path = folder.path("2026-11.jsonl")
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    var lines = BackwardLines(path: path, files: .live, most: most, block: block)
    var found: [(line: BackwardLines.Line, whole: String)] = []
    while let line = try lines.next() { found.append((line, String(decoding: try lines.whole(line), as: UTF8.self))) }
    return found
  }

  @Test(arguments: [1, 3, 7, 64])
  func `A start of a line has the line's position, from which the whole line can be read.`(block: Int) throws {
    let text = "first line\n\nthe second one is longer\n{third"
    for most in [1, 5, 11, .max] {
      let found = try lines(text, most: most, block: block)
      #expect(found.map(\.whole) == ["{third", "the second one is longer", "", "first line"], "\(most)")
      for (line, whole) in found {
        #expect(Array(whole.utf8.prefix(most)) == line.bytes && line.length == whole.utf8.count)
        #expect(line.last == whole.utf8.last)
      }
      #expect(found.map(\.line.isComplete) == [false, true, true, true])
      #expect(found.map(\.line.end) == [text.utf8.count, 37, 12, 11])
    }
  }

  @Test func `A list reads only the start of a long line, and all of one in another order.`() throws {
    let history = History(folder: folder.path(".apus"), files: .live)
    try FileManager.default.createDirectory(atPath: history.folder, withIntermediateDirectories: true)
    let body = String(repeating: "x", count: 300_000)
    func line(_ id: String, _ head: String, _ rest: String) -> String { "{\"_id\":\"\(id)\"\(head)\(rest)}\n" }
    let (date, request) = (
      ",\"startedDateTime\":\"2026-11-26T19:00:00.000Z\"", ",\"request\":{\"method\":\"GET\",\"url\":\"http://h/a\""
    )
    let (first, second, third) = (
      "01ARZ3NDEKTSV4RRFFQ69G5FA1", "01ARZ3NDEKTSV4RRFFQ69G5FA2", "01ARZ3NDEKTSV4RRFFQ69G5FA3"
    )
    let text =
      line(first, ",\"response\":{\"content\":{\"text\":\"\(body)\"},\"status\":404}", date + request + "}")
      + line(second, ",\"_status\":200,\"_size\":300000" + date + request, "},\"text\":\"\(body)\"")
      + String(line(third, ",\"_status\":200" + date + request, "},\"text\":\"\(body)\"").dropLast(2))
    try Data(text.utf8).write(to: URL(fileURLWithPath: history.path(month: "2026-11")))
    let page = try history.list(limit: 9)
    #expect(page.entries.map(\.id) == [second, first] && page.entries.map(\.status) == [200, 404])
    #expect(page.entries.first?.size == 300_000 && page.notices.count == 1)
    #expect(page.notices.first?.message.contains("the last line is incomplete") == true)
    var filter = HistoryFilter()
    filter.text = "h/a"
    #expect(try history.list(limit: 9, matching: filter).entries.count == 2)
  }

  @Test(arguments: ["\"_status\":200,\"_size\":-5,", ""])
  func `A negative size counts as none.`(head: String) throws {
    let line =
      "{\"_id\":\"01ARZ3NDEKTSV4RRFFQ69G5FA1\",\(head)\"startedDateTime\":\"2026-11-26T19:00:00.000Z\","
      + "\"request\":{\"method\":\"GET\",\"url\":\"http://h/a\"},\"response\":{\"content\":{\"size\":-1}}}"
    #expect(HistoryLine.summary(of: Array(line.utf8))?.size == 0)
  }
}
