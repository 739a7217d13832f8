import Basics
import Foundation
import HTTPTypes
import Networking
import Testing

@testable import Workspaces

/// Answers to `@defer` and `@stream`, part by part.
@Suite struct IncrementalAnswerTests {
  private func joined(_ parts: [String]) throws -> String {
    var answer = IncrementalAnswer()
    for part in parts { try answer.add(try JSONValue(parsing: part.utf8)) }
    #expect(!answer.hasNext)
    return answer.document?.text ?? ""
  }

  private func refusal(_ parts: String...) -> String? {
    #expect(throws: IncrementalAnswer.Fault.self) { try joined(parts) }?.words
  }

  private static let first = #"{"data":{"user":{"id":1},"list":["a"]},"hasNext":true}"#
  private static let whole = #"{"data":{"user":{"id":1,"name":"N"},"list":["a","b","c"]},"errors":[{"message":"e"}]}"#

  @Test(arguments: [
    [
      #"{"path":["user"],"label":"L","data":{"name":"N"},"hasNext":true}"#,
      #"{"path":["list",1],"data":"b","errors":[{"message":"e"}],"hasNext":true}"#,
      #"{"path":["list",2],"data":"c","hasNext":false}"#,
    ],
    [
      #"{"incremental":[{"path":["user"],"data":{"name":"N"}},{"path":["list",1],"items":["b"]}],"hasNext":true}"#,
      #"{"incremental":[{"path":["list",2],"items":["c"],"errors":[{"message":"e"}]}],"hasNext":true}"#,
      #"{"hasNext":false}"#,
    ],
    [
      #"{"pending":[{"id":"0","path":[],"label":"L"},{"id":"1","path":["list"]}],"hasNext":true}"#, "{}",
      #"{"incremental":[{"id":"1","items":["b"]},{"id":"0","subPath":["user"],"data":{"name":"N"}}],"hasNext":true}"#,
      #"{"incremental":[{"id":"1","items":["c"]}],"completed":[{"id":"0"},{"id":"1","errors":[{"message":"e"}]}],"hasNext":false}"#,
    ],
  ])
  func `The parts of all three formats add up to the same document.`(_ parts: [String]) throws {
    #expect(try joined([Self.first] + parts) == Self.whole)
  }

  @Test func `Repeated fields are merged, lists item by item, and failed parts are left out.`() throws {
    let document = try joined([
      #"{"data":{"friends":[{"n":1},{"n":2}],"none":null},"extensions":{"a":1},"hasNext":true}"#,
      #"{"path":[],"data":{"friends":[{"m":1},{"m":2}],"none":{"x":[]}},"extensions":{"b":2},"hasNext":true}"#,
      #"{"path":["friends",0],"data":null,"errors":[{"message":"e"}],"hasNext":false}"#,
    ])
    #expect(
      document == #"{"data":{"friends":[{"n":1,"m":1},{"n":2,"m":2}],"none":{"x":[]}},"extensions":{"a":1,"b":2},"#
        + #""errors":[{"message":"e"}]}"#)
  }

  @Test(arguments: [
    #"["user","friends",9]"#, #"["list",1000000000]"#, #"["list",-1]"#, #"["list",1e9]"#,
    #"["list",99999999999999999999]"#,
    #"["list","x"]"#, #"["user",0]"#, #"["list",0,"x"]"#, #"[{}]"#, #"[null,[]]"#,
  ])
  func `A path that does not exist is rejected by name, with data and with items.`(_ path: String) throws {
    for content in [#""data":{"x":1}"#, #""items":["x"]"#] {
      for part in [#"{"path":\#(path),\#(content)}"#, #"{"incremental":[{"path":\#(path),\#(content)}]}"#] {
        let words = try #require(refusal(Self.first, part))
        #expect(words.hasPrefix("no value at ["), "\(words)")
      }
    }
  }

  @Test func `Parts that fit no format are refused with the reason.`() {
    #expect(refusal("[]") == "it is not a JSON object")
    #expect(refusal(#"{"hasNext":true}"#) == "it has neither data nor errors")
    #expect(refusal(Self.first, #"{"data":{}}"#) == "its data has no path")
    #expect(refusal(Self.first, #"{"incremental":[{"data":{}}]}"#) == "a patch has neither path nor id")
    #expect(refusal(Self.first, #"{"incremental":[{"id":"7","data":{}}]}"#) == "no pending part has the id 7")
    #expect(refusal(Self.first, #"{"pending":[{"id":"7"}]}"#) == "a pending part has no id and path")
    let deep = Array(repeating: "0", count: 201).joined(separator: ",")
    #expect(refusal(Self.first, #"{"path":[\#(deep)],"data":1}"#) == "a path has more than 200 steps")
  }

  private func exchange(_ body: String, _ failure: NetworkError? = nil) -> Exchange {
    let type = #"multipart/mixed; boundary="-"; deferSpec=20220824"#
    let head = ResponseHead(status: .ok, headers: Headers([Header("Content-Type", type)]))
    let hop = Hop(request: SentRequest(method: "POST", url: "http://h/"), response: head)
    return Exchange(startedAt: .now, hops: [hop], body: ByteStore(body.utf8), failure: failure)
  }

  @Test func `An answer truncated anywhere keeps the received parts, and is reported unless the transfer failed.`()
    throws
  {
    let part = { (text: String) in "\r\n---\r\nContent-Type: application/json\r\n\r\n\(text)" }
    let start = part(#"{"data":{"a":1},"hasNext":true}"#)
    let end = part(#"{"path":[],"data":{"b":2},"hasNext":false}"#) + "\r\n-----\r\n"
    let last = start.utf8.count + end.utf8.count - "\r\n-----\r\n".utf8.count
    for count in start.utf8.count...(start + end).utf8.count {
      let text = String(decoding: (start + end).utf8.prefix(count), as: UTF8.self)
      var exchange = exchange(text)
      let fault = exchange.joinParts()
      let isWhole = count >= last
      #expect((fault == nil) == isWhole, "\(count)")
      #expect(fault.map { $0.name == "GRAPHQL_INCOMPLETE" && $0.message.contains("after part 1,") } != false)
      let document = exchange.joined.map { String(decoding: $0.allBytes, as: UTF8.self) }
      #expect(document == (isWhole ? #"{"data":{"a":1,"b":2}}"# : #"{"data":{"a":1}}"#), "\(count)")
    }
    var first = exchange(String(decoding: start.utf8.dropLast(), as: UTF8.self))
    let early = first.joinParts()
    #expect(early?.message == "the answer ended before its first part was complete" && first.joined == nil)
    var failed = exchange(start + "\r\n---\r\n", NetworkError(.other, "reset"))
    let untold = failed.joinParts()
    #expect(untold == nil && failed.joined != nil)
    var broken = exchange(start + part("{") + "\r\n-----\r\n")
    let malformed = broken.joinParts()
    let fault = try #require(malformed)
    #expect(fault.name == "GRAPHQL_MALFORMED" && fault.message.hasPrefix("part 2 cannot be joined: "))
    #expect(broken.joined == nil && broken.answerBody == broken.body)
  }
}
