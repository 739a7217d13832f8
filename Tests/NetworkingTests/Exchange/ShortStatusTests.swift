import Foundation
import HTTPTypes
import Testing

@testable import HTTPModel
@testable import Networking

@Suite struct ShortStatusTests {
  private static func exchange(_ status: Int?, _ close: Conversation.Close? = nil) -> Exchange {
    var hop = Hop(request: SentRequest(method: "POST", url: "http://h/"))
    if let status { hop.response = ResponseHead(httpVersion: "2", status: .init(code: status), headers: Headers()) }
    var exchange = Exchange(startedAt: Date(timeIntervalSince1970: 1_700_000_000), hops: [hop])
    exchange.conversation = close.map { Conversation(state: .closed($0)) }
    return exchange
  }

  @Test func `A request has the HTTP status.`() {
    #expect(Self.exchange(404).shortStatus == ShortStatus(404) && ShortStatus(404).text == "404")
    #expect(Self.exchange(nil).shortStatus.text == nil)
  }

  @Test func `A failed call has its own status, even if the HTTP status is 200.`() {
    let failed = Self.exchange(200, .init(code: 5, reason: "no item 9", name: "NOT_FOUND"))
    #expect(failed.shortStatus == ShortStatus(200, name: "NOT_FOUND") && failed.shortStatus.text == "NOT_FOUND")
    #expect(Self.exchange(nil, .init(code: 4, name: "DEADLINE_EXCEEDED")).shortStatus.text == "DEADLINE_EXCEEDED")
    #expect(Self.exchange(200, .init(code: 42, name: "code 42")).shortStatus.text == "code 42")
  }

  @Test func `A status is in its class, and a failed call is not a success.`() {
    #expect(ShortStatus(404).isOf(404) && ShortStatus(404).isOf(4) && !ShortStatus(404).isOf(0))
    let failed = ShortStatus(200, name: "NOT_FOUND")
    #expect(!failed.isOf(200) && !failed.isOf(2) && !failed.isOf(0) && ShortStatus(0).isOf(0))
    #expect(ShortStatus(404, name: "UNIMPLEMENTED").isOf(4) && ShortStatus(0, name: "CANCELLED").isOf(0))
    #expect(!ShortStatus(101, name: "1011").isOf(101) && !ShortStatus(101, name: "1011").isOf(1))
  }

  @Test(arguments: [1002, 1006, 1011, 4001])
  func `A WebSocket that ended badly has its close code.`(code: Int) {
    #expect(Self.exchange(101, .init(code: code, reason: "oops")).shortStatus == ShortStatus(101, name: "\(code)"))
  }

  @Test(arguments: [1000, 1001, nil])
  func `A WebSocket that ended well, went away or gave no code has the HTTP status.`(code: Int?) {
    #expect(Self.exchange(101, .init(code: code, reason: "bye")).shortStatus == ShortStatus(101))
  }

  @Test func `A successful call has the HTTP status.`() {
    #expect(Self.exchange(200, .init(code: 0, name: "OK")).shortStatus.text == "200")
    #expect(Self.exchange(200, .init()).shortStatus.text == "200")
  }
}
