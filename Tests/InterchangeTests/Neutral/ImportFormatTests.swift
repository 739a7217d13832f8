import Foundation
import Interchange
import TestSupport
import Testing
import Workspaces

@Suite("Foreign formats")
struct ImportFormatTests {
  @Test("Every file of every corpus, cut off or changed anywhere, is read or refused with a reason")
  func mutations() throws {
    let folders: [(String, Set<String>, ImportFormat)] = [
      ("har/requests", ["json"], .har), ("postman", ["json"], .postman), ("openapi", ["json", "yaml"], .openapi),
      ("insomnia", ["json", "yaml"], .insomnia), ("http-files", ["http"], .http), ("bruno", ["bru"], .bruno),
    ]
    let count = ProcessInfo.processInfo.environment["APUS_MUTATIONS"].flatMap { Int($0) } ?? 600
    var random = SeededGenerator(seed: 11)
    for (folder, extensions, format) in folders {
      let texts = try Corpora.files(folder, extensions: extensions).map {
        try [UInt8](Data(contentsOf: URL(fileURLWithPath: $0)))
      }
      guard !texts.isEmpty else { continue }
      var read = 0
      for _ in 0..<(count / folders.count) {
        guard var text = texts.randomElement(using: &random) else { break }
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          let place = Int.random(in: 0...text.count, using: &random)
          switch Int.random(in: 0..<3, using: &random) {
          case 0: text.removeLast(text.count - place)
          case 1: text.insert(UInt8.random(in: 0...255, using: &random), at: place)
          default: text.removeSubrange(place..<min(text.count, place + 9))
          }
        }
        do {
          let imported = try format.read(text, name: "x")
          _ = imported.json.compact
          read += 1
        } catch {
          #expect(!error.message.isEmpty)
        }
        _ = ImportFormat.detect(text)
      }
      #expect(read > 0, "\(folder)")
    }
  }

  @Test("Formats are told apart by their content, and what is none of them is not guessed")
  func detection() {
    let texts: [(String, ImportFormat?)] = [
      ("curl http://x", .curl), ("{\"method\":\"GET\",\"url\":\"http://x\"}", .har), ("openapi: 3.0.0", .openapi),
      ("GET http://x HTTP/1.1\nA: b", .http), ("### one\nPOST {{u}}", .http), ("meta {\n  name: x\n}", .bruno),
      ("{\"__export_format\":4,\"resources\":[]}", .insomnia), ("hello world", nil), ("{\"a\":1}", nil), ("", nil),
    ]
    for (text, format) in texts { #expect(ImportFormat.detect(Array(text.utf8)) == format, "\(text)") }
  }

  @Test("The neutral model names every part of a request")
  func neutral() throws {
    let imported = try ImportFormat.curl.read(
      Array("curl -k -L 'http://h/a?x=1&y' -u a:b -F 'f=@p;type=a/b' -H 'X: 1' --retry 2".utf8), name: "paste")
    let item = try #require(imported.json["items"]?.array?.first)
    #expect(imported.json["format"] == .string("curl") && imported.json["notices"]?.array?.count == 3)
    #expect(item["type"] == .string("http") && item["method"] == .string("POST"))
    #expect(item["query"]?.array?.last?["value"] == .null)
    #expect(item["body"]?["rows"]?.array?.first?["paths"] == .array([.string("p")]))
    #expect(item["auth"]?["params"]?["password"] == .string("b"))
    #expect(item["settings"]?["verifyTLS"] == .bool(false) && item["settings"]?["followRedirects"] == .bool(true))
  }
}
