import TestSupport
import Testing

@testable import apus

@Suite struct CurlSendCommandTests {
  @Test(
    "A curl command line sends what curl sends, under our own name",
    arguments: [
      "URL/a?b=1", "-X PUT URL -d a=1 -d b=2", "--json '{\"a\": 1}' URL", "-H 'X-A: 1' -H 'Accept:' URL", "-I URL",
      "-u ada:s3cret URL", "-G -d q=x --data-urlencode 'n=a b' URL", "-F 'a=b' URL --form-string 'c=@d'",
      "-b k=v -e http://from/ URL", "--path-as-is URL/../x", "--data-binary @- URL/up", "URL/1 URL/2",
    ])
  func same(command: String) async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let arguments = command.replacing("URL", with: server.url)
    let folder = try TemporaryDirectory()
    let program = Program(in: folder.path)
    let real = try await program.shell("echo input | curl -sS -A apus/0.1.0 \(arguments)")
    #expect(real.status == 0, "\(real.error)")
    let half = server.requests.count
    let ours = try await program.shell("echo input | apus curl \(arguments)")
    #expect(ours.status == 0, "\(ours.error)")
    let requests = server.requests
    #expect(requests.count == 2 * half && half > 0)
    for index in 0..<min(half, requests.count - half) {
      #expect(Self.canonical(requests[index]) == Self.canonical(requests[half + index]))
    }
  }

  /// Fields sorted by name, and the boundary of a form, which is chance, replaced.
  private static func canonical(_ request: CapturedRequest) -> [String] {
    let type = request["Content-Type"] ?? ""
    let boundary = type.split(separator: "boundary=").count > 1 ? String(type.split(separator: "boundary=")[1]) : ""
    let clean = { (text: String) in boundary.isEmpty ? text : text.replacing(boundary, with: "BOUNDARY") }
    let fields = request.headers.filter { boundary.isEmpty || $0.name.lowercased() != "content-length" }
      .map { clean("\($0.name): \($0.value)") }.sorted()
    return ["\(request.method) \(request.target)"] + fields + [clean(request.bodyText)]
  }

  @Test("What curl would refuse is status 2, and output options keep their meaning")
  func options() async throws {
    let server = try AnsweringServer { _ in Answer.text("body", status: "404 Not Found") }
    defer { server.stop() }
    let folder = try TemporaryDirectory()
    let program = Program(in: folder.path)
    #expect(try await program.run("curl", "--nonsense", server.url).status == 2)
    #expect(try await program.run("curl").status == 2)
    #expect(try await program.run("curl", server.url).text == "body")
    #expect(try await program.run("curl", "-sSf", server.url).status == 1)
    #expect(try await program.run("curl", "-si", server.url).text.hasPrefix("HTTP/1.1 404 Not Found\r\n"))
    let saved = try await program.run("curl", "-sofile", server.url)
    #expect(saved.output.isEmpty)
    #expect(try folder.readText("file") == "body")
    #expect(CurlOutputOptions.arguments(of: ["-dv", "-X", "-i", "-ovi", "--", "-i"]) == ["--output", "vi"])
  }
}
