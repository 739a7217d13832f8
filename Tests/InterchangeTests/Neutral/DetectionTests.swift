import Foundation
import TestSupport
import Testing
import Workspaces

@testable import Interchange

@Suite("Detecting formats")
struct DetectionTests {
  private static let samples: [(ImportFormat, String)] = [
    (.curl, "curl 'http://h/ä'\n"), (.har, "{\"method\":\"GET\",\"url\":\"http://h/ä\"}"),
    (.postman, "{\"info\":{\"name\":\"ä\"},\"item\":[{\"name\":\"R\",\"request\":\"http://h/ä\"}]}"),
    (.openapi, "openapi: 3.0.0\ninfo:\n  title: ä\npaths:\n  /a:\n    get: {}\n"),
    (
      .insomnia,
      "{\"__export_format\":4,\"resources\":[{\"_type\":\"request\",\"parentId\":\"w\",\"url\":\"http://h/ä\"}]}"
    ),
    (.http, "### ä\nGET http://h/ä\n"), (.hurl, "# ä\nGET http://h/ä\nHTTP 200\n"),
    (.bruno, "meta {\n  name: ä\n  type: http\n}\n\nget {\n  url: http://h/\n}\n"),
    (.json, "{\"format\":\"apus\",\"name\":\"ä\",\"items\":[{\"name\":\"R\",\"url\":\"http://h/\"}]}"),
  ]

  /// The text as written by Windows programs.
  private static func marked(_ text: String) -> [[UInt8]] {
    let units = Array(text.utf16)
    return [
      [0xEF, 0xBB, 0xBF] + Array(text.utf8), [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
      [0xFE, 0xFF] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
    ]
  }

  @Test("A byte-order mark of UTF-8 or UTF-16 changes nothing in any format", arguments: samples)
  func marks(format: ImportFormat, text: String) throws {
    let plain = try format.read(Array(text.utf8), name: "x")
    #expect(ImportFormat.detect(Array(text.utf8)) == format)
    #expect(!plain.requests.isEmpty)
    for bytes in Self.marked(text) {
      #expect(ImportFormat.detect(bytes) == format, "\(bytes.prefix(3))")
      #expect(try format.read(bytes, name: "x") == plain, "\(bytes.prefix(3))")
    }
  }

  @Test("The extension decides between several possible formats; otherwise the content does")
  func endings() {
    let hurl = "# how: curl http://h/\nGET http://h/1\n\nGET http://h/2\n```\ncurl http://h/3\n```\n"
    let http = "// curl http://h/1\nGET http://h/\nX: y\n\n[\"a\"]\n"
    let cases: [(String, String, ImportFormat?)] = [
      (hurl, "a.hurl", .hurl), ("GET http://h/1\n", "a.hurl", .hurl), ("GET http://h/1\n", "a.http", .http),
      (http, "a.http", .http), (http, "b.REST", .http), ("http://h/\n", "a.http", .http),
      ("GET http://h\n\nHTTP/1.1 200 OK\n", "a.http", .http), ("curl http://h/\n", "a.http", .http),
      ("### x\ncurl http://h/1\n", "a.http", .http), ("{\"openapi\":\"3.0.0\"}", "a.http", .openapi),
      ("curl http://h/\n", "a.hurl", .curl), ("curl http://h/\n", "a.json", .curl), ("hello", "a.hurl", nil),
    ]
    for (text, path, format) in cases {
      #expect(ImportFormat.detect(Array(text.utf8), path: path) == format, "\(path): \(text)")
    }
  }

  @Test("A curl command inside a document is a sample, in a script it is the request")
  func samplesInside() {
    let openAPI = "openapi: 3.0.0\ninfo:\n  description: |\n    Try it:\n\n    curl http://h/a\n\n    curl http://h/b\n"
    let cases: [(String, ImportFormat)] = [
      (openAPI, .openapi), ("# curl http://h/\n" + openAPI, .openapi),
      ("#!/bin/sh\nset -e\nT=1\ncurl http://h/\n", .curl), ("echo hi | curl -d @- http://h/\n", .curl),
    ]
    for (text, format) in cases { #expect(ImportFormat.detect(Array(text.utf8)) == format, "\(text)") }
  }

  @Test("Every file of the corpora has the format of its folder", .corpora("http-files", "bruno"))
  func corpora() throws {
    let folders: [(String, Set<String>, ImportFormat)] = [
      ("http-files", ["http", "rest"], .http), ("bruno", ["bru"], .bruno),
    ]
    for (folder, endings, format) in folders {
      var found = 0
      for file in try Corpora.files(folder, extensions: endings) {
        let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file)))
        guard let read = try? format.read(bytes, name: "x"), !read.requests.isEmpty else { continue }
        #expect(ImportFormat.detect(bytes, path: file) == format, "\(file)")
        found += 1
      }
      #expect(found > 0, "\(folder)")
    }
  }
}
