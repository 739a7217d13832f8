import Basics
import Foundation
import Networking
import TestSupport
import Testing

@testable import Workspaces

/// A list reads only the start of a line, but must report damage after it.
@Suite struct DamagedLineTests {
  private let folder: TemporaryDirectory
  private let history: History

  init() throws {
    folder = try TemporaryDirectory("damaged-lines")
    history = History(folder: folder.path(".apus"), files: .live)
    try FileManager.default.createDirectory(atPath: history.folder, withIntermediateDirectories: true)
  }

  private static func id(_ number: Int) -> String { "01ARZ3NDEKTSV4RRFFQ69G5FA\(number)" }

  private static func line(_ number: Int, body: String = "{\\\"name\\\": [1, 2]}") -> String {
    """
    {"_id":"\(id(number))","_status":200,"_size":9,"startedDateTime":"2026-11-26T19:00:00.000Z",\
    "request":{"method":"GET","url":"http://h/a","headers":[{"name":"A","value":"b"}]},\
    "response":{"content":{"text":"\(body)"},"status":200},"cache":{},"_attempts":1}
    """
  }

  private func list(_ lines: [String], _ filter: HistoryFilter = HistoryFilter()) throws -> HistoryPage {
    let text = lines.map { $0 + "\n" }.joined()
    try Data(text.utf8).write(to: URL(fileURLWithPath: history.path(month: "2026-11")))
    return try history.list(limit: 9, matching: filter)
  }

  private static let damages = [
    "a control byte": line(2).replacingOccurrences(of: "name\\", with: "na\u{1B}me\\"),
    "two without a break": line(2) + line(5),
    "half of one and another": line(2).prefix(line(2).utf8.count / 2) + line(5),
    "torn before a brace": String(line(2).prefix { $0 != "}" }),
  ]

  @Test(arguments: damages.keys.sorted(), [0, 70_000])
  func `A damaged line is reported, and those around it are listed.`(damage: String, longer: Int) throws {
    let body = String(repeating: "x", count: longer)
    let damaged = try #require(Self.damages[damage]).replacingOccurrences(of: "[1, 2]", with: "[1, 2]\(body)")
    let first = Self.line(1)
    let page = try list([first, damaged, Self.line(3)])
    #expect(page.entries.map(\.id) == [Self.id(3), Self.id(1)], "\(damage)")
    let notice = try #require(page.notices.first)
    #expect(page.notices.count == 1 && notice.location == history.path(month: "2026-11"))
    #expect(notice.message.contains("byte \(first.utf8.count + 1)"), "\(notice.message)")
  }

  @Test func `An entry of the last version that names the user's sent values is read like one without them.`() throws {
    let sent = #""_sent":["variable 3f09 MYVAR","secret  local/token",7],"_attempts""#
    let page = try list([Self.line(1), Self.line(2).replacingOccurrences(of: #""_attempts""#, with: sent)])
    #expect(page.entries.map(\.id) == [Self.id(2), Self.id(1)] && page.notices.isEmpty)
    let (plain, old) = (try history.record(Self.id(1)), try history.record(Self.id(2)))
    #expect(old?.exchange.response != nil && old?.exchange.response == plain?.exchange.response)
    #expect(old?.exchange.request?.url == "http://h/a")
  }

  @Test func `A valid line is listed, whatever its texts contain.`() throws {
    for body in ["{{{", "}]", "{\\\"_id\\\":\\\"", "\\u001b[31m", "\u{7F}ü"] {
      let page = try list([Self.line(1, body: body)])
      #expect(page.entries.count == 1 && page.notices.isEmpty, "\(body)")
    }
    let indented = Self.line(2).replacingOccurrences(of: ",\"", with: ",\t\"")
    #expect(try list([indented]).entries.count == 1)
  }

  @Test func `An exchange read from a damaged line is reported with its file and position.`() throws {
    let damaged = Self.line(2).replacingOccurrences(of: "name\\", with: "na\u{1B}me\\")
    _ = try list([Self.line(1), damaged])
    let place = "2026-11.jsonl (byte \(Self.line(1).utf8.count + 1)): the exchange is damaged"
    for read in [{ _ = try history.record(Self.id(2)) }, { _ = try history.entry(Self.id(2)) }] {
      let error = #expect(throws: WorkspaceError.self) { try read() }
      #expect(error?.description.contains(place) == true, "\(String(describing: error))")
    }
  }

  @Test func `A failed call is found by its status word, and is not a success of HTTP.`() throws {
    let failed = Self.line(2).replacingOccurrences(
      of: "\"_status\":200", with: "\"_status\":200,\"_statusName\":\"NOT_FOUND\"")
    let gone = Self.line(3).replacingOccurrences(of: "\"_status\":200", with: "\"_status\":0")
    func found(_ change: (inout HistoryFilter) -> Void) throws -> [String] {
      var filter = HistoryFilter()
      change(&filter)
      return try list([Self.line(1), failed, gone], filter).entries.map(\.id)
    }
    #expect(try found { $0.statuses = [2] } == [Self.id(1)])
    #expect(try found { $0.statuses = [200] } == [Self.id(1)])
    #expect(try found { $0.statuses = [0] } == [Self.id(3)])
    #expect(try found { $0.statusNames = ["NOT_FOUND"] } == [Self.id(2)])
    #expect(try found { $0.statusNames = ["ABORTED"] }.isEmpty)
    #expect(
      try found {
        $0.statuses = [0]
        $0.takesFailedCalls = true
      } == [Self.id(3), Self.id(2)])
  }
}
