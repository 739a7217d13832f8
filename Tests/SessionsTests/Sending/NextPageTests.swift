import Basics
import Documents
import Foundation
import Networking
import Sessions
import Testing
import Workspaces

@Suite("The next page of an answer") struct NextPageTests {
  private func exchange(_ body: String, _ headers: [Header] = []) -> Exchange { exchange(Array(body.utf8), headers) }

  private func exchange(_ body: [UInt8], _ headers: [Header] = []) -> Exchange {
    let hop = Hop(
      request: SentRequest(method: "GET", url: "http://h/"),
      response: ResponseHead(status: .ok, headers: Headers(headers)))
    return Exchange(startedAt: Date(timeIntervalSince1970: 0), hops: [hop], body: ByteStore(body))
  }

  @Test("Link, HAL and JSON:API name the next page")
  func links() {
    let rule = PageRule()
    #expect(rule.next(after: exchange("[]", [Header("Link", "</b>; rel=next")])) == .reference("/b"))
    #expect(rule.next(after: exchange(#"{"_links": {"next": {"href": "?p=2"}}}"#)) == .reference("?p=2"))
    #expect(rule.next(after: exchange(#"{"links": {"next": "http://h/2"}}"#)) == .reference("http://h/2"))
    #expect(rule.next(after: exchange(#"{"links": {"next": {"href": "/2", "meta": 1}}}"#)) == .reference("/2"))
    for last in [
      #"{"next": "abc=="}"#, #"{"next": 2}"#, "[]", "no JSON", #"{"links": {"next": null}}"#,
      #"{"links": {"next": ""}}"#, #"{"_links": []}"#,
    ] {
      #expect(rule.next(after: exchange(last)) == nil, "\(last)")
    }
  }

  @Test(
    "Members with the URL of the next page name it, too",
    arguments: [
      (#"{"count": 3, "next": "http://h/?page=2", "results": [{"next": "/no"}]}"#, "http://h/?page=2"),
      (#"{"@odata.nextLink": "http://h/x?$skip=2"}"#, "http://h/x?$skip=2"),
      (#"{"nextLink": "/x?skip=2"}"#, "/x?skip=2"),
      (#"{"next_page_url": "?page=2"}"#, "?page=2"), (#"{"paging": {"next": "http://h/2"}}"#, "http://h/2"),
    ])
  func members(body: String, next: String) {
    #expect(PageRule().next(after: exchange(body)) == .reference(next))
  }

  @Test("A JSONPath selects a URL, a cursor or a number")
  func paths() throws {
    let rule = PageRule(path: try JSONPath(parsing: "$.meta.next"))
    func next(_ value: String) -> NextPage? { rule.next(after: exchange("{\"meta\": {\"next\": \(value)}}")) }
    #expect(next("\"abc==\"") == .value("abc==") && next("12345678901234567890") == .value("12345678901234567890"))
    #expect(next("\"/x\"") == .reference("/x") && next("\"https://h/\"") == .reference("https://h/"))
    #expect(next("null") == nil && next("\"\"") == nil && next("false") == nil)
    #expect(rule.next(after: exchange("[]")) == nil)
  }

  @Test("The next page is read from the text of the answer, whatever its charset")
  func charsets() throws {
    let text = "{\"next\": \"zürich\"}"
    let units: [UInt16] = [0xFEFF] + Array(text.utf16)
    let utf16: [UInt8] = units.flatMap { (unit: UInt16) -> [UInt8] in
      [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)]
    }
    let latin = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    let answers = [
      exchange([0xEF, 0xBB, 0xBF] + Array(text.utf8)), exchange(utf16),
      exchange(latin, [Header("Content-Type", "application/json; charset=iso-8859-1")]),
    ]
    let rule = PageRule(path: try JSONPath(parsing: "$.next"))
    for answer in answers { #expect(rule.next(after: answer) == .value("zürich")) }
  }

  @Test("Pages are joined: arrays concatenated, single values from the last page")
  func joined() throws {
    func json(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }
    #expect(try json("[1,2]").joined(with: json("[3]")).text == "[1,2,3]")
    let first = try json(
      #"{"data":[9007199254740993],"page":1,"links":{"next":{"href":"/2"},"self":"/1"},"in":{"x":[1]}}"#)
    let last = try json(#"{"data":[2],"page":2,"links":{"self":"/2"},"more":false}"#)
    #expect(
      first.joined(with: last).text
        == #"{"data":[9007199254740993,2],"page":2,"links":{"self":"/2"},"in":{"x":[1]},"more":false}"#)
  }
}
