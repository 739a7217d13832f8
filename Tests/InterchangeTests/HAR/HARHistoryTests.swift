import Basics
import Foundation
import HTTPTypes
import Networking
import TestSupport
import Testing
import Workspaces

@Suite("The history compared with the HAR 1.2 specification")
struct HARHistoryTests {
  /// Exchanges of every kind: redirected, rejected, with and without bodies, with bytes that are not text.
  private func exchanges(_ server: WireServer) async throws -> [Exchange] {
    let client = Client()
    func exchange(_ change: (inout RequestConfig) throws -> Void) async throws -> Exchange {
      await client.exchange(for: try Request.with { try change(&$0) })
    }
    return [
      try await exchange { $0.host = server.origin },
      try await exchange {
        $0.host = server.origin
        $0.path = "/302/x?a=1&b#part"
        $0.method = .post
        $0.body = .text("a=b", contentType: "application/x-www-form-urlencoded")
      },
      try await exchange {
        $0.host = server.origin
        $0.method = .put
        $0.headers = Headers([Header("Cookie", "a=b; c; =d"), Header("X-A", ""), Header("X-A", "2")])
        $0.body = .bytes([0, 255, 128], contentType: nil)
      },
      try await exchange { $0.host = "http://127.0.0.1:1" },
      try await exchange { $0.host = "http://nowhere.invalid" },
    ]
  }

  @Test("The stored history and the output of --json are valid archives")
  func entries() async throws {
    let server = try WireServer()
    let folder = try TemporaryDirectory("har")
    try folder.write("opencollection.yml", "opencollection: 1.0.0\ninfo:\n  name: h\n")
    let history = History(workspace: try Workspace.open(folder.path))
    let exchanges = try await exchanges(server)
    #expect(exchanges[1].redirects.count == 1 && exchanges[3].failure != nil && exchanges[4].failure != nil)
    var printed: [[UInt8]] = []
    for exchange in exchanges {
      let record = HistoryRecord(exchange: exchange)
      try history.append(record, redaction: .standard)
      printed.append(HARDocument.entry(record, redaction: .standard).compact)
    }
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: history.folder).first { $0.hasSuffix(".jsonl") })
    let text = try [UInt8](Data(contentsOf: URL(fileURLWithPath: "\(history.folder)/\(name)")))
    let kept = text.split(separator: UInt8(ascii: "\n")).map { Array($0) }
    #expect(kept.count == exchanges.count)
    for entries in [kept, printed] {
      let log = #"{"log": {"version": "1.2", "creator": {"name": "apus", "version": "1"}, "entries": ["#
      let archive = Array(log.utf8) + entries.joined(separator: Array(",".utf8)) + Array("]}}".utf8)
      let faults = try HARSpecification(archive).faults
      #expect(faults.isEmpty, "\(faults)")
    }
  }
}
