import Synchronization
import TestSupport
import Testing

@Suite("Tokens that a server no longer accepts") struct TokenRenewalTests {
  /// A server that issues numbered tokens and accepts those that `isAccepted` accepts.
  private struct Place {
    let server: AnsweringServer
    let sample: Sample

    init(flow: String = "flow: client_credentials", isAccepted: @escaping @Sendable (_ number: Int) -> Bool) throws {
      let issued = Mutex(0)
      server = try AnsweringServer { request in
        if request.target == "/token" {
          let number = issued.withLock { number in
            number += 1
            return number
          }
          return Answer.json(#"{"access_token": "t\#(number)"}"#)
        }
        let number = request["Authorization"].flatMap { Int($0.dropFirst("Bearer t".count)) } ?? 0
        return isAccepted(number) ? Answer.text("welcome \(number)") : Answer.text("who?", status: "401 Unauthorized")
      }
      sample = try Sample(url: server.url)
      try sample.folder.write(
        "get.yml",
        """
        info: {name: get, type: http}
        http:
          method: POST
          url: "\(server.url)/x"
          body: {type: text, data: hello}
          auth:
            type: oauth2
            \(flow)
            accessTokenUrl: "\(server.url)/token"
            credentials: {clientId: me, clientSecret: "{{s}}"}

        """)
    }

    func send(_ words: String...) async throws -> Program.Result {
      try await sample.program.run(["send", "get", "--var", "s=one"] + words)
    }

    func tokens() -> [String] {
      server.requests.filter { $0.target == "/x" }.compactMap { $0["Authorization"] }
    }
  }

  @Test("A stored token that is refused is replaced once, and the request is sent again")
  func replaced() async throws {
    let oldest = Mutex(1)
    let place = try Place { number in number >= oldest.withLock(\.self) }
    defer { place.server.stop() }
    #expect(try await place.send().text == "welcome 1")
    #expect(try await place.send().text == "welcome 1")
    oldest.withLock { $0 = 2 }
    let sent = try await place.send("--json")
    #expect(try sent.json()["response"]["status"].int == 200, "\(sent.error)")
    #expect(place.tokens() == ["Bearer t1", "Bearer t1", "Bearer t1", "Bearer t2"])
    #expect(place.server.requests.filter { $0.target == "/x" }.allSatisfy { $0.bodyText == "hello" })
    #expect(try await place.send().text == "welcome 2")
  }

  @Test("A new token that is refused is not replaced: the refusal is the answer")
  func refused() async throws {
    let place = try Place { _ in false }
    defer { place.server.stop() }
    let first = try await place.send()
    #expect(first.text == "who?" && place.tokens() == ["Bearer t1"], "\(first.error)")
    let second = try await place.send()
    #expect(second.text == "who?" && place.tokens() == ["Bearer t1", "Bearer t1", "Bearer t2"], "\(second.error)")
  }

  @Test("Another client secret gets another token")
  func changed() async throws {
    let place = try Place { _ in true }
    defer { place.server.stop() }
    #expect(try await place.send().text == "welcome 1")
    #expect(try await place.send("--var", "s=two").text == "welcome 2")
    #expect(try await place.send("--var", "s=two").text == "welcome 2")
  }
}
