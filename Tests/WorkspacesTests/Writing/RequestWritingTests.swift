import Foundation
import TestSupport
import Testing

@testable import Workspaces

@Suite("Saving edited requests") struct RequestWritingTests {
  /// Corpus files, and one with every style that Bruno's files do not use.
  private func samples() throws -> [(name: String, bytes: [UInt8])] {
    var found = [
      (name: "own", bytes: Array(Self.own.utf8)), (name: "own graphql", bytes: Array(Self.ownGraphQL.utf8)),
      (name: "own with CRLF", bytes: Array(Self.own.replacingOccurrences(of: "\n", with: "\r\n").utf8)),
    ]
    for path in try Corpora.furtherFiles("opencollection", extensions: ["yml"]) {
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
      if (try? RequestFile(path: path, bytes: bytes)) != nil { found.append((path, bytes)) }
    }
    return found
  }

  private static let own = """
    # A request, by hand
    meta: {foreign: true}
    info:
        type: http     # kind
        name: 'By hand'
        x-owner: me

    http:
        # the address
        url: "{{base}}/x?limit=10"   # trailing
        method: get
        headers:
        # first
        - name: Accept   # what
          x-own: kept
          value: "*/*"
        - {name: Flow, value: style}
        - name: Off
          value: '1'
          enabled: false
        params:
        - name: limit
          value: 10
          type: query
        body:
            mode: json
            json: |
                {"a": 1}
        auth: {type: basic, username: u, password: p}
    runtime:
        scripts:
        - type: tests
          code: |-
              test()
        actions:
        - type: other
        - type: set-variable
          phase: after-response
          selector: {expression: res.body.id, method: jsonq}
          variable: {name: id, scope: runtime}
    docs:
        content: hello
        type: text/markdown
    extensions: &ext
        a: [1, 2]
    more: *ext
    """

  private static let ownGraphQL = """
    info: {name: Search, type: graphql, seq: 3}   # all on one line

    graphql:
      url: http://h/graphql
      body:
        query: |-
          query Find {   # a comment of GraphQL's
            books { id }
          }
        variables: '{"q": 1}'   # as text
        x-own: kept
      auth: inherit

    settings:
      timeout: inherit
      x-own: 1
    examples:
      - name: First   # the first
        x-own: kept
        request:
          url: http://h
          method: POST
        response:
          status: "200"
          body: {type: json, data: '{}'}
    """

  @Test("A file that is saved unedited is identical to the byte")
  func untouched() throws {
    for sample in try samples() {
      let file = try RequestFile(path: sample.name, bytes: sample.bytes)
      #expect(try file.text(with: file.definition).bytes == sample.bytes)
    }
  }

  @Test("An edit of one field changes one line")
  func oneLine() throws {
    for sample in try samples() {
      let file = try RequestFile(path: sample.name, bytes: sample.bytes)
      guard file.definition.kind == .http else { continue }
      let edits: [(inout RequestDefinition) -> Void] = [
        { $0.url = "http://other/{{y}}" }, { $0.name = "Another: name" }, { $0.method = "PURGE" },
      ]
      for edit in edits {
        var changed = file.definition
        edit(&changed)
        let text = try file.text(with: changed)
        #expect(try RequestFile(path: "x", bytes: text.bytes).definition == changed, "\(sample.name)")
        let (before, after) = (lines(sample.bytes), lines(text.bytes))
        #expect(before.count == after.count && zip(before, after).filter { $0 != $1 }.count == 1, "\(sample.name)")
        #expect(text.lostComments.isEmpty)
      }
    }
  }

  @Test("After any edits the file reads back as edited, keeps unknown content, and reports every lost comment")
  func randomEdits() throws {
    var random = SeededGenerator(seed: 7)
    for sample in try samples() {
      let file = try RequestFile(path: sample.name, bytes: sample.bytes)
      guard file.definition.kind == .http || file.definition.kind == .graphql else { continue }
      for _ in 0..<150 {
        var changed = file.definition
        for _ in 0..<Int.random(in: 1...4, using: &random) { RandomEdit.apply(to: &changed, &random) }
        let text = try file.text(with: changed)
        let read = try RequestFile(path: "x", bytes: text.bytes)
        #expect(read.definition == changed, "\(sample.name)\n\(String(decoding: text.bytes, as: UTF8.self))")
        let before = try YAMLComments.all(in: YAMLDocument(sample.bytes))
        let after = try YAMLComments.all(in: YAMLDocument(text.bytes))
        #expect(before.sorted() == (after + text.lostComments).sorted())
        let root = try YAMLDocument(text.bytes).root
        for key in ["meta", "extensions", "more"] {
          let old = try YAMLDocument(sample.bytes).root?[key]
          #expect(old.map { root?[key]?.means($0) == true } ?? (root?[key] == nil))
        }
        // Reverting gives a file with the content of the first one.
        let back = try read.text(with: file.definition)
        #expect(try RequestFile(path: "x", bytes: back.bytes).definition == file.definition)
      }
    }
  }

