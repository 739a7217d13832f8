import Basics
import Foundation
import Interchange
import Networking
import TestSupport
import Testing
import Workspaces

/// Compares the requests of httpsnippet with the bytes that real curl sends for their commands.
@Suite("HTTP archives")
struct HARCorpusTests {
  private func prepared(_ request: RequestDefinition, _ folder: TemporaryDirectory, _ port: UInt16) throws
    -> PreparedRequest
  {
    var context = SendContext(folder: folder.path)
    context.options.connectTo = ["::127.0.0.1:\(port)"]
    context.options.noProxy = "*"
    context.options.decompresses = false
    return try PreparedRequest(request, in: context)
  }

  @Test("Each request of the corpus sends what curl sends for its command", .corpora("har/requests"))
  func corpus() async throws {
    let files = try Corpora.files("har/requests", extensions: ["json"])
    let server = try WireServer()
    let wrapper = try CurlWrapper.make(server, agent: "apus/test")
    let client = WireClient(server, agent: "apus/test")
    var passed = 0
    for file in files {
      let folder = try TemporaryDirectory("har")
      try folder.write("hello.txt", "Hello World")
      try folder.write("test/fixtures/files/hello.txt", "Hello World")
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file)))
      let imported = try HARImport.read(bytes, name: "x")
      #expect(imported.requests.count == 1 && imported.notices.isEmpty, "\(file)")
      let command = file.replacingOccurrences(of: "/requests/", with: "/curl/").replacingOccurrences(
        of: ".json", with: ".sh")
      guard let request = imported.requests.first else { continue }
      // None of our certificates is valid for this host; without TLS, the bytes are the same.
      let plain = { (text: String) in text.replacingOccurrences(of: "https://", with: "http://") }
      var definition = request
      definition.url = plain(request.url)
      let ours = try await client.send(prepared(definition, folder, server.port).request).map { $0.canonical() }
      guard let text = try? String(contentsOfFile: command, encoding: .utf8) else {
        #expect(ours.count == 1, "\(file)")
        passed += 1
        continue
      }
      _ = try ShellRun(plain(text), in: folder, path: "\(wrapper.path):/usr/bin:/bin")
      let real = server.take().map { $0.canonical() }
      #expect(ours == real, "\(file)")
      if ours == real { passed += 1 }
    }
    Notice.show("httpsnippet: \(passed)/\(files.count)")
  }

  @Test("A request written as an archive and imported again sends the same bytes")
  func roundTrip() async throws {
    let server = try WireServer()
    let folder = try TemporaryDirectory("har")
    try folder.write("f.txt", "file")
    let client = WireClient(server)
    let bodies: [BodyDefinition] = [
      .none, .text(.json, "{\"a\": {\"b\": 1}}"), .form([Row("a b", "c&d=é"), Row("a b", "")]), .text(.text, "plain"),
      .multipart([FormPart("t", .text("x\r\ny")), FormPart("f", .files(["f.txt"]), contentType: "a/b")]),
    ]
    for body in bodies {
      let definition = RequestDefinition(
        name: "x", method: "POST", url: "\(server.origin)/p?a=1&a=2&b&c=%20+",
        headers: [Row("X-A", "1"), Row("X-A", ""), Row("Cookie", "a=b; c=d")],
        body: body, authentication: .none, settings: RequestSettings(encodeURL: false))
      let request = try prepared(definition, folder, server.port)
      let log = HARExport.log(
        of: [request], creator: ("apus", "1"), time: "2026-01-01T00:00:00.000Z", revealsSecrets: true)
      let back = try HARImport.read(log.compact, name: "x")
      let again = try prepared(back.requests[0], folder, server.port)
      let (first, second) = (try await client.send(request.request), try await client.send(again.request))
      #expect(first.map { $0.canonical() } == second.map { $0.canonical() }, "\(body)")
    }
  }

  @Test("Logs of browsers are imported completely, and anything else is rejected")
  func logs() throws {
    let log =
      #"{"log":{"version":"1.2","entries":[{"request":{"method":"GET","url":"https://h/a?x=1","headers":[{"name":":authority","value":"h"},{"name":"A","value":"b"}],"queryString":[{"name":"x","value":"1"}],"cookies":[{"name":"c","value":"d"}]}},{"request":{"method":"POST","url":"https://h/b","headers":[],"postData":{"mimeType":"a/b","text":"eA==","encoding":"base64"}}}]}}"#
    let imported = try HARImport.read(Array(log.utf8), name: "log")
    #expect(imported.requests.map(\.url) == ["https://h/a?x=1", "https://h/b"])
    #expect(imported.requests[0].headers == [Row("A", "b"), Row("Cookie", "c=d")])
    #expect(imported.requests[1].body == .text(.text, "x"))
    for text in ["{}", "[1]", "no", #"{"log":{"entries":[{}]}}"#] {
      #expect(throws: ImportError.self) { try HARImport.read(Array(text.utf8), name: "x") }
    }
  }
}
