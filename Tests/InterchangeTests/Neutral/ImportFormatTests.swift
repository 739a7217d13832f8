import Basics
import Foundation
import Interchange
import Networking
import TestSupport
import Testing
import Workspaces

@Suite("Foreign formats")
struct ImportFormatTests {
  @Test(
    "Every file of every corpus, truncated at 64 places or with changed or missing bytes, is imported or rejected with a location",
    .corpora(
      "har/requests", "postman", "openapi", "insomnia", "http-files", "bruno", "curl-commands", "naughty-strings"))
  func everyFile() throws {
    let folders: [(String, Set<String>, ImportFormat)] = [
      ("har/requests", ["json"], .har), ("postman", ["json"], .postman), ("openapi", ["json", "yaml"], .openapi),
      ("insomnia", ["json", "yaml"], .insomnia), ("http-files", ["http"], .http), ("bruno", ["bru"], .bruno),
      ("curl-commands", ["sh"], .curl),
    ]
    var random = SeededGenerator(seed: 64)
    var (read, refused) = (0, 0)
    func check(_ text: [UInt8], _ format: ImportFormat, _ file: String) {
      _ = ImportFormat.detect(text)
      do {
        _ = try format.read(text, name: "x").json.compact
        read += 1
      } catch {
        refused += 1
        #expect(!error.message.isEmpty, "\(file)")
        // Invalid JSON is reported with its line; JSON of another kind with the missing parts.
        if format == .har || format == .postman, (try? JSONValue(parsing: text)) == nil {
          #expect(error.message.hasPrefix("line "), "\(file): \(error)")
        }
      }
    }
    for (folder, extensions, format) in folders {
      for file in try Corpora.files(folder, extensions: extensions) {
        let whole = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file)))
        // In a debug build, the largest are truncated and flipped at fewer places.
        let times = whole.count > 60_000 ? 8 : 64
        for step in 0..<times {
          check(Array(whole.prefix(whole.count * step / times)), format, file)
          guard !whole.isEmpty else { continue }
          let place = Int.random(in: 0..<whole.count, using: &random)
          var changed = whole
          if step.isMultiple(of: 2) {
            changed[place] ^= UInt8(1) << UInt8.random(in: 0..<8, using: &random)
          } else {
            changed.removeSubrange(place..<min(place + 9, whole.count))
          }
          check(changed, format, file)
        }
      }
    }
    var source = try RandomDefinition(seed: 9)
    let folder = ImportedCollection.Folder(
      name: "c", items: (0..<5).map { .request(source.request($0, isWhole: false), options: TransferOptions()) })
    for (export, format) in [(ExportFormat.json, ImportFormat.json), (.hurl, .hurl)] {
      let whole = Array(export.write(ImportedCollection(format: "apus", root: folder)).text.utf8)
      for step in 0..<64 {
        check(Array(whole.prefix(whole.count * step / 64)), format, "\(format)")
        var flipped = whole
        flipped[Int.random(in: 0..<whole.count, using: &random)] ^=
          UInt8(1) << UInt8.random(in: 0..<8, using: &random)
        check(flipped, format, "\(format)")
      }
    }
    Notice.show("cut off and flipped: \(read) read, \(refused) refused")
  }

  @Test("Formats are detected by their content, and anything else is not guessed")
  func detection() {
    let texts: [(String, ImportFormat?)] = [
      ("curl http://x", .curl), ("{\"method\":\"GET\",\"url\":\"http://x\"}", .har), ("openapi: 3.0.0", .openapi),
      ("GET http://x HTTP/1.1\nA: b", .http), ("GET http://x\n[Query]\na: b\n", .hurl),
      ("POST http://x\n{}\nHTTP 201", .hurl),
      ("{\"format\":\"apus\",\"name\":\"c\",\"items\":[]}", .json), ("### one\nPOST {{u}}", .http),
      ("meta {\n  name: x\n}", .bruno),
      ("{\"__export_format\":4,\"resources\":[]}", .insomnia), ("hello world", nil), ("{\"a\":1}", nil), ("", nil),
    ]
    for (text, format) in texts { #expect(ImportFormat.detect(Array(text.utf8)) == format, "\(text)") }
  }

  @Test("The neutral model names every part of a request")
  func neutral() throws {
    let imported = try ImportFormat.curl.read(
      Array("curl -k -L 'http://h/a?x=1&y' -u a:b -F 'f=@p;type=a/b' -H 'X: 1' --retry 2 --retry-delay 3".utf8),
      name: "paste")
    let item = try #require(imported.json["items"]?.array?.first)
    #expect(imported.json["format"] == .string("curl"))
    #expect(
      imported.json["notices"]?.array?.map { $0["what"]?.string } == [
        "a saved request cannot contain --retry-delay"
      ])
    #expect(item["type"] == .string("http") && item["method"] == .string("POST"))
    #expect(item["query"]?.array?.last?["value"] == .null)
    #expect(item["body"]?["rows"]?.array?.first?["paths"] == .array([.string("p")]))
    #expect(item["auth"]?["params"]?["password"] == .string("b"))
    #expect(item["tls"]?["verify"] == .bool(false))
    #expect(item["settings"]?["verifyTLS"] == .bool(false) && item["settings"]?["followRedirects"] == .bool(true))
  }

  @Test("The neutral model keeps disabled headers that suppress inherited ones")
  func omittedHeader() throws {
    let header = #"{"name":"X-A","value":"","enabled":false,"inherit":false}"#
    let text = #"{"format":"apus","name":"x","items":[{"name":"R","url":"http://h/","headers":[\#(header)]}]}"#
    let imported = try ImportFormat.json.read(Array(text.utf8), name: "x")
    #expect(imported.requests.first?.headers == [Row("X-A", isEnabled: false, omitsInherited: true)])
    #expect(imported.json["items"]?.array?.first?["headers"]?.array == [try JSONValue(parsing: header.utf8)])
  }
}