  @Test("An edit of one field changes no line outside of that field, in every file")
  func otherFields() throws {
    var random = SeededGenerator(seed: 11)
    for sample in try samples() {
      let file = try RequestFile(path: sample.name, bytes: sample.bytes)
      guard file.definition.kind == .http || file.definition.kind == .graphql else { continue }
      for _ in 0..<150 {
        var changed = file.definition
        let place = RandomEdit.apply(to: &changed, &random)
        let text = try file.text(with: changed)
        let difference = try LineDifference(sample.bytes, text.bytes)
        #expect(
          difference.lies(in: place),
          "\(sample.name) \(place)\n\(String(decoding: text.bytes, as: UTF8.self))")
      }
    }
  }

  @Test("Lines that an edit does not affect stay unchanged")
  func otherLines() throws {
    let file = try RequestFile(path: "own", bytes: Array(Self.own.utf8))
    var changed = file.definition
    changed.headers[0].value = "text/html"
    changed.headers[2].isEnabled = true
    changed.headers.append(Row("New", "1"))
    let text = String(decoding: try file.text(with: changed).bytes, as: UTF8.self)
    let expected = Self.own.replacingOccurrences(of: "value: \"*/*\"", with: "value: \"text/html\"")
      .replacingOccurrences(
        of: "\n      value: '1'\n      enabled: false", with: "\n      value: '1'\n    - name: New\n      value: \"1\"")
    #expect(text == expected)
  }

  @Test("The missing blank after a header's colon is a separate line in its entry, next to others of that name")
  func blanks() throws {
    let written = """
      info: {name: x, type: http}
      http:
        url: http://h/
        headers:
          - name: X-A   # mine
            value: "1"
            blankAfterColon: false
            x-own: kept
          - name: X-A
            value: "2"

      """
    let file = try RequestFile(path: "x", bytes: Array(written.utf8))
    #expect(file.definition.headers == [Row("X-A", "1", omitsBlank: true), Row("X-A", "2")])
    func text(_ change: (inout RequestDefinition) -> Void) throws -> String {
      var changed = file.definition
      change(&changed)
      let text = try file.text(with: changed)
      #expect(text.lostComments.isEmpty)
      #expect(try RequestFile(path: "x", bytes: text.bytes).definition == changed)
      return String(decoding: text.bytes, as: UTF8.self)
    }
    #expect(
      try text { $0.headers[0].value = "3" } == written.replacingOccurrences(of: "value: \"1\"", with: "value: \"3\""))
    #expect(
      try text { $0.headers[0].omitsBlank = false }
        == written.replacingOccurrences(of: "      blankAfterColon: false\n", with: ""))
    let both = try text { $0.headers[1].omitsBlank = true }
    #expect(both == written + "      blankAfterColon: false\n")
    let made = RequestDefinition(name: "new", url: "http://h/", headers: [Row("X-A", "1", omitsBlank: true)])
    let new = YAMLEmitter.file(RequestWriter.file(made))
    #expect(String(decoding: new, as: UTF8.self).contains("      value: \"1\"\n      blankAfterColon: false\n"))
    #expect(try RequestFile(path: "x", bytes: new).definition.headers == made.headers)
  }

  @Test("A new file is as Bruno writes it")
  func newFile() throws {
    var made = RequestDefinition(name: "Add book", sequence: 2, method: "POST", url: "{{base}}/books?x=1")
    made.headers = [Row("Accept", "*/*", isEnabled: false, note: "any")]
    made.params = [Parameter(.query, Row("x", "1"))]
    made.body = .text(.json, "{\n  \"a\": 1\n}")
    made.variables = [Row("t", "5")]
    let text = String(decoding: YAMLEmitter.file(RequestWriter.file(made)), as: UTF8.self)
    #expect(
      text == """
        info:
          name: Add book
          type: http
          seq: 2

        http:
          method: POST
          url: "{{base}}/books?x=1"
          headers:
            - name: Accept
              value: "*/*"
              description: any
              disabled: true
          params:
            - name: x
              value: "1"
              type: query
          body:
            type: json
            data: |-
              {
                "a": 1
              }
          auth: inherit

        runtime:
          variables:
            - name: t
              value: "5"

        settings:
          encodeUrl: true
          timeout: 0
          followRedirects: true
          maxRedirects: 5

        """)
  }

  @Test("Every naughty string survives as name, URL, header, parameter and body", .corpora("naughty-strings"))
  func naughty() throws {
    for text in try Corpora.naughtyStrings() where !text.isEmpty {
      var made = RequestDefinition(name: text, method: "POST", url: text)
      made.headers = [Row(text, text, note: text)]
      made.params = [Parameter(.path, Row(text, text))]
      made.body = .text(.text, text)
      made.docs = text
      made.settings = RequestSettings(encodeURL: true, timeout: 0, followRedirects: true, maxRedirects: 5)
      let bytes = YAMLEmitter.file(RequestWriter.file(made))
      #expect(try RequestFile(path: "x", bytes: bytes).definition == made)
    }
  }

  @Test("Truncated files and files with flipped bits are read or refused, and never written by reading")
  func damaged() throws {
    var random = SeededGenerator(seed: 3)
    for sample in try samples() {
      for round in 0..<128 {
        var bytes = sample.bytes
        if round < 64 {
          bytes = Array(bytes.prefix(bytes.count * round / 64))
        } else if !bytes.isEmpty {
          bytes[Int.random(in: bytes.indices, using: &random)] ^= UInt8(1 << Int.random(in: 0..<8, using: &random))
        }
        guard let file = try? RequestFile(path: "x", bytes: bytes), file.definition.kind == .http else { continue }
        var changed = file.definition
        changed.url += "x"
        // It reads back as edited or is refused; never anything else.
        guard let text = try? file.text(with: changed) else { continue }
        #expect(try RequestFile(path: "x", bytes: text.bytes).definition == changed)
      }
    }
  }

  private func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
  }
}
