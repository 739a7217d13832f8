import Foundation
import TestSupport
import Testing

@testable import Workspaces

@Suite("Plain YAML without the parser")
struct YAMLPlainReaderTests {
  private static let samples = [
    """
    # A request
    info:
      name: Get user
      type: http
      seq: 2
      tags:
        - smoke
        - "very slow"

    http:
      method: GET
      url: "{{base_url}}/users/:id?a=b&c=d#e"
      headers:
      - name: Accept
        value: 'application/json'
        disabled: true
      -   name: X-Empty
          value: ""
      params: []
      body:
        type: json
        data: |-
          {
            "id": 1,

            "text": "# no comment"
          }
      # about auth
      auth: inherit
    runtime:
      assertions: {}
    docs: |
      Lines of  text

      and more\u{20}\u{20}

    settings:
      timeout: 0.5e3
      encodeUrl: ~

    """, "a: b\n", "a:\n  b:\n    c: d\n  e: f\n", "a:\n- b: c\n  d:\n  - e\nf: g\n", "a: |\n  b\n\n\n",
    "a: |\n  b\nc: d\n",
    "a: null\nnull: b\n", "a: 1.5\nb: -1\nc: .inf\n", "a:\n  - x\n  - y: |-\n      z\n    w: v\n",
  ]

  private func parsed(_ text: String) -> YAMLNode? {
    // What the parser refuses has no tree.
    (try? YAMLDocument.parsed(Array(text.utf8)))?.root
  }

  @Test("What is read without the parser is what the parser reads, ranges included", arguments: samples)
  func same(text: String) throws {
    let root = YAMLPlainReader.root(of: Array(text.utf8))
    if let root { #expect(root == parsed(text)) }
    #expect((root == nil) == text.contains("b: -1"), "only a value that begins with a dash is left to the parser")
  }

  @Test(
    "What is not plain is left to the parser",
    arguments: [
      "", "a", "- a\n", "a: b", "a: b\r\n", "a:\tb\n", "a: &x b\n", "a: *x\n", "a: !!str 1\n", "a: >\n  b\n",
      "a: |+\n  b\n",
      "a: b # c\n", "a: b\n  c\n", "a: \"b\\n\"\n", "a: 'it''s'\n", "a: [b]\n", "a: {b: c}\n", "? a\n: b\n", "a:\n",
      "a: é\n", "---\na: b\n", "a: b\n...\n", "a: b\na: c\n", "a: |\n    b\n  c\n", "a: b: c\n", " a: b\n",
      "a:\n- - b\n",
    ])
  func left(text: String) {
    #expect(YAMLPlainReader.root(of: Array(text.utf8)) == nil)
  }

  @Test("Whatever becomes of a text, both read the same, or it is left to the parser")
  func mutated() throws {
    var random = SeededGenerator(seed: 5)
    let files = try FileManager.default.subpathsOfDirectory(atPath: Repository.root.appending(path: "Workspaces").path)
      .filter { $0.hasSuffix(".yml") }.map { Repository.root.appending(path: "Workspaces").appending(path: $0) }
    let texts = try Self.samples + files.map { try String(contentsOf: $0, encoding: .utf8) }
    let pieces = [
      "\n", " ", "  ", "-", "- ", ":", ": ", "#", " #", "|", "|-", "\"", "'", "a", "1", "[]", "{}", "\n\n", "~",
    ]
    var plain = 0
    for round in 0..<6_000 {
      var bytes = Array(texts[round % texts.count].utf8)
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, place + Int.random(in: 0...4, using: &random))
        bytes.replaceSubrange(place..<end, with: Array((pieces.randomElement(using: &random) ?? "").utf8))
      }
      guard let root = YAMLPlainReader.root(of: bytes) else { continue }
      plain += 1
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(root == parsed(text), "\(text)")
    }
    #expect(plain > 1_000)
  }
}
