import TestSupport
import Testing

/// `apus send --paginate`.
@Suite("Pages") struct PagingCommandTests {
  /// Three pages, each linked to the next by the method in its path; other pages get 404.
  private static func answer(_ request: CapturedRequest) -> String {
    let number = request.target.split(separator: "=").last.flatMap { Int($0) } ?? 1
    let isLast = number >= 3
    let next = "/\(request.target.dropFirst().prefix { $0 != "?" })?page=\(number + 1)"
    switch request.target.dropFirst().prefix(while: { $0 != "?" }) {
    case "link": return Answer.json("[\(number)]", headers: isLast ? [] : ["Link: <\(next)>; rel=\"next\""])
    case "hal":
      let links = isLast ? "{}" : "{\"next\":{\"href\":\"\(next)\"}}"
      return Answer.json("{\"_embedded\":{\"items\":[\(number)]},\"_links\":\(links)}")
    case "cursor": return Answer.json("{\"data\":[\(number)],\"next\":\(isLast ? "null" : "\(number + 1)")}")
    case "endless": return Answer.json("[\(number)]", headers: ["Link: <\(next)>; rel=next"])
    case "loop": return Answer.json("[1]", headers: ["Link: </loop>; rel=next"])
    case "away": return Answer.json("[1]", headers: ["Link: <http://127.0.0.2:1/>; rel=next"])
    case "template": return Answer.json("[1]", headers: ["Link: </{{token}}/:id?page=3>; rel=next"])
    case "down": return Answer.text("down", status: "500 Down")
    case "broken":
      return number == 2
        ? Answer.text("down", status: "500 Down") : Answer.json("[1]", headers: ["Link: <\(next)>; rel=next"])
    default: return Answer.json("[9]")
    }
  }

  @Test(
    "The pages that an answer names are joined",
    arguments: [
      ("link", [], "[1,2,3]\n"),
      ("hal", [], "{\"_embedded\":{\"items\":[1,2,3]},\"_links\":{}}\n"),
      ("cursor", ["--next-page", "$.next", "--next-param", "page"], "{\"data\":[1,2,3],\"next\":null}\n"),
      ("link", ["--lines"], "[1]\n[2]\n[3]\n"), ("link", ["--query", "$[*]"], "1\n2\n3\n"),
      ("link", ["--max-pages", "2"], "[1,2]\n"), ("endless", ["--max-pages", "5"], "[1,2,3,4,5]\n"),
    ])
  func pages(path: String, words: [String], output: String) async throws {
    let server = try AnsweringServer { Self.answer($0) }
    defer { server.stop() }
    let result = try await Program().run(["send", "\(server.url)/\(path)", "--paginate"] + words)
    #expect(result.status == 0 && result.text == output, "\(result.text)\(result.error)")
  }

  @Test("A saved request keeps its headers for each page, and each page is recorded")
  func saved() async throws {
    let server = try AnsweringServer { Self.answer($0) }
    defer { server.stop() }
    let sample = try Sample(
      url: server.url, requests: ["r": Sample.request("GET", "{{base_url}}/link", headers: [("X-Key", "k")])])
    let result = try await sample.program.run("send", "r", "-e", "local", "--paginate", "-o", "all.json")
    #expect(result.status == 0, "\(result.error)")
    #expect(try sample.folder.readText("all.json") == "[1,2,3]\n")
    #expect(server.requests.map { $0["X-Key"] } == ["k", "k", "k"])
    #expect(try await sample.program.run("history").lines.count == 3)
  }

  @Test(
    "A failed page is reported with status 1, and earlier pages are written",
    arguments: [
      ("away", "the next page is on another server, 127.0.0.2:1"),
      ("loop", "names an earlier page as the next one"), ("broken", "page 2: the server answered 500 Down"),
      ("endless", "there are more than 100 pages; --max-pages raises the limit"),
    ])
  func failures(path: String, error: String) async throws {
    let server = try AnsweringServer { Self.answer($0) }
    defer { server.stop() }
    let result = try await Program().run("send", "\(server.url)/\(path)", "--paginate")
    #expect(result.status == 1 && result.text.hasPrefix("[1"), "\(result.text)")
    #expect(result.error.contains(error), "\(result.error)")
  }

  @Test("A page that was requested before is not requested again, the first included")
  func loop() async throws {
    let server = try AnsweringServer { Self.answer($0) }
    defer { server.stop() }
    let result = try await Program().run("send", "\(server.url)/loop", "--paginate")
    #expect(result.text == "[1]\n" && server.requests.count == 1, "\(result.text)")
  }

  @Test("A first page that fails is written, with status 1")
  func firstFails() async throws {
    let server = try AnsweringServer { Self.answer($0) }
    defer { server.stop() }
    let result = try await Program().run("send", "\(server.url)/down", "--paginate")
    #expect(result.status == 1 && result.text.hasPrefix("down"), "\(result.text)")
    #expect(result.error.contains("the server answered 500 Down"), "\(result.error)")
  }

  @Test("Variables in a server's URL are not resolved")
  func template() async throws {
    let server = try AnsweringServer { Self.answer($0) }
    defer { server.stop() }
    let result = try await Program().run("send", "\(server.url)/template", "--paginate", "--var", "token=s3cret")
    #expect(result.status == 0, "\(result.error)")
    #expect(server.requests.last?.target == "/%7B%7Btoken%7D%7D/%3Aid?page=3")
  }

  @Test(
    "Options that cannot be combined are refused",
    arguments: [
      "--paginate --json", "--paginate --download x", "--next-page $.a", "--max-pages 3", "--paginate --max-pages 0",
      "--paginate --next-page $[", "--paginate --next-param p", "--paginate --retry-until res.status==200",
    ])
  func usage(_ words: String) async throws {
    let result = try await Program().run(
      ["send", "http://127.0.0.1:1/"] + words.split(separator: " ").map(String.init))
    #expect(result.status == 2, "\(result.error)")
  }

  @Test("--range requests a part of the answer")
  func range() async throws {
    let server = try AnsweringServer { _ in Answer.text("ell", status: "206 Partial Content") }
    defer { server.stop() }
    let result = try await Program().run("send", server.url, "--range", "1-3")
    #expect(result.text == "ell" && server.requests.first?["Range"] == "bytes=1-3", "\(result.error)")
    for wrong in ["x", "1", "-", "1-2-3", "a-b"] {
      #expect(try await Program().run("send", server.url, "--range", wrong).status == 2, "\(wrong)")
    }
  }
}
