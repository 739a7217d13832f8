import Basics
import FoundationEssentials
import HTTPTypes
import Networking
import Testing

@testable import apus

@Suite struct OutputTests {
  @Test("A timing table has a bar for each phase and the total")
  func timing() {
    let timing = Hop.Timing(
      resolved: .milliseconds(10), connected: .milliseconds(20), sent: .milliseconds(20), firstByte: .milliseconds(60),
      total: .milliseconds(80))
    let hop = Hop(request: SentRequest(method: "GET", url: "http://h/"), timing: timing)
    let exchange = Exchange(startedAt: .init(timeIntervalSince1970: 0), hops: [hop], duration: .milliseconds(81))
    #expect(
      TimingTable(isUnicode: false, width: 16).text(for: exchange) == """
        DNS       ==                     10 ms
        Connect     ==                   10 ms
        Sent          =                 0.0 ms
        Waiting       ========           40 ms
        Download              ====       20 ms
        Total                            81 ms

        """)
    #expect(TimingTable(isUnicode: true, width: 16).text(for: exchange).contains("Waiting       ████████ "))
    var loading = exchange
    loading.duration = .milliseconds(100)
    #expect(TimingTable(isUnicode: false).text(for: loading).contains("100 ms  includes 20 ms in Apus\n"))
  }

  @Test("A head is shown like in curl, with visible control characters")
  func wire() {
    let request = SentRequest(method: "GET", url: "http://h/", head: Array("GET / HTTP/1.1\r\nHost: h\r\n\r\n".utf8))
    #expect(VerboseText.request(request, .none) == "> GET / HTTP/1.1\n> Host: h\n>\n")
    let head = ResponseHead(status: .ok, headers: Headers([Header("X-A", "\u{1b}c")]))
    #expect(VerboseText.response(head, .none) == "< HTTP/1.1 200 OK\n< X-A: ␛c\n<\n")
    #expect(String(decoding: VerboseText.head(head), as: UTF8.self) == "HTTP/1.1 200 OK\r\nX-A: \u{1b}c\r\n\r\n")
  }
}
