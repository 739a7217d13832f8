import TestSupport
import Testing

@Suite("A proxy that is in the way, named by the environment or the command line") struct ProxyTests {
  @Test("One that cannot be reached is what the line is about, and the server is not asked after")
  func absent() async throws {
    let home = try TemporaryDirectory("home")
    let proxy = "127.0.0.1:\(try RawServer.refusedPort())"
    let cases: [(variables: [String: String], words: [String])] = [
      (["http_proxy": "http://\(proxy)", "NO_PROXY": ""], []), (["ALL_PROXY": proxy, "NO_PROXY": ""], []),
      (["NO_PROXY": ""], ["-x", proxy]),
    ]
    for (variables, words) in cases {
      var program = Program(in: home.path)
      program.variables = variables
      let result = try await program.run(["send", "http://shop.test/"] + words)
      #expect(result.status == 5 && result.error.hasPrefix("apus: Could not connect to the proxy \(proxy): "))
      #expect(result.error.contains("is the proxy's address right") && !result.error.contains("is the server running"))
    }
  }

  @Test("One that refuses to lead on is named with the server that it was to lead to")
  func refusing() async throws {
    let home = try TemporaryDirectory("home")
    let server = try AnsweringServer { _ in Answer.text("no", status: "403 Forbidden") }
    defer { server.stop() }
    var program = Program(in: home.path)
    let expected = "apus: The proxy 127.0.0.1:\(server.port) refused the connection to shop.test:443: "
    let cases: [(variables: [String: String], words: [String])] = [
      (["https_proxy": server.url], []), ([:], ["-x", server.url]),
    ]
    for (variables, words) in cases {
      program.variables = variables.merging(["NO_PROXY": ""]) { _, new in new }
      let result = try await program.run(["send", "https://shop.test/"] + words)
      #expect(result.status == 5 && result.error.hasPrefix(expected), "\(result.error)")
    }
  }
}
