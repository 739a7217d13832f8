import Foundation
import TestSupport
import Testing

@testable import Workspaces

@Suite("Writing YAML") struct YAMLWritingTests {
  @Test(
    "Scalars are written in the style of the format",
    arguments: [
      ("plain text", "plain text"), ("", "\"\""), ("200", "\"200\""), ("true", "\"true\""), ("2.0", "\"2.0\""),
      ("1.0.0", "1.0.0"), ("2024-01-01", "2024-01-01"), ("yes", "yes"), ("{{var}}/x", "\"{{var}}/x\""),
      ("http://h:80/x?a=b#c", "http://h:80/x?a=b#c"), ("a: b", "\"a: b\""), ("a #b", "\"a #b\""), ("a:", "\"a:\""),
      ("{\"a\":1}", "'{\"a\":1}'"), ("it's \"x\"", "it's \"x\""), ("\"it's\"", "\"\\\"it's\\\"\""), ("- x", "\"- x\""),
      ("-x", "-x"), ("?", "\"?\""), ("a ", "\"a \""), ("a\rb", "\"a\\rb\""), ("~", "\"~\""), ("é 😀", "é 😀"),
      ("*/*", "\"*/*\""), ("@x", "\"@x\""),
    ])
  func scalars(text: String, expected: String) {
    #expect(YAMLScalarWriter().write(YAMLScalar(text, .new(isString: true))).inline == expected)
  }

  @Test("Multi-line texts are literal blocks with the right chomping")
  func literals() {
    func header(_ text: String) -> String { YAMLScalarWriter().write(YAMLScalar(text, .new(isString: true))).inline }
    #expect(header("a\nb") == "|-")
    #expect(header("a\nb\n") == "|")
    #expect(header("a\n\n") == "|+")
    #expect(header("  a\nb") == "|2-")
    #expect(header("\n \n") == "\"\\n \\n\"")
    #expect(header("a\n  ") == "\"a\\n  \"")
    #expect(header("a\r\nb") == "\"a\\r\\nb\"")
  }

