import Basics
import Foundation
import Interchange
import Networking
import TestSupport
import Testing
import Workspaces

@Suite("Our archives compared with the HAR 1.2 specification")
struct HARSpecificationTests {
  @Test("Every required member is present with its type and range, for every kind of body")
  func export() throws {
    let folder = try TemporaryDirectory("har")
    try folder.write("f.txt", "file")
    let bodies: [BodyDefinition] = [
      .none, .text(.json, "{}"), .form([Row("a b", "c&d")]), .text(.text, ""),
      .multipart([FormPart("t", .text("x")), FormPart("f", .files(["f.txt"]), contentType: "a/b")]),
      .file([.init(path: "f.txt", contentType: "a/b")]), .graphql(query: "{ a }", variables: ""),
    ]
    let requests = try bodies.map { body in
      let definition = RequestDefinition(
        name: "x", method: "POST", url: "http://h/p?a=1&b&c=%20+#part",
        headers: [Row("X-A", "1"), Row("X-A", ""), Row("Cookie", "a=b; c; =d")], body: body, authentication: .none)
      return try PreparedRequest(definition, in: SendContext(folder: folder.path))
    }
    let log = HARExport.log(of: requests, creator: ("apus", "1"), time: "2026-01-01T00:00:00.000Z")
    #expect(try HARSpecification(log.compact).faults == [])
  }

  @Test("The check finds missing and out-of-range values")
  func check() throws {
    let text =
      #"{"log": {"version": "1.1", "creator": {"name": "x"}, "entries": [{"startedDateTime": "today", "time": -1}]}}"#
    let faults = try HARSpecification(Array(text.utf8)).faults
    for wanted in [
      "log.version is not 1.2", "log.creator.version is no text", "log.entries[0]: no time of ISO 8601",
      "log.entries[0].time is less than 0.0", "log.entries[0].timings.send is no number",
      "log.entries[0].request.method is no text", "log.entries[0].response.content is no object",
    ] {
      #expect(faults.contains(wanted), "\(wanted)\n\(faults)")
    }
  }
}
