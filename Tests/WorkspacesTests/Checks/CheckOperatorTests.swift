import Basics
import Foundation
import HTTPTypes
import Networking
import Testing

@testable import Workspaces

@Suite struct CheckOperatorTests {
  static let body = #"""
    {"id":42,"name":"Ada \"Lovelace\"","ok":true,"none":null,"empty":"","list":[1,"two",{"x":3.50}],"no":[],"o":{},
     "big":12345678901234567890,"a-b":{"c":"d"}}
    """#

  static func answer(_ body: String = body, status: HTTPResponse.Status = .created) -> AnswerReader {
    let head = ResponseHead(
      status: status, headers: Headers([Header("Retry-After", "1"), Header("X-A", "1"), Header("x-a", "2")]))
    let hop = Hop(request: SentRequest(method: "GET", url: "http://h/"), response: head)
    return AnswerReader(
      Exchange(
        startedAt: Date(timeIntervalSince1970: 0), hops: [hop], body: ByteStore(Array(body.utf8)),
        duration: .milliseconds(83.4)))
  }

  @Test(
    "An expression finds its value in the answer",
    arguments: [
      ("res.status", "201"), ("res.statusText", "Created"), ("res.body.id", "42"),
      ("res.body.name", "Ada \"Lovelace\""),
      ("res.body.list[2].x", "3.50"), ("res.body['list'][1]", "two"), ("res.body.list.length", "3"),
      ("res.body.name.length", "14"), ("res.body.missing", "undefined"), ("res.body.missing.deeper[0]", "undefined"),
      ("res.body.none", "null"), ("res.headers.retry-after", "1"), ("res.headers['X-A']", "1, 2"),
      ("res.headers.none", "undefined"), ("res('list[2].x')", "3.50"), ("res(\"list\")[0]", "1"),
      ("res.responseTime", "83"), ("res.body.big", "12345678901234567890"), ("res.body.a-b.c", "d"),
      ("res.url", "http://h/"), ("res.body?.id", "42"), ("res.body.list.0", "1"), ("res.getStatus()", "201"),
      ("res.getStatusText()", "Created"), ("res.getHeader('X-A')", "1, 2"), ("res.getHeaders()['x-a']", "1, 2"),
      ("res.getBody().list[2].x", "3.50"), ("res.getBody().list.length", "3"), ("res.getResponseTime()", "83"),
      ("res.getUrl()", "http://h/"),
    ])
  func paths(expression: String, text: String) {
    var reader = Self.answer()
    #expect(reader.value(of: expression)?.text == text)
  }

  @Test(
    "Only paths are evaluated",
    arguments: [
      "", "status", "res.body.id + 1", "res.body[", "res.body['x", "res.body.list.map(x => x)", "res..body",
      "res(list)", "res.getHeader(x)", "res.getStatus(1)", "res.getSize().body", "bru.getVar('n')",
    ])
  func noPath(expression: String) {
    var reader = Self.answer()
    #expect(reader.value(of: expression) == nil)
  }

  @Test(
    "Each operator holds for matching values",
    arguments: [
      ("res.status", "eq", "201"), ("res.body.name", "eq", "'Ada \"Lovelace\"'"),
      ("res.headers.retry-after", "eq", "1"),
      ("res.body.ok", "eq", "true"), ("res.body.none", "eq", "null"), ("res.body.missing", "eq", "undefined"),
      ("res.status", "neq", "200"), ("res.body.id", "gt", "41.9"), ("res.body.id", "gte", "42"),
      ("res.body.id", "lt", "100"), ("res.body.id", "lte", "42"), ("res.headers.retry-after", "gte", "1"),
      ("res.status", "in", "200, 201"), ("res.status", "in", "[201]"), ("res.status", "notIn", "400,404"),
      ("res.body.name", "contains", "Love"), ("res.body.list", "contains", "two"), ("res.body", "contains", "id"),
      ("res.body.name", "notContains", "love"), ("res.body.list", "length", "3"), ("res.body.name", "length", "14"),
      ("res.body.name", "matches", "^A[d]a\\s"), ("res.body.name", "matches", "/lace/"),
      ("res.body.id", "matches", "^\\d+$"), ("res.body.name", "notMatches", "^$"),
      ("res.body.name", "startsWith", "Ada"),
      ("res.body.name", "endsWith", "\""), ("res.body.id", "between", "1, 42"), ("res.body.empty", "isEmpty", ""),
      ("res.body.no", "isEmpty", ""), ("res.body.list", "isNotEmpty", ""), ("res.body.none", "isNull", ""),
      ("res.body.missing", "isUndefined", ""), ("res.body.none", "isDefined", ""), ("res.body.ok", "isTruthy", ""),
      ("res.body.empty", "isFalsy", ""), ("res.body.missing", "isFalsy", ""), ("res.body", "isJson", ""),
      ("res.body.id", "isNumber", ""), ("res.body.name", "isString", ""), ("res.body.ok", "isBoolean", ""),
      ("res.body.list", "isArray", ""),
    ])
  func holds(expression: String, operator: String, value: String) {
    var reader = Self.answer()
    let results = reader.results(of: [Assertion(expression, `operator`, value)]) { VariableTable().resolved($0) }
    #expect(results.map(\.passed) == [true], "\(results)")
  }

  @Test(
    "Each operator fails for other values",
    arguments: [
      ("res.status", "eq", "200"), ("res.body.id", "eq", "'42'"), ("res.body.ok", "eq", "'true'"),
      ("res.body.missing", "eq", "null"), ("res.body.none", "eq", "undefined"), ("res.status", "neq", "201"),
      ("res.body.id", "gt", "42"), ("res.body.name", "gt", "1"), ("res.body.id", "lt", "abc"),
      ("res.status", "in", "200, 2010"), ("res.status", "notIn", "201"), ("res.body.list", "contains", "tw"),
      ("res.body.name", "notContains", "Ada"), ("res.body.id", "length", "2"), ("res.body.name", "matches", "^L"),
      ("res.body.name", "matches", "("), ("res.body.name", "notMatches", "Ada"), ("res.body.id", "startsWith", "4"),
      ("res.body.id", "between", "1, 41"), ("res.body.id", "between", "1"), ("res.body.id", "isEmpty", ""),
      ("res.body.missing", "isEmpty", ""), ("res.body.no", "isNotEmpty", ""), ("res.body.missing", "isNull", ""),
      ("res.body.none", "isUndefined", ""), ("res.body.missing", "isDefined", ""), ("res.body.none", "isTruthy", ""),
      ("res.body.list", "isFalsy", ""), ("res.body.name", "isJson", ""), ("res.body.name", "isNumber", ""),
      ("res.body.id", "isString", ""), ("res.body.id", "isBoolean", ""), ("res.body", "isArray", ""),
      ("res.status", "equals", "201"), ("res.status + 1", "eq", "202"),
    ])
  func fails(expression: String, operator: String, value: String) {
    var reader = Self.answer()
    let results = reader.results(of: [Assertion(expression, `operator`, value)]) { VariableTable().resolved($0) }
    #expect(results.map(\.passed) == [false], "\(results)")
  }

  @Test(
    "A value that only its type tells from the expected one is shown with it",
    arguments: [
      (#""true""#, "true", #""true" (a text)"#), ("true", "'true'", "true (a boolean)"),
      (#"["a"]"#, #"["a"]"#, #"["a"] (a list)"#), (#""no""#, "true", "no"), (#""1""#, "1", "1"),
    ])
  func types(value: String, operand: String, actual: String) {
    var reader = Self.answer("{\"v\": \(value)}")
    let results = reader.results(of: [Assertion("res.body.v", "eq", operand)]) { VariableTable().resolved($0) }
    #expect(results.map(\.actual) == [actual])
  }

  @Test("An expression on a long text is judged; one that takes too long or is invalid is reported")
  func patterns() {
    var long = Self.answer(String(repeating: "a", count: 200_000) + "!")
    func result(_ operator: String, _ pattern: String) -> AssertionResult? {
      long.results(of: [Assertion("res.body", `operator`, pattern)]) { VariableTable().resolved($0) }.first
    }
    #expect(result("matches", "(a+)+$")?.passed == false && result("notMatches", "(a+)+$")?.passed == true)
    #expect(result("matches", "(?i)A+!$")?.passed == true)
    for name in ["matches", "notMatches"] {
      let (none, ahead) = (result(name, "("), result(name, "a(?=b)"))
      #expect(none?.passed == false && none?.actual.contains("cannot be used: character 2") == true)
      #expect(ahead?.passed == false && ahead?.actual.contains("lookahead is not supported") == true)
    }
    var seed: UInt32 = 1
    let text = (0..<60_000).map { _ -> String in
      seed = seed &* 1_664_525 &+ 1_013_904_223
      return seed >> 31 == 0 ? "a" : "b"
    }.joined()
    var varied = Self.answer(text)
    let slow = varied.results(of: [Assertion("res.body", "notMatches", "(a|b)*a(a|b){990}c")]) {
      VariableTable().resolved($0)
    }.first
    #expect(slow?.passed == false && slow?.actual.contains("the expression takes too long on this text") == true)
  }

  @Test("Captures store the values that they find and do not change other variables")
  func captures() {
    var reader = Self.answer()
    let captured = reader.captured(by: [
      Capture(variable: "id", expression: "res.body.id"), Capture(variable: "item", expression: "res.body.list[2]"),
      Capture(variable: "gone", expression: "res.body.gone"),
      Capture(variable: "off", expression: "res.body.id", isEnabled: false),
    ])
    #expect(captured.map { "\($0.name)=\($0.value)" } == ["id=42", "item={\"x\":3.50}"])
  }

  @Test("A body that is not JSON is text, and disabled assertions are not judged")
  func text() {
    var reader = Self.answer("plain text")
    let results = reader.results(of: [
      Assertion("res.body", "contains", "plain"), Assertion("res.body", "eq", "x", isEnabled: false),
    ]) { VariableTable().resolved($0) }
    #expect(results.map(\.passed) == [true])
  }
}

extension AnswerReader {
  fileprivate mutating func results(of assertions: [Assertion], resolve: (String) -> ResolvedText) -> [AssertionResult]
  {
    results(of: assertions, files: CheckFiles(in: SendContext()), resolve: resolve)
  }
}
