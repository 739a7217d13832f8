import Foundation
import Interchange
import TestSupport
import Testing
import Workspaces

@Suite("Bruno files")
struct BruCorpusTests {
  /// The content is compared with upstream's reading where the reader is, in Workspaces.
  @Test(
    "Every file of the corpus is detected and gives its request or its settings, and reports what it omits",
    .corpora("bruno"))
  func corpus() throws {
    var found = (requests: 0, settings: 0)
    for path in try Corpora.files("bruno", extensions: ["bru"]) {
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
      let imported = try BruImport.read(bytes, name: "x")
      #expect(ImportFormat.detect(bytes) == .bruno, "\(path)")
      let file = try BruFile(bytes, environmentName: "x")
      #expect(imported.notices.map(\.message) == file.losses.map(\.message), "\(path)")
      switch file.content {
      case .request(let request):
        found.requests += 1
        #expect(imported.requests == [request], "\(path)")
      case .settings(let settings):
        found.settings += 1
        #expect(imported.root.settings == settings, "\(path)")
      case .environment(let environment): #expect(imported.environments == [environment], "\(path)")
      }
    }
    Notice.show("bruno: \(found.requests) requests, \(found.settings) settings")
  }

  @Test("Parts with files, text in triple quotes and annotations are read")
  func details() throws {
    let text = """
      meta {
        name: N
        type: http
      }

      post {
        url: http://h
        body: multipart-form
        auth: none
      }

      body:multipart-form {
        a: '''
          one
            two
        ''' @contentType(text/plain)
        f: @file(x.png|y.png) @contentType(image/png)
      }

      assert {
        res.status: gte 200
        res.body: isDefined
      }
      """
    let request = try #require(try BruImport.read(Array(text.utf8), name: "x").requests.first)
    #expect(
      request.body
        == .multipart([
          FormPart("a", .text("one\n  two"), contentType: "text/plain"),
          FormPart("f", .files(["x.png", "y.png"]), contentType: "image/png"),
        ]))
    #expect(request.assertions == [Assertion("res.status", "gte", "200"), Assertion("res.body", "isDefined", "")])
    #expect(throws: ImportError.self) { try BruImport.read(Array("nothing".utf8), name: "x") }
    let environment = try BruImport.read(Array("vars {\n  a: 1\n}\n".utf8), name: "dev")
    #expect(environment.environments.map(\.name) == ["dev"] && environment.root.items.isEmpty)
    let other = try BruImport.read(Array("meta {\n  name: G\n  type: grpc\n}\n\ngrpc {\n  url: h\n}\n".utf8), name: "x")
    #expect(other.requests.isEmpty && other.notices.map(\.message) == ["G is a grpc request: it is left out"])
  }
}
