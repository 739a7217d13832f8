import Foundation
import TestSupport
import Testing

@testable import Workspaces

@Suite("Reading only the head of a file") struct HeadScannerTests {
  @Test("A file as Bruno writes it is understood without the parser")
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
    #expect(head?.type == "http" && head?.sequence == 3)
    #expect(head?.method == "POST" && head?.url == "{{base}}/users/:id?a=1")
  }

  @Test(
    "Whatever is unusual is left to the parser",
    arguments: [
      "info: {name: x}\n", "info:\n  name: a # b\n", "info:\n\tname: x\n", "info:\n  name: \"a\\n\"\n",
      "info:\n  name: x\n   type: y\n", "info:\n  name: x\ninfo:\n  name: y\n", "info:\n  name: é\n",
      "info:\n  name: &a x\n", "info:\n  name: x\n  y\n", "a: b: c\n", "info:\n  name: >\n    x\n", "- a\n", "a: 'x\n",
      "info:\n  name: x\n  name: y\n", "a:\n  - b\n c: d\n",
    ])
  func unusual(text: String) {
    #expect(HeadScanner.head(of: Array(text.utf8)) == nil)
  }

  @Test("On every corpus file, whole or cut anywhere, it agrees with the parser or gives up")
  func agrees() throws {
    var compared = 0
    for path in Corpora.files("opencollection", extensions: ["yml"]) {
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
      for end in 0...bytes.count {
        let cut = Array(bytes[..<end])
        guard let head = HeadScanner.head(of: cut) else { continue }
        // The scanner may only accept what the parser accepts, and must read the same.
        let root = try YAMLDocument(cut).root
        #expect(head.name == root?["info"]?["name"]?.text ?? "", "\(path) cut at \(end)")
        #expect(head.type == root?["info"]?["type"]?.text ?? "", "\(path) cut at \(end)")
        #expect(head.url == RequestReader.blocks.compactMap { root?[$0]?["url"]?.text }.first ?? "", "\(path) \(end)")
        #expect(head.sequence == root?["info"]?["seq"]?.number, "\(path) cut at \(end)")
        compared += 1
      }
    }
    Notice.show("head scanner compared with the parser on \(compared) texts")
  }
}
