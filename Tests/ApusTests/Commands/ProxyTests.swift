import TestSupport
import Testing

@Suite("A proxy from the environment or the command line") struct ProxyTests {
  @Test("An unreachable proxy is named in the error, and the server is not contacted")
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
      #expect(result.status == 5 && result.error.hasPrefix("apus: Could not connect to the proxy \(proxy)"))
      #expect(result.error.contains("Is the proxy's address right") && !result.error.contains("Is the server running"))
    }
  }

  @Test(
    "Proxy credentials appear in no message or history, even if they are malformed",
    arguments: [
      "http://Pu7er:Pa5wd@127.0.0.1:bad", "Pu7er:Pa5wd@127.0.0.1:99999", "odd://Pu7er:Pa5wd@127.0.0.1:1",
      "http://Pu7er:Pa5/wd@127.0.0.1:1", "http://Pu7er:Pa5#wd@127.0.0.1:1", "http://Pu7er:Pa5?wd@127.0.0.1:1",
      "http://Pu7er:12345/Pa5@127.0.0.1:1", "http://Pu7er:Pa5@wd@127.0.0.1:1",
      "http://Pu7er:Pa5%2Fwd@127.0.0.1:1",
    ])
  func login(proxy: String) async throws {
    let sample = try Sample(url: "http://shop.test")
    let environment = ["http_proxy", "https_proxy", "all_proxy"].map { ([$0: proxy, "NO_PROXY": ""], [String]()) }
    for (variables, words) in environment + [(["NO_PROXY": ""], ["-x", proxy])] {
      var program = sample.program
      program.variables.merge(variables) { _, new in new }
      let url = variables["https_proxy"] == nil ? "http://shop.test/" : "https://shop.test/"
      let result = try await program.run(["send", url, "-v", "--json"] + words)
      let history = try await program.run("history", "show", "last", "--json")
      #expect(result.status != 0)
      for text in [result.text, result.error, history.text, history.error] {
        for piece in ["Pu7er", "Pa5", "wd@", ":12345"] { #expect(!text.contains(piece), "\(proxy): \(text)") }
      }
    }
  }

  @Test("A proxy that refuses to connect is named with the target server")
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