  @Test("Every naughty string, alone and next to others, survives writing and reading", .corpora("naughty-strings"))
  func naughty() throws {
    var texts = [
      "", " ", "\n", "\n\n", " \n", "a\n", "a\n\n\n", "\ta", "a\n\tb", "  a\n b", "\u{FEFF}x", "a\u{2028}b\nc",
      "\u{FFFE}",
    ]
    texts += try Corpora.naughtyStrings()
    for text in texts {
      let root = YAMLNode.map([
        ("info", .map([("name", .string(text)), ("after", .string("x"))])),
        ("http", .map([("list", .list([.string(text), .map([("value", .string(text)), ("name", .string(text))])]))])),
        ("docs", .string(text)),
      ])
      let bytes = YAMLEmitter.file(root)
      let read = try YAMLDocument(bytes).root
      #expect(read?.means(root) == true, "\(text.debugDescription)\n\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  /// `document` after `change`, as text.
  private func patch(_ text: String, _ change: (inout YAMLNode) -> Void) throws -> (text: String, lost: [String]) {
    let document = try YAMLDocument(text: text)
    var root = document.root ?? .map([])
    change(&root)
    let patch = try YAMLPatch(document, to: root)
    #expect(try YAMLDocument(patch.bytes).root?.means(root) == true)
    return (String(decoding: patch.bytes, as: UTF8.self), patch.lostComments)
  }

  @Test("A value changes in place; comment, quotes and spacing stay")
  func value() throws {
    let text = "# top\na:   'x'   # why\nb: \"y\"\nc: plain\nd:\n"
    let patched = try patch(text) { root in
      root.put("a", .string("it's"))
      root.put("b", .string("z"))
      root.put("c", .string("5"))
      root.put("d", .string("e"))
    }
    #expect(patched.text == "# top\na:   'it''s'   # why\nb: \"z\"\nc: \"5\"\nd: e\n")
    #expect(patched.lost.isEmpty)
  }

  @Test("A block scalar keeps its indentation, and is converted to and from one line")
  func blocks() throws {
    let text = "a:\n    b: |-  # c\n        x\n        y\n    d: e\n"
    var patched = try patch(text) { $0.update("a") { $0.put("b", .string("x\nz\n")) } }
    #expect(patched.text == "a:\n    b: |  # c\n        x\n        z\n    d: e\n")
    patched = try patch(text) { $0.update("a") { $0.put("d", .string("1\n2")) } }
    #expect(patched.text == "a:\n    b: |-  # c\n        x\n        y\n    d: |-\n      1\n      2\n")
    patched = try patch("a: x # c\nb: y") { $0.put("a", .string("1\n2")) }
    #expect(patched.text == "a: |- # c\n  1\n  2\nb: y")
    patched = try patch("b: |-\n  one") { $0.put("b", .string("two\nthree")) }
    #expect(patched.text == "b: |-\n  two\n  three")
  }

  @Test("Keys are added and removed without affecting others, and a missing final line break stays missing")
  func keys() throws {
    let text = "a: 1\n\n# about b\nb:\n  x: 1 # one\n  y: 2\n\nc: 3"
    let patched = try patch(text) { root in
      root.put("a", nil)
      root.update("b") { $0.put("z", .string("new"), order: ["x", "z", "y"]) }
      root.put("d", .string("end"))
    }
    #expect(patched.text == "\n# about b\nb:\n  x: 1 # one\n  z: new\n  y: 2\n\nc: 3\nd: end")
  }

  @Test(
    "A file without a final line break keeps its texts, flows and comments whatever becomes its last entry",
    arguments: ["\n", "\r\n"])
  func openEnd(newline: String) throws {
    func patched(_ text: String, _ change: (inout YAMLNode) -> Void) throws -> String {
      let patched = try patch(text.replacing("\n", with: newline), change)
      #expect(patched.lost.isEmpty)
      return patched.text.replacing(newline, with: "\n")
    }
    let flow = "e:\n  - {a: 1}   # why"
    // An entry that ends with a line break brings one with it.
    #expect(try patched(flow) { $0.put("d", .string("end\n")) } == flow + "\nd: |\n  end\n")
    #expect(try patched(flow) { $0.put("d", .string("end")) } == flow + "\nd: end")
    #expect(try patched(flow + "\nb: x") { $0.put("b", .string("y\n")) } == flow + "\nb: |\n  y\n")
    // The former last entry is not extended by the line break that it gets.
    let open = flow + "\nb: |  # text\n  one\n  two"
    let closed = flow + "\nb: |-  # text\n  one\n  two"
    #expect(try patched(open) { $0.put("d", .string("end")) } == closed + "\nd: end")
    #expect(try patched(open) { $0.put("d", .string("end\n")) } == closed + "\nd: |\n  end\n")
    #expect(try patched(open) { $0.put("b", .string("three")) } == flow + "\nb: |-  # text\n  three")
    #expect(
      try patched(flow + "\nl:\n  - |2+\n    text") { $0.put("d", .string("end")) }
        == flow + "\nl:\n  - |2-\n    text\nd: end")
    let list = flow + "\nl:\n  - {b: 2}  # flow\n  - >\n    text"
    let turned = try patched(list) { root in
      var turned = root["l"] ?? .list([])
      turned.content = .sequence(Array((turned.items ?? []).reversed()))
      root.put("l", turned)
    }
    #expect(turned == flow + "\nl:\n  - >-\n    text\n  - {b: 2}  # flow")
    // The new last entry keeps its line break.
    #expect(try patched("e: [1]  # why\nb: |\n  x\nc: 3") { $0.put("c", nil) } == "e: [1]  # why\nb: |\n  x\n")
  }

  @Test("Blank lines that belong to a text stay part of it, whatever is added or removed after it")
  func keptBlankLines() throws {
    let text = "e: [1]  # why\n\nhttp: |+\n  x\n\n\nb: 1\n\nc: 2\n"
    #expect(try patch(text) { $0.put("b", nil) }.text == "e: [1]  # why\n\nhttp: |+\n  x\n\n\nc: 2\n")
    #expect(
      try patch(text) { $0.put("docs", .string("d"), order: ["http", "docs"]) }.text
        == "e: [1]  # why\n\nhttp: |+\n  x\n\n\ndocs: d\nb: 1\n\nc: 2\n")
  }

