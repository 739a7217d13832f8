import Foundation
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("Random responses")
struct RandomAnswerTests {
  private static let pieces = [
    "HTTP/1.1 200 OK\r\n", "HTTP/1.1 103 Hint\r\n", "HTTP/1.0 999\r\n", "HTTP/9 -1 x\r\n", "Content-Length: 5\r\n",
    "Content-Length: -1\r\n", "Content-Length: 99999999999999999999\r\n", "Transfer-Encoding: chunked\r\n",
    "Content-Encoding: gzip\r\n", "Location: /\r\n", "Set-Cookie: a=b\r\n", "\r\n", "\n", "\0", "5\r\nhello\r\n",
    "0\r\n\r\n", "FFFFFFFFFFFFFFFF\r\n", "hello", ": no name\r\n", " folded\r\n", "WWW-Authenticate: Digest\r\n",
  ]

  private static func answer(_ seed: UInt64) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    var bytes: [UInt8] = Bool.random(using: &random) ? Array(pieces[0].utf8) : []
    for _ in 0..<Int.random(in: 0..<12, using: &random) {
      if Int.random(in: 0..<4, using: &random) == 0 {
        bytes += (0..<Int.random(in: 1..<20, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      } else {
        bytes += Array(pieces[Int.random(in: 0..<pieces.count, using: &random)].utf8)
      }
    }
    return bytes
  }

  private static let count = 3000
  private static let width = 24

  /// A server that sends the responses of seeds 1, 2, …, one per connection.
  private func server() throws -> RawServer {
    let next = Mutex<UInt64>(0)
    return try RawServer { connection in
      guard connection.readRequest() != nil else { return }
      let seed = next.withLock { seed in
        seed += 1
        return seed
      }
      try connection.write(Self.answer(seed))
    }
  }

  @Test("N55: for any bytes of a server, the exchange ends with a head or a categorised error")
  func wire() async throws {
    let server = try server()
    let transport = CurlTransport()
    var client = Client(transport: transport)
    client.execution.cookies = CookieJar()
    client.execution.cache = ResponseCache()
    client.execution.detectsBlocks = true
    let ready = client
    let request = makeRequest(
      server.url,
      options: makeOptions {
        $0.totalTimeout = .seconds(60)
        $0.cache = .use
      })
    let categories = await withTaskGroup(of: Set<String>.self) { group in
      for _ in 0..<Self.width {
        group.addTask {
          var found: Set<String> = []
          for _ in 0..<(Self.count / Self.width) {
            let exchange = await ready.exchange(for: request)
            if let failure = exchange.failure {
              found.insert(failure.message.isEmpty ? "" : "\(failure.category)")
            } else {
              found.insert(exchange.response == nil ? "" : "answer")
              Self.read(exchange, request)
            }
          }
          return found
        }
      }
      return await group.reduce(into: Set<String>()) { $0.formUnion($1) }
    }
    #expect(categories.isSuperset(of: ["answer", "malformed", "truncated"]))
    // Every exchange ended with a reason, and none hung until its timeout.
    #expect(categories.isDisjoint(with: ["", "totalTimeout", "idleTimeout"]), "\(categories)")
    #expect(transport.liveCount == 0)
  }

  /// Everything a caller does with a response; it may throw, but must not crash.
  private static func read(_ exchange: Exchange, _ request: Request) {
    guard let head = exchange.response, let body = exchange.body else { return }
    let response = Response(request: request, exchange: exchange, head: head, body: body)
    _ = response.text()
    _ = try? response.decode([String: Int].self)
    _ = try? response.validate()
  }

  @Test("N55: the state machine accepts any lines in any order", arguments: 0..<10)
  func machine(_ group: Int) {
    for seed in UInt64(group * 200)..<UInt64((group + 1) * 200) {
      var machine = TransferMachine(mayUpgrade: seed % 2 == 0)
      for line in Self.answer(seed).split(separator: 0x0a, omittingEmptySubsequences: false) {
        let bytes = Array(line) + [0x0a]
        bytes.withUnsafeBytes { raw in
          switch seed % 7 {
          case 0: _ = machine.requestBytes(raw)
          case 1: machine.content(raw.count)
          default: _ = machine.line(raw)
          }
        }
      }
      #expect(machine.contentCount >= 0)
    }
  }
}
