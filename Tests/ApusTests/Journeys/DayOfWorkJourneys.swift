import Foundation
import Synchronization
import TestSupport
import Testing

/// A day of a backend developer on the command line, step by step in one workspace: the table in
/// Documentation/CommandLine.md.
@Suite("A day of work", .timeLimit(.minutes(5))) struct DayOfWorkJourneys {
  /// The services of the day behind one address.
  private final class Services: Sendable {
    let uploaded = Mutex(0)
    let limited = Mutex(0)

    /// The answer; `nil` if the server writes it by itself.
    func answer(_ request: CapturedRequest) -> String? {
      switch request.target.prefix(while: { $0 != "?" }) {
      case "/login":
        return request.bodyText.contains("ada") ? Answer.json("{\"token\": \"t-1\"}") : denied
      case "/me": return request["Authorization"] == "Bearer t-1" ? Answer.json("{\"name\": \"Ada\"}") : denied
      case "/items":
        let isLast = request.target.hasSuffix("page=2")
        let link = isLast ? [] : ["Link: </items?page=2>; rel=\"next\""]
        return Answer.json(isLast ? "[{\"id\": 3}]" : "[{\"id\": 1}, {\"id\": 2}]", headers: link)
      case "/limited":
        let isFirst = limited.withLock { number in
          number += 1
          return number == 1
        }
        let wait = ["Retry-After: 0"]
        return isFirst ? Answer.text("slow down", status: "429 Too Many", headers: wait) : Answer.text("here you are")
      case "/graphql": return Answer.json("{\"data\": null, \"errors\": [{\"message\": \"no such field\"}]}")
      case "/upload":
        uploaded.withLock { $0 = request.body.count }
        return Answer.text("", status: "201 Created")
      case "/file":
        let head = "ETag: \"1\"\r\nAccept-Ranges: bytes\r\nConnection: close\r\n"
        guard request["Range"] == "bytes=4-" else {
          return "HTTP/1.1 200 OK\r\n\(head)Content-Length: 8\r\n\r\n1234"
        }
        return "HTTP/1.1 206 Partial Content\r\n\(head)Content-Range: bytes 4-7/8\r\nContent-Length: 4\r\n\r\n5678"
      default: return nil
      }
    }

    private var denied: String { Answer.text("who are you?", status: "401 Unauthorized") }
  }

  private let services = Services()
  private let server: RawServer
  private let sample: Sample
  private var program: Program { sample.program }

  init() throws {
    let services = services
    server = try RawServer { connection in
      while let request = connection.readRequest() {
        guard let answer = services.answer(request) else {
          // A Kubernetes watch: an endless document with one JSON text per line.
          try connection.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n")
          for number in 1...1_000_000 { try connection.write("{\"type\": \"ADDED\", \"n\": \(number)}\n") }
          return
        }
        try connection.write(answer)
        if answer.contains("Connection: close\r\n") { return }
      }
    }
    let capture =
      "  actions:\n    - {type: set-variable, phase: after-response, selector: {expression: res.body.token, method: jsonq}, "
      + "variable: {name: token, scope: runtime}}\n"
    let check = "  assertions:\n    - {expression: res.body.name, operator: eq, value: Ada}\n"
    sample = try Sample(
      url: server.url,
      requests: [
        "login/login": Sample.request(
          "POST", "{{base_url}}/login", body: "{\"user\": \"ada\"}", runtime: capture, seq: 1, name: "Login"),
        "login/me": Sample.request(
          "GET", "{{base_url}}/me", headers: [("Authorization", "Bearer {{token}}")], runtime: check, seq: 2, name: "Me"
        ),
        "items": Sample.request("GET", "{{base_url}}/items", name: "Items"),
      ])
  }

  @Test("A day of work runs from the login to a resumed download")
  func day() async throws {
    defer { server.stop() }
    try await morning()
    try await noon()
    try await conversation()
    try await evening()
    // Everything is in the history.
    let history = try await program.run("history", "list", "--json").json()
    let targets = history.array.compactMap { $0["request"]["url"].string }
    for path in ["/items", "/watch", "/limited", "/graphql", "/upload", "/file"] {
      #expect(targets.contains { $0.contains(path) }, "\(path): \(targets)")
    }
  }

  /// A login whose token the next request needs, pages, and a watch.
  private func morning() async throws {
    let login = try await program.run("run", "login", "-e", "local")
    #expect(login.status == 0, "\(login.text)\(login.error)")
    let pages = try await program.run("send", "items", "-e", "local", "--paginate", "--query", "$[*].id")
    #expect(pages.status == 0 && pages.text == "1\n2\n3\n", "\(pages.text)\(pages.error)")
    let watch = try await program.run("send", "\(server.url)/watch?watch=1", "--count", "2")
    #expect(watch.status == 0 && watch.lines.map { $0.suffix(2) } == ["1}", "2}"], "\(watch.text)\(watch.error)")
  }

  /// A received webhook, a rate limit, and a GraphQL error.
  private func noon() async throws {
    let listening = try program.start(["listen", "--webhook", "--port", "0", "--count", "1"])
    let hook = try #require(await listening.firstOutput()).split(separator: "\n")[0]
    #expect(try await program.run("send", "\(hook)/paid", "-d", "order=7").status == 0)
    let listened = await listening.result()
    #expect(listened.status == 0 && listened.text.contains("POST /paid"), "\(listened.text)\(listened.error)")
    let limited = try await program.run("send", "\(server.url)/limited", "--retry", "2")
    #expect(limited.status == 0 && limited.text == "here you are", "\(limited.text)\(limited.error)")
    let graphql = "info: {name: Q, type: graphql}\ngraphql:\n  url: \(server.url)/graphql\n  body: {query: '{ a }'}\n"
    try sample.folder.write("query.yml", graphql)
    let failed = try await program.run("send", "query", "--fail")
    #expect(failed.status == 1 && failed.error.contains("no such field"), "\(failed.status) \(failed.error)")
  }

  /// Piped lines are all answered before the WebSocket closes.
  private func conversation() async throws {
    let echo = try await PythonPeer.makeWebSocket("echo")
    let target = "ws://127.0.0.1:\(echo.port)/"
    let piped = try await program.run("send", target, input: Array("one\ntwo\n".utf8))
    #expect(piped.status == 0 && piped.text == "one\ntwo\n", "\(piped.text)\(piped.error)")
  }

  /// An upload from a pipe, and a download in two parts.
  private func evening() async throws {
    let content = [UInt8](repeating: 0x61, count: 300_000)
    let upload = try await program.run("send", "\(server.url)/upload", "-T", "-", "--fail", input: content)
    #expect(upload.status == 0, "\(upload.error)")
    #expect(services.uploaded.withLock { $0 } == content.count)
    let broken = try await program.run("send", "\(server.url)/file", "--download", "file")
    #expect(broken.status == 5, "\(broken.error)")
    let whole = try await program.run("send", "\(server.url)/file", "--download", "file")
    #expect(whole.status == 0 && whole.error.contains("resumed after 4 B"), "\(whole.error)")
    #expect(try sample.folder.readText("file") == "12345678")
  }
}
