import Basics
import Foundation
import TestSupport
import Testing

@Suite("Small JSON values")
struct JSONValueTests {
  @Test(
    "The verdicts of the conformance suite hold, and values are written back unchanged",
    .corpora("json/JSONTestSuite/test_parsing"))
  func conformance() throws {
    var counts = (accepted: 0, rejected: 0)
    for path in try Corpora.files("json/JSONTestSuite/test_parsing", extensions: ["json"]) {
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
      let name = (path as NSString).lastPathComponent
      let value = try? JSONValue(parsing: bytes)
      if name.hasPrefix("y_") {
        #expect(value != nil, "\(name)")
        if let value { #expect(try JSONValue(parsing: value.compact) == value, "\(name)") }
        counts.accepted += 1
      } else if name.hasPrefix("n_"), String(validating: bytes, as: UTF8.self) != nil {
        #expect(value == nil, "\(name)")
        counts.rejected += 1
      }
    }
    Notice.show("JSONTestSuite: \(counts.accepted) accepted, \(counts.rejected) rejected as they must")
  }

  @Test("Every naughty string survives writing and reading, and never breaks the line", .corpora("naughty-strings"))
  func naughty() throws {
    for text in try Corpora.naughtyStrings() {
      let line = JSONValue.string(text).compact
      #expect(!line.contains(0x0A) && !line.contains(0x1B))
      #expect(try JSONValue(parsing: line).string.map { Array($0.utf8) } == Array(text.utf8))
    }
  }

  @Test(
    "JSON keeps order, numbers and texts through reading and writing",
    arguments: [
      #"{"b":1,"a":[true,false,null,-0.50e+3],"ü":"\"\\\n\u0001😀","b":2}"#, "[]", "{}", "1e400", #""""#, "-0",
      #"{"a":{"b":[{}]}}"#, #""\u007f""#, "123456789012345678901234567890",
    ])
  func roundTrip(text: String) throws {
    let value = try JSONValue(parsing: text.utf8)
    #expect(value.text == text)
    #expect(try JSONValue(parsing: value.pretty.utf8) == value)
  }

  @Test("Pretty text is indented by two spaces, and empty containers stay on their line")
  func pretty() {
    let value: JSONValue = ["a": [1, []], "b": [:]]
    #expect(value.pretty == "{\n  \"a\": [\n    1,\n    []\n  ],\n  \"b\": {}\n}")
  }

  @Test(
    "Invalid JSON is refused with its position",
    arguments: [
      ("", 0), (" ", 1), ("[1,]", 3), ("{\"a\" 1}", 5), ("01", 1), ("\"\u{1}\"", 1), ("[1] 2", 4), ("tru", 0), ("-", 1),
      ("1.", 2), ("1e+", 3), ("\"\\u12\"", 2), ("\"\\q\"", 2), ("\"a", 2), ("\"\\", 2), ("{", 1), ("+1", 0), ("nul", 0),
      (String(repeating: "[", count: 500), 200),
    ])
  func faults(text: String, offset: Int) {
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: Array(text.utf8)) }
    #expect(error?.offset == offset)
  }

  @Test("Every prefix of a document is refused, and none reads beyond its end")
  func prefixes() throws {
    let whole = Array(#"{"a\u00e9":[1.5e-3,"\ud83d\ude00",null,true,{"b":false}]}"#.utf8)
    _ = try JSONValue(parsing: whole)
    for count in 0..<whole.count { #expect((try? JSONValue(parsing: whole.prefix(count))) == nil, "\(count)") }
  }

  @Test(
    "Escaped surrogate pairs are one character, lone ones are replaced",
    arguments: [
      (#""\ud83d\ude00\ud83dx""#, "😀\u{FFFD}x"), (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"), (#""\ude00""#, "\u{FFFD}"),
      (#""\ud83d\n""#, "\u{FFFD}\n"), (#""\b\f\/""#, "\u{8}\u{C}/"),
    ])
  func surrogates(text: String, expected: String) throws {
    #expect(try JSONValue(parsing: text.utf8) == .string(expected))
    #expect(JSONString.decoded(Array(text.utf8)) == expected)
  }

  @Test("Every scalar survives being quoted, in both readers")
  func everyScalar() throws {
    for start in stride(from: UInt32(0), to: 0x110000, by: 0x400) {
      let text = String(String.UnicodeScalarView((start..<start + 0x400).compactMap { Unicode.Scalar($0) }))
      let quoted = Array(JSONString.quoted(text).utf8)
      #expect(!quoted.contains { $0 < 0x20 || $0 == 0x7F })
      #expect(try JSONValue(parsing: quoted).string.map { Array($0.utf8) } == Array(text.utf8))
      #expect(JSONString.decoded(quoted).map { Array($0.utf8) } == Array(text.utf8))
    }
  }

  @Test("A quoted text with errors in it is read as far as possible")
  func broken() {
    #expect(JSONString.decoded(Array(#""a\qb\u12""#.utf8)) == #"a\qb\u12"#)
    #expect(JSONString.decoded(Array(#""a"#.utf8)) == nil)
    #expect(JSONString.decoded([]) == nil)
  }

  @Test("Values are equivalent whatever the order of members and the spelling of numbers")
  func equivalence() throws {
    func value(_ text: String) throws -> JSONValue { try JSONValue(parsing: text.utf8) }
    #expect(try value(#"{"a":1.0,"b":[1e2]}"#).isEquivalent(to: value(#"{"b":[100],"a":1}"#)))
    #expect(try value(#"{"a":1,"a":2}"#).isEquivalent(to: value(#"{"a":2}"#)))
    #expect(try !value(#"[1,2]"#).isEquivalent(to: value("[2,1]")))
    #expect(try !value(#"{"a":null}"#).isEquivalent(to: value("{}")))
    #expect(try !value(#"{"a":1}"#).isEquivalent(to: value(#"{"b":1}"#)))
    #expect(try !value(#"{"a":"1"}"#).isEquivalent(to: value(#"{"a":1}"#)))
  }

  @Test("A member is set in place, added at the end, or removed")
  func members() {
    var value: JSONValue = ["a": 1, "b": 2]
    value["a"] = "x"
    value["c"] = true
    value["b"] = nil
    #expect(value == ["a": "x", "c": true])
    var text: JSONValue = "x"
    text["a"] = 1
    #expect(text == ["a": 1])
  }

  @Test("The members of an object are read up to the requested one")
  func head() throws {
    let line = Array(#"{"id":"1","request":{"method":"GET","url":"u","body":"#.utf8)
    let head = try JSONValue(headOf: line, through: ["request", "url"])
    #expect(head == ["id": "1", "request": ["method": "GET", "url": "u"]])
    #expect((try? JSONValue(headOf: line, through: ["request", "body"])) == nil)
    #expect((try? JSONValue(headOf: Array(#"{"id":1}"#.utf8), through: ["url"])) == nil)
  }

  @Test(
    "Numbers are whole by their value, integers by their spelling",
    arguments: [
      ("1", 1, 1), ("1.0", 1, nil), ("1e2", 100, nil), ("1.6", 2, nil),
      ("9007199254740993", 9_007_199_254_740_993, 9_007_199_254_740_993),
    ]
      as [(String, Int, Int?)])
  func numbers(text: String, int: Int, integer: Int?) {
    #expect(JSONValue.number(text).int == int)
    #expect(JSONValue.number(text).integer == integer)
  }
}