  @Test("Entries of a list are added, removed, changed and moved unchanged")
  func lists() throws {
    let text = "l:\n- name: a # first\n  value: 1\n# about b\n- name: b\n  value: 2\n- name: c\n  value: 3\nz: 1\n"
    func items(_ root: YAMLNode) -> [YAMLNode] { root["l"]?.items ?? [] }
    func put(_ root: inout YAMLNode, _ items: [YAMLNode]) {
      var list = root["l"] ?? .list([])
      list.content = .sequence(items)
      root.put("l", list)
    }
    var patched = try patch(text) { put(&$0, [items($0)[0], items($0)[2]]) }
    #expect(patched.text == "l:\n- name: a # first\n  value: 1\n# about b\n- name: c\n  value: 3\nz: 1\n")
    patched = try patch(text) { root in
      let new = YAMLNode.map([("name", .string("n")), ("value", .string("v"))])
      put(&root, [items(root)[0], new] + items(root)[1...])
    }
    #expect(patched.text.contains("  value: 1\n- name: n\n  value: v\n# about b\n- name: b\n"))
    patched = try patch(text) { put(&$0, [items($0)[1], items($0)[2], items($0)[0]]) }
    #expect(
      patched.text
        == "l:\n# about b\n- name: b\n  value: 2\n- name: c\n  value: 3\n- name: a # first\n  value: 1\nz: 1\n")
    #expect(patched.lost.isEmpty)
    patched = try patch(text) { put(&$0, []) }
    #expect(patched.text == "l: []\nz: 1\n" && patched.lost == ["# first", "# about b"])
  }

  @Test("Values that cannot be patched are rewritten in the smallest block, and lost comments are reported")
  func fallback() throws {
    let text = "a: {x: 1, y: 2} # keep\nb: &n\n  k: v # lost?\nc: *n\nd: 4\n"
    var patched = try patch(text) { $0.update("a") { $0.put("z", .bare("3")) } }
    #expect(patched.text == "a: {x: 1, y: 2, z: 3} # keep\nb: &n\n  k: v # lost?\nc: *n\nd: 4\n")
    patched = try patch(text) {
      $0.update("c") {
        $0.put("k", .string("w"))
        $0.forgetAlias()
      }
    }
    #expect(patched.text == "a: {x: 1, y: 2} # keep\nb: &n\n  k: v # lost?\nc:\n  k: w\nd: 4\n")
    patched = try patch(text) { $0.update("b") { $0.put("k", .string("w")) } }
    #expect(try YAMLDocument(text: patched.text).root?["c"]?["k"]?.text == "v")
  }

  @Test("A text inside braces or brackets changes in place, quoted if it could end them")
  func flow() throws {
    let text = "a: {x: 1, y: [p, 'q'], z: \"r\"} # keep\nb: 1\n"
    var patched = try patch(text) { root in
      root.update("a") { map in
        map.put("x", .string("{{v}}, w"))
        var list = map["y"] ?? .list([])
        list.content = .sequence([.string("s t"), .string("u'v")])
        map.put("y", list)
        map.put("z", .string("line\nother"))
      }
    }
    #expect(patched.text == "a: {x: \"{{v}}, w\", y: [s t, 'u''v'], z: \"line\\nother\"} # keep\nb: 1\n")
    patched = try patch(text) { $0.update("a") { $0.put("x", .string("true")) } }
    #expect(patched.text == "a: {x: \"true\", y: [p, 'q'], z: \"r\"} # keep\nb: 1\n")
  }

  @Test("Adding or removing inside braces or brackets leaves the others and the layout unchanged")
  func flowMembers() throws {
    let text = "a: {name: A, type: http} # keep\nl: [\n  x,  # one\n  y,\n]\ne: {n: {}}\nj: {\"k\": \"v\"}\n"
    let patched = try patch(text) { root in
      root.update("a") { map in
        map.put("seq", .bare("2"))
        map.put("name", nil)
      }
      var list = root["l"] ?? .list([])
      list.content = .sequence((list.items ?? []) + [.map([("z", .string("a, b"))])])
      root.put("l", list)
      root.update("e") { $0.update("n") { $0.put("k", .bool(true)) } }
      root.update("j") { $0.put("m", .string("w")) }
    }
    #expect(
      patched.text
        == "a: {type: http, seq: 2} # keep\nl: [\n  x,  # one\n  y, {z: \"a, b\"},\n]\ne: {n: {k: true}}\n"
        + "j: {\"k\": \"v\", \"m\": \"w\"}\n")
    #expect(patched.lost.isEmpty)
  }

  @Test("A file that is one map in braces stays one")
  func flowRoot() throws {
    let text = "{info: {name: A, type: http},\n http: {url: 'http://h/'}}\n"
    let patched = try patch(text) { $0.update("info") { $0.put("seq", .bare("3")) } }
    #expect(patched.text == "{info: {name: A, type: http, seq: 3},\n http: {url: 'http://h/'}}\n")
  }

  @Test("CRLF files keep their line ends")
  func carriageReturns() throws {
    let patched = try patch("a: 1\r\nb:\r\n  - x\r\n") { root in
      root.put("c", .string("1\n2"))
      var list = root["b"] ?? .list([])
      list.content = .sequence((list.items ?? []) + [.string("y")])
      root.put("b", list)
    }
    #expect(patched.text == "a: 1\r\nb:\r\n  - x\r\n  - y\r\nc: |-\r\n  1\r\n  2\r\n")
  }
}
