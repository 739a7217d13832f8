import Foundation
import Interchange
import TestSupport
import Testing
import Workspaces

@Suite("Files of HTTP requests")
struct HTTPFileCorpusTests {
  /// The plain HTTP requests of a file, found with regular expressions alone.
  private func extract(_ text: String) -> [String] {
    let blocks = "\n\(text)".components(separatedBy: "\n###")
    return blocks.compactMap { block in
      let lines = block.components(separatedBy: "\n").dropFirst()
      guard !block.contains("# @websocket"), !block.contains("# @grpc ") else { return nil }
      guard let line = lines.first(where: { $0.range(of: "^[A-Z]+ [^ ]+", options: .regularExpression) != nil }) else {
        return nil
      }
      guard !line.hasPrefix("GRPC"), !line.contains("ws://"), !line.contains("wss://") else { return nil }
      let after = lines.drop { $0 != line }.dropFirst().prefix { !$0.isEmpty }
      let names = after.filter { !$0.hasPrefix("#") && !$0.hasPrefix("//") }.map { $0.prefix { $0 != ":" } }
      return ([line.trimmingCharacters(in: .whitespaces)] + names.map(String.init)).joined(separator: "|")
    }
  }

  @Test("Every file of the corpus gives its plain HTTP requests and its conversations", .corpora("http-files"))
  func corpus() throws {
    let files = try Corpora.files("http-files", extensions: ["http"])
    var (passed, requests) = (0, 0)
    for file in files {
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file)))
      let text = String(decoding: bytes, as: UTF8.self)
      let wanted = extract(text)
      guard let imported = try? HTTPFileImport.read(bytes, name: "x") else {
        // A file with only directives and definitions has nothing to import.
        #expect(wanted.isEmpty, "\(file)")
        continue
      }
      let found = imported.requests.filter { $0.kind.otherThanHTTP == nil }.map { request in
        (["\(request.method) \(request.url)"] + request.headers.map(\.name)).joined(separator: "|")
      }
      #expect(found == wanted, "\(file)")
      if text.contains("wss://") || text.contains("GRPC ") {
        #expect(imported.requests.contains { $0.kind.isConversation }, "\(file)")
      }
      passed += found == wanted ? 1 : 0
      requests += found.count
    }
    Notice.show("http files: \(passed)/\(files.count), \(requests) requests")
  }

  @Test("Names, variables, bodies, files, GraphQL and curl commands are imported")
  func details() throws {
    let text = """
      @host = http://h

      ### First
      # @name one
      # @no-redirect
      POST {{host}}/a
          ?x=1
          &y=2 HTTP/1.1
      Content-Type: application/json
      // a comment
      X: y

      {"a":
        1}

      > {%
        client.test()
      %}

      ### Two
      PUT {{host}}/b

      < ./file.bin
      ###
      # @graphql
      POST {{host}}/g

      query A { a }

      {"v": 1}
      ###
      curl -X PATCH http://h/c -d a=b
      ### socket
      WEBSOCKET ws://h/s
      """
    let imported = try HTTPFileImport.read(Array(text.utf8), name: "x")
    #expect(imported.root.settings.variables == [Row("host", "http://h")])
    let requests = imported.requests
    try #require(requests.count == 5)
    #expect(requests[0].name == "one" && requests[0].url == "{{host}}/a?x=1&y=2")
    #expect(requests[0].headers.map(\.name) == ["Content-Type", "X"] && requests[0].settings.followRedirects == false)
    #expect(requests[0].body == .text(.json, "{\"a\":\n  1}") && requests[0].scripts.count == 1)
    #expect(requests[1].name == "Two" && requests[1].body == .file([.init(path: "./file.bin")]))
    #expect(requests[2].body == .graphql(query: "query A { a }", variables: "{\"v\": 1}"))
    #expect(requests[3].method == "PATCH")
    #expect(requests[4].kind == .webSocket && requests[4].url == "ws://h/s")
  }
}
