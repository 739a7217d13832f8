import Foundation
import TestSupport
import Testing

@Suite("Consent for login tokens") struct AllowTokenTests {
  /// A collection with two requests that share a login; the second one goes to another server and has no secret.
  private struct Place {
    let (own, other): (AnsweringServer, AnsweringServer)
    let sample: Sample
    var program: Program

    init() throws {
      let own = try AnsweringServer { request in
        request.target == "/token" ? Answer.json(#"{"access_token": "t0ken"}"#) : Answer.text("ok")
      }
      let other = try AnsweringServer { _ in Answer.text("ok") }
      (self.own, self.other) = (own, other)
      let sample = try Sample(url: own.url)
      self.sample = sample
      program = sample.program
      program.variables = ["CLOUD_SECRET": "v4lue-of-mine"]
      func write(_ name: String, _ url: String, _ secret: String) throws {
        try sample.folder.write(
          "\(name).yml",
          """
          info: {name: \(name), type: http}
          http:
            method: GET
            url: "\(url)/x"
            auth:
              type: oauth2
              flow: client_credentials
              accessTokenUrl: "\(own.url)/token"
              credentials: {clientId: me\(secret)}

          """)
      }
      try write("first", own.url, ", clientSecret: '{{CLOUD_SECRET}}'")
      try write("second", other.url, "")
    }

    /// Runs the command line suggested by a refusal.
    func allow(_ refusal: String) async throws -> Program.Result {
      try await program.shell(try #require(refusal.split(separator: "allow it with: ").last.map(String.init)))
    }

    func send(_ name: String) async throws -> Program.Result { try await program.run("send", name) }

    /// Stores the token as earlier versions did, without its receiver.
    func forgetWhatTokensAreFor() throws {
      let files = FileManager.default.enumerator(atPath: program.folder)?.compactMap { $0 as? String } ?? []
      let kept = files.filter { $0.contains("/tokens/") && $0.hasSuffix(".json") }
      #expect(kept.count == 1)
      for path in kept { try Data(#"{"accessToken":"t0ken","tokenType":"Bearer"}"#.utf8).write(to: url(path)) }
    }

    private func url(_ path: String) -> URL { URL(filePath: "\(program.folder)/\(path)") }
  }

  @Test("A token is sent to another server only after the suggested command allows it", .timeLimit(.minutes(2)))
  func another() async throws {
    let place = try Place()
    #expect(try await place.allow(place.send("first").error).status == 0)
    #expect(try await place.send("first").status == 0)
    #expect(place.own.requests.last?["Authorization"] == "Bearer t0ken")
    let refused = try await place.send("second")
    #expect(refused.status == 4 && refused.error.contains("CLOUD_SECRET"), "\(refused.error)")
    #expect(refused.error.contains("its token to \(place.other.url)") && place.other.requests.isEmpty)
    #expect(try await place.allow(refused.error).status == 0)
    #expect(try await place.send("second").status == 0)
    #expect(place.other.requests.last?["Authorization"] == "Bearer t0ken")
  }

  @Test("A token saved by an earlier version is allowed for its login, for one receiver", .timeLimit(.minutes(2)))
  func earlier() async throws {
    let place = try Place()
    #expect(try await place.allow(place.send("first").error).status == 0)
    #expect(try await place.send("first").status == 0)
    try place.forgetWhatTokensAreFor()
    let refused = try await place.send("second")
    #expect(refused.status == 4 && refused.error.contains("--token"), "\(refused.error)")
    let allowed = try await place.allow(refused.error)
    #expect(allowed.status == 0, "\(allowed.error)")
    #expect(try await place.send("second").status == 0)
    #expect(try await place.send("first").status == 4)
    let listed = try await place.program.run("allow", "--list")
    #expect(listed.text.contains("token  \(place.own.url), client me  to"), "\(listed.text)")
  }
}
