import Foundation
import TestSupport
import Testing

@Suite("The command cookies") struct CookiesCommandTests {
  private let server: AnsweringServer
  private let sample: Sample
  private let program: Program

  init() throws {
    server = try AnsweringServer { request in
      let headers =
        request.target == "/login" ? ["Set-Cookie: sid=the-value-of-the-session; Max-Age=600; HttpOnly"] : []
      return Answer.text("cookies: \(request["Cookie"] ?? "none")", headers: headers)
    }
    sample = try Sample(
      url: server.url,
      requests: [
        "login": Sample.request("GET", "{{base_url}}/login", name: "Login"),
        "me": Sample.request("GET", "{{base_url}}/me", name: "Me"),
      ])
    program = Program(in: sample.folder.path)
  }

  private func text(_ words: String...) async throws -> String {
    let result = try await program.run(words)
    #expect(result.status == 0, "\(words): \(result.error)")
    return result.text
  }

  @Test("A login cookie is sent by the next send and run in its environment only; list masks values")
  func login() async throws {
    #expect(try await text("send", "login", "-e", "local") == "cookies: none")
    #expect(try await text("send", "me", "-e", "local") == "cookies: sid=the-value-of-the-session")
    #expect(try await text("send", "me", "-e", "local", "--cookies", "off") == "cookies: none")
    #expect(try await text("send", "me", "--var", "base_url=\(server.url)") == "cookies: none")
    _ = try await text("run", ".", "-e", "local")
    #expect(server.requests.last?["Cookie"] == "sid=the-value-of-the-session")
    let list = try await text("cookies")
    #expect(list.contains("127.0.0.1") && list.contains("sid") && list.contains("local") && list.contains("HttpOnly"))
    #expect(!list.contains("the-value"))
    #expect(try await text("cookies", "list", "-e", "local", "--json").contains("\"value\": \"••••\""))
    #expect(try await text("cookies", "list", "--reveal-secrets").contains("the-value-of-the-session"))
    for path in sample.folder.files() {
      #expect(try !sample.folder.readText(path).contains("the-value") || path.contains("/apus/cookies/"), "\(path)")
    }
  }

  @Test("Set, import, delete and clear change the cookies of the next send")
  func changing() async throws {
    _ = try await text("cookies", "set", server.url, "a=1; Path=/me", "-e", "local")
    let typed = try await program.run(["cookies", "set", server.url, "b", "-e", "local"], input: Array("typed\n".utf8))
    #expect(typed.status == 0, "\(typed.error)")
    #expect(try await text("send", "me", "-e", "local") == "cookies: a=1; b=typed")
    let file = try await text("cookies", "export", "-e", "local")
    #expect(file.hasPrefix("# Netscape HTTP Cookie File\n") && file.contains("\ta\t1\n"))
    _ = try await text("cookies", "delete", "a", "-e", "local")
    #expect(try await text("send", "me", "-e", "local") == "cookies: b=typed")
    _ = try await text("cookies", "clear")
    #expect(try await text("send", "me", "-e", "local") == "cookies: none")
    let imported = try await program.run(["cookies", "import", "-", "-e", "local"], input: Array(file.utf8))
    #expect(imported.status == 0, "\(imported.error)")
    #expect(try await text("send", "me", "-e", "local") == "cookies: a=1; b=typed")
  }

  @Test(
    "Invalid operations are rejected on one line with their status",
    arguments: [
      (["cookies", "set", "https://shop.co.uk", "a=1; Domain=co.uk"], 2, "co.uk is a public suffix"),
      (["cookies", "set", "http://example.com", "a=1; Secure"], 2, "not encrypted"),
      (["cookies", "delete", "none"], 3, "no cookie none is stored"),
      (["cookies", "list", "-e", "nowhere"], 3, "no environment nowhere"),
      (["cookies", "import", "missing.txt"], 3, "missing.txt"),
      (["send", "me", "--cookies", "some"], 2, "--cookies takes keep, session or off"),
    ])
  func refused(_ words: [String], _ status: Int32, _ part: String) async throws {
    let result = try await program.run(words)
    #expect(result.status == status && result.error.contains(part), "\(result.status) \(result.error)")
    #expect(result.error.split(separator: "\n").count == 1, "\(result.error)")
  }
}
