import Foundation
import TestSupport
import Testing

@testable import Workspaces

@Suite("Reading only the head of a file") struct HeadScannerTests {
  @Test("A file as Bruno writes it is read without the parser")
  func bruno() {
    let text = """
      info:
        name: Get user
        type: http
        seq: 3
        tags:
          - smoke

      http:
        method: POST
        url: "{{base}}/users/:id?a=1"
        headers:
          - name: Accept
            value: "*/*"
        body:
          type: json
          data: |-
            {
              "a": "b: c"   # not a comment
            }
        auth: inherit

      settings:
        encodeUrl: true

      """
    let head = HeadScanner.head(of: Array(text.utf8))
    #expect(head?.name == "Get user")
    #expect(head?.type == "http" && head?.sequence == 3 && head?.tags == ["smoke"])
    #expect(head?.method == "POST" && head?.url == "{{base}}/users/:id?a=1")
  }

  @Test(
    "Anything unusual is left to the parser",
    arguments: [
      "info: {name: x}\n", "info:\n  name: a # b\n", "info:\n\tname: x\n", "info:\n  name: \"a\\n\"\n",
      "info:\n  name: x\n   type: y\n", "info:\n  name: x\ninfo:\n  name: y\n", "info:\n  name: é\n",
      "info:\n  name: &a x\n", "info:\n  name: x\n  y\n", "a: b: c\n", "info:\n  name: >\n    x\n", "- a\n", "a: 'x\n",
      "info:\n  name: x\n  name: y\n", "a:\n  - b\n c: d\n",
      "info:\n  type: graphql\nhttp:\n  method: GET\n", "http:\n  method: GET\ngraphql:\n  method: POST\n",
    ])
  func unusual(text: String) {
    #expect(HeadScanner.head(of: Array(text.utf8)) == nil)
  }

  /// Whether the scanner gave up; otherwise it must have read what the parser reads.
  private func givesUp(_ text: [UInt8], _ name: String) throws -> Bool {
    guard let head = HeadScanner.head(of: text) else { return true }
    let root: YAMLNode?
    do { root = try YAMLDocument(text).root } catch {
      // A repeated key after the head is reported when the file is opened: a list reads only heads.
      guard "\(error)".contains("is repeated here") else { throw error }
      return true
    }
    #expect(head.name == root?["info"]?["name"]?.text ?? "", "\(name)")
    #expect(head.type == root?["info"]?["type"]?.text ?? "", "\(name)")
    #expect(head.method == RequestReader.blocks.compactMap { root?[$0]?["method"]?.text }.first ?? "", "\(name)")
    #expect(head.url == RequestReader.blocks.compactMap { root?[$0]?["url"]?.text }.first ?? "", "\(name)")
    #expect(head.sequence == root?["info"]?["seq"]?.number, "\(name)")
    let tags = root?["info"]?["tags"].flatMap { $0.isNull ? nil : $0 }
    #expect(head.tags == tags?.items?.compactMap(\.text) ?? tags?.text.map { [$0] } ?? [], "\(name)")
    return false
  }

  @Test(
    "On every corpus file, whole or cut anywhere, it agrees with the parser or gives up", .corpora("opencollection"))
  func agrees() throws {
    var compared = 0
    for path in try Corpora.files("opencollection", extensions: ["yml"]) {
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
      for end in 0...bytes.count where try !givesUp(Array(bytes[..<end]), "\(path) cut at \(end)") { compared += 1 }
    }
    Notice.show("head scanner compared with the parser on \(compared) texts")
  }

  @Test("On files that were changed anywhere it agrees with the parser or gives up")
  func mutated() throws {
    var random = SeededGenerator(seed: 5)
    let folder = Repository.root.appending(path: "Workspaces")
    let texts = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
      .filter { $0.hasSuffix(".yml") }.map { try [UInt8](Data(contentsOf: folder.appending(path: $0))) }
    let pieces = [
      "\n", " ", "  ", "-", "- ", ":", ": ", "#", " #", "|", "|-", "\"", "'", "a", "1", "[]", "{}", "\n\n", "~",
    ]
    var compared = 0
    for round in 0..<6_000 {
      var bytes = texts[round % texts.count]
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, place + Int.random(in: 0...4, using: &random))
        bytes.replaceSubrange(place..<end, with: Array((pieces.randomElement(using: &random) ?? "").utf8))
      }
      if try !givesUp(bytes, String(decoding: bytes, as: UTF8.self)) { compared += 1 }
    }
    #expect(compared > 1_000)
  }
}
