import TestSupport
import Testing

@testable import apus

@Suite struct CurlSendCommandTests {
  @Test(
    "A curl command line sends curl's request with Apus's User-Agent",
    arguments: [
      "URL/a?b=1", "-X PUT URL -d a=1 -d b=2", "--json '{\"a\": 1}' URL", "-H 'X-A: 1' -H 'Accept:' URL", "-I URL",
      "-X get URL", "-X post -d a URL", "-d = URL", "-d 'a=1&=&b=2' URL", "-H 'Expect: 100-continue' URL",
      "-H 'Expect;' URL",
      "-r 0-1 URL", "-r 0-1 -G -d a=b URL", "-r 0-1 -I URL",
      "-0 -T plain URL/p", "-b many URL/x", "-b many -b x=y -H Cookie:own=1 URL/x", "-b many -H 'Cookie: own=1' URL/x",
      "-F 'a=b;headers=\"X:{{n}}\"' URL",
      "-H 'X-A:1' -H 'X-A: 2' -H 'X-A:  3 ' -H 'Authorization:Bearer t' -H 'X-E;' URL",
      "-u ada:s3cret URL", "-G -d q=x --data-urlencode 'n=a b' URL", "-F 'a=b' URL --form-string 'c=@d'",
      "-b k=v -e http://from/ URL", "--path-as-is URL/../x", "--data-binary @- URL/up", "URL/1 URL/2",
      "--request-target '*' -X OPTIONS URL", "--netrc-file logins URL/n", "--netrc-file logins -u me:own URL/n",
      "-b cookies URL/x/1",
      "-b cookies -b a=b -b 'c=d' URL/x",
      "-T - URL/put", "-T . URL/put", "--upload-file plain URL/put/", "--no-location URL --head",
      "-F 'a=b;headers=\"X-A: 1\";headers=\"X-B: 2\"' -F 'c=@plain' URL", "URL -F 'a=@plain;filename=zz'",
      "-T empty URL/e", "-T '' URL/e",
      "URL/x -d '{{a}}' -H 'X: {{b}}' -u '{{c}}:{{d}}' -b 'a={{e}}'", "-g 'URL/{{a}}?x={{b}}'",
      "--next URL/n", "-d x --next URL/n", "--url-query 'a=b c' 'URL?q'",
      "-z 'Sat, 01 Feb 2020 10:00:00 GMT' URL", "--retry 2 --retry-max-time 9 URL", "--retry 2 --retry-delay 1 URL",
      "--max-t 5 --insec -sSfL URL", "URL/1 -: -A apus/0.1.0 -d x URL/2",
    ])
  func same(command: String) async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let arguments = command.replacing("URL", with: server.url)
    let folder = try TemporaryDirectory()
    try folder.write("logins", "machine 127.0.0.1 login ada password \"s p\\\"q\"\ndefault login no password no\n")
    try folder.write(
      "cookies",
      "127.0.0.1\tFALSE\t/\tFALSE\t0\ta\t1\n127.0.0.1\tFALSE\t/x\tFALSE\t0\tbb\t2\nother\tFALSE\t/\tFALSE\t0\tc\t3\n")
    try folder.write(
      "many",
      ["a\t1", "bbb\t2", "cc\t3", "dd\t4"].map { "127.0.0.1\tFALSE\t/\tFALSE\t0\t\($0)\n" }.joined()
        + "127.0.0.1\tFALSE\t/x\tFALSE\t0\te\t5\n")
    try folder.write("plain", "text\n")
    try folder.write("empty", "")
    let program = Program(in: folder.path)
    let real = try await program.shell("echo input | curl -sS -A apus/0.1.0 \(arguments)")
    #expect(real.status == 0, "\(real.error)")
    let half = server.requests.count
    let ours = try await program.shell("echo input | apus curl \(arguments)")
    #expect(ours.status == 0, "\(ours.error)")
    let requests = server.requests
    #expect(requests.count == 2 * half && half > 0)
    for index in 0..<min(half, requests.count - half) {
      #expect(requests[index].canonical == requests[half + index].canonical)
    }
  }

  @Test("With an invalid URL or a URL pattern, nothing is sent")
  func names() async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let folder = try TemporaryDirectory()
    let program = Program(in: folder.path)
    let run = try await program.run("curl", "-s", "\(server.url)/[01-02]")
    #expect(run.status == 2 && server.requests.isEmpty)
    #expect(run.error.contains("/[01-02] is not supported"), "\(run.error)")
    let some = try await program.run("curl", "-s", "\(server.url)/1", "http://a b/", "\(server.url)/2")
    #expect(some.text.isEmpty && some.status == 2 && some.error.contains("http://a … is not a URL"), "\(some.error)")
  }

  @Test("Invalid command lines exit with 2, and output options keep their meaning")
  func options() async throws {
    let server = try AnsweringServer { _ in Answer.text("body", status: "404 Not Found") }
    defer { server.stop() }
    let folder = try TemporaryDirectory()
    let program = Program(in: folder.path)
    #expect(try await program.run("curl", "--nonsense", server.url).status == 2)
    let named = try await program.run("curl", "--variable", "a=b", server.url)
    #expect(named.status == 2 && named.error.contains("curl's --variable is not supported") && server.requests.isEmpty)
    #expect(try await program.run("curl").status == 2)
    #expect(try await program.run("curl", server.url).text == "body")
    #expect(try await program.run("curl", "-sSf", server.url).status == 1)
    #expect(try await program.run("curl", "-si", server.url).text.hasPrefix("HTTP/1.1 404 Not Found\r\n"))
    let saved = try await program.run("curl", "-sofile", server.url)
    #expect(saved.output.isEmpty)
    #expect(try folder.readText("file") == "body")
  }

  @Test("Option-like values are not options; abbreviations and several outputs are supported")
  func arity() async throws {
    let server = try AnsweringServer { Answer.text("body of \($0.target)") }
    defer { server.stop() }
    let folder = try TemporaryDirectory()
    let program = Program(in: folder.path)
    #expect(try await program.run("curl", "-A", "-i", "--referer", "--output", server.url).text == "body of /")
    #expect(try await program.run("curl", "--incl", server.url).text.hasPrefix("HTTP/1.1 200"))
    let two = try await program.run("curl", "\(server.url)/1", "-o", "one", "\(server.url)/dir/two", "-O")
    #expect(two.status == 0 && two.output.isEmpty, "\(two.error)")
    #expect(try folder.readText("one") == "body of /1" && folder.readText("two") == "body of /dir/two")
    let format = #"%{http_code} %{size_download}%%\n%{nothing}%{content_type}"#
    let written = try await program.run("curl", "-s", "-o", "/dev/null", "-w", format, server.url)
    #expect(written.text == "200 9%\n", "\(written.text)")
  }

  @Test("Answer cookies follow redirects and are stored in the jar; a failure does not stop the next request")
  func jar() async throws {
    let server = try AnsweringServer { request in
      guard request.target == "/first" else { return Answer.text(request["Cookie"] ?? "none") }
      return Answer.redirect(302, to: "/second", headers: ["Set-Cookie: new=1; Path=/"])
    }
    defer { server.stop() }
    let folder = try TemporaryDirectory()
    let program = Program(in: folder.path)
    let run = try await program.run("curl", "-L", "-c", "jar", "\(server.url)/first")
    #expect(run.text == "new=1", "\(run.error)")
    #expect(try folder.readText("jar").contains("\tnew\t1\n"))
    #expect(try await program.run("curl", "-b", "jar", "\(server.url)/x").text == "new=1")
    // All transfers of a command share the cookies set by responses; the file is written after the last one.
    let urls = ["\(server.url)/first", "\(server.url)/x"]
    let shared = try await program.run("curl", "-c", "shared", urls[0], urls[1], "--next", urls[1], "-b", "")
    #expect(shared.text == "movednew=1new=1", "\(shared.text) \(shared.error)")
    #expect(try folder.readText("shared").contains("\tnew\t1\n"))
    let both = try await program.run("curl", "http://127.0.0.1:1/", "\(server.url)/x")
    #expect(both.text == "none" && both.status == 0)
    #expect(try await program.run("curl", "--fail-early", "http://127.0.0.1:1/", "\(server.url)/x").output.isEmpty)
  }
}
