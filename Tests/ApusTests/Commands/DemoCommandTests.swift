import Testing

@Suite struct DemoCommandTests {
  @Test("The demo command prints its URL, answers there, and ends with status 130 on an interrupt")
  func serves() async throws {
    let running = try Program().start(["demo", "--port", "0"])
    let url = try #require(await running.firstOutput()).split(separator: "\n")[0]
    #expect(url.hasPrefix("http://127.0.0.1:"))
    let answer = try await Program().shell("curl -sS \(url)/health")
    #expect(answer.text.contains("\"ok\""))
    running.interrupt()
    let result = await running.result()
    #expect(result.status == 130)
    #expect(result.text == "\(url)\n")
  }
}
