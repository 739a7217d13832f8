import Basics
import Foundation
import HTTPTypes
import Networking
import Testing

@testable import Workspaces

@Suite("The text of an answer") struct AnswerTextTests {
  static func exchange(_ bytes: [UInt8], _ type: String = "application/json") -> Exchange {
    let head = ResponseHead(status: .ok, headers: Headers([Header("Content-Type", type)]))
    let hop = Hop(request: SentRequest(method: "GET", url: "http://h/"), response: head)
    return Exchange(startedAt: Date(timeIntervalSince1970: 0), hops: [hop], body: ByteStore(bytes))
  }

  static let text = #"{"a":"é"}"#
  static let marked: [UInt8] = [0xEF, 0xBB, 0xBF] + Array(text.utf8)
  static let latin: [UInt8] = text.unicodeScalars.map { UInt8($0.value) }
  static let utf16: [UInt8] = text.utf16.reduce(into: [0xFF, 0xFE]) { bytes, unit in
    bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)]
  }

  @Test(
    arguments: [
      (marked, "application/json"), (latin, "application/json; charset=iso-8859-1"), (utf16, "application/json"),
    ])
  func `Assertions, captures, schemas and other requests read the shown text`(bytes: [UInt8], type: String) {
    let exchange = Self.exchange(bytes, type)
    let definition = RequestDefinition(
      name: "R",
      assertions: [
        Assertion("res.body.a", "eq", "é"), Assertion("res.body", "isJson"),
        Assertion("res.body", "matchesSchema", #"{"properties": {"a": {"const": "é"}}}"#),
      ],
      captures: [Capture(variable: "a", expression: "res.body.a")])
    let checks = SendContext().checks(of: definition, on: exchange)
    #expect(checks.assertions.allSatisfy { $0.passed }, "\(checks.assertions)")
    #expect(checks.captured == [.init("a", "é")])
    #expect(Workspace.value(.body(["a"]), exchange) == "é")
  }

  @Test func `A page inside of JSON declares no charset for it`() {
    let text = #"{"page":"<meta charset=iso-8859-1>","a":"é"}"#
    #expect(Workspace.value(.body(["a"]), Self.exchange(Array(text.utf8))) == "é")
  }

  private func verdict(_ body: String, _ check: String, _ operand: String) -> Bool? {
    let definition = RequestDefinition(name: "R", assertions: [Assertion("res.body", check, operand)])
    return SendContext().checks(of: definition, on: Self.exchange(Array(body.utf8))).assertions.first?.passed
  }

  @Test(
    arguments: [
      ("contains", "foo", true), ("contains", #""name":"#, true), ("startsWith", "{", true), ("endsWith", "}", true),
      ("notContains", "foo", false), ("notContains", "baz", true), ("eq", #"{"name":"foo bar"}"#, true),
      ("neq", #"{"name":"foo bar"}"#, false), ("eq", "foo", false), ("matches", "^.\"name", true),
      ("notMatches", "foo", false),
    ])
  func `Operators on text apply to the text of the whole body`(check: String, operand: String, holds: Bool) {
    #expect(verdict(#"{"name":"foo bar"}"#, check, operand) == holds)
  }

  @Test func `Members and elements are still found`() {
    #expect(verdict(#"["\u00e9", 1]"#, "contains", "é") == true)
    #expect(verdict(#"{"\u0061b": 1}"#, "notContains", "ab") == false)
    #expect(verdict(#"{"a": "x  y"}"#, "matches", #""a":"x"#) == true)
  }
}
