import TestSupport
import Testing

@testable import apus

/// Command lines with curl's edge cases, run through curl and through `apus curl`.
@Suite("Command lines compared with curl")
struct CurlComparisonTests {
  private static let cookies =
    "127.0.0.1\tFALSE\t/\tFALSE\t0\tnumber\t1\nlocalhost\tFALSE\t/\tFALSE\t0\tname\t2\n"
    + "example.org\tFALSE\t/\tFALSE\t0\tother\t3\n"

  /// Checks that both send the same requests and end alike; in the line, `URL` stands for the server.
  private func check(_ line: String, hosts: [AnsweringServer], isRefused: Bool = false) async throws {
    let comparison = CurlComparison(
      hosts: hosts, files: ["jar": Self.cookies, "empty": "", "é.txt": "text"],
      bytes: ["large": [UInt8](repeating: 0x61, count: 1_100_000)])
    let outcome = try await comparison.check(line)
    #expect((outcome.ours.status != 0) == isRefused, "\(outcome.ours.error)")
    #expect(isRefused || outcome.counts[0] > 0)
  }

  @Test(
    "URLs arrive as curl sends them",
    arguments: [
      "'URL/é?é=é&%zz'", "-G -d é=é --data-urlencode ü 'URL/é'", "--url-query +é=é 'URL?é'", "-T é.txt 'URL/é/'",
      "--path-as-is 'URL/a/../b?é'", "--path-as-is URL/a/../b -G -d x", "--path-as-is URL/a/../b --url-query x",
      "--url-query '' URL/a?", "-G -d '' 'URL/a?x'", "-G -d '' URL/a?", "--url-query @nothing 'URL/a?b#c'",
      "'URL/a[]b'", "-d @nothing URL", "-d @nothing -d x URL", "--json @nothing URL",
      "--data-urlencode n@nothing URL", "--data-urlencode n@empty -d x URL", "--data-binary @large URL",
      "-r 5x URL", "-r 05 URL", "-r '' URL", "--aws-sigv4 aws:amz:r:s URL",
      "--anyauth --oauth2-bearer t URL", "--noproxy x -x URL 'http://localhost:1/é?é'",
    ])
  func urls(line: String) async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    try await check(line, hosts: [server])
  }

  @Test(
    "Blank values are sent or omitted like in curl",
    arguments: [
      "-A ' ' URL", "-A '  ' -e ' ' URL", "-e '\t' URL", "-A '' -e '' URL", "-H 'Host: ' URL",
      "-H 'Host:  ' -b jar URL",
      "-H 'Host:\t' URL", "-H 'Host;' URL", "-H Host: URL", "-H 'Host:x ' -b jar URL", "-H 'User-Agent: ' URL",
      "-H 'X: ' -H 'Y;' -H 'Z:\t' URL", "-H 'Accept: ' -H 'Content-Type: ' -d x URL",
      "-b '' -c '' URL", "-d '' --data-urlencode '' URL",
    ])
  func blanks(line: String) async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    try await check(line, hosts: [server])
  }

  @Test(
    "Dates of HTTP are read like in curl",
    arguments: [
      "Sat, 01 Feb 2020 10:00:00 GMT", "=Sat, 01 Feb 2020 10:00:00 GMT", "-1 Feb 2020 10:11:12 GMT",
      "+Sunday, 06-Nov-94 08:49:37 GMT",
    ])
  func dates(text: String) async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    try await check("-z '\(text)' URL", hosts: [server])
  }

  @Test(
    "A Host header selects the cookies, and host-specific data is not sent to another host",
    arguments: [
      "-b jar -H 'Host: example.org' URL", "-b jar -H 'Host: localhost:99' URL",
      "-b jar -b a=b -H 'Host: LOCALHOST' URL",
      "-L -b jar -H 'Host: localhost' URL/here", "-L -b jar -H 'Host: localhost' URL/there", "-L -b a=b URL/there",
      "-L -b a=b -H 'Cookie: c=d' -H 'Authorization: x' -H 'X-Token: t' URL/there", "-L -u u:p URL/there",
      "-L --location-trusted -u u:p -b a=b URL/there", "-L -e http://r/ 'URL/here?x#y'",
      "-L URL/blanks", "-L URL/nowhere", "-L -d x URL/there", "-L --oauth2-bearer t URL/here",
    ])
  func hosts(line: String) async throws {
    let other = try AnsweringServer()
    let server = try AnsweringServer { request in
      switch request.target.prefix(7) {
      case "/here?x", "/here": return Answer.redirect(302, to: "/b")
      case "/there": return Answer.redirect(302, to: other.url + "/b")
      case "/blanks": return Answer.redirect(302, to: "/é b?c=é d")
      case "/nowher": return Answer.redirect(302, to: "")
      default: return Answer.text("")
      }
    }
    defer {
      server.stop()
      other.stop()
    }
    try await check(line, hosts: [server, other])
  }

  @Test(
    "Invalid command lines are not sent",
    arguments: [
      "'URL/[1-2:2]'", "--max-redirs x URL", "--max-redirs -2 URL",
      "--etag-compare nothing URL", "-F a=@nothing URL", "'URL/[' URL",
      "-K nothing URL", "--max-redirs x --max-redirs 1 URL", "-O URL", "-O 'URL/?x'",
      "-G -d x -F a=b URL", "-G -d x -T jar URL",
      "-C '' URL", "-y x URL", "-Y '' URL", "--proto-default x URL", "-o '' URL", "-F abc URL",
      "-m '' URL", "--retry -1 URL", "-d x -T jar URL", "--disallow-username-in-url http://u@127.0.0.1:1/",
      "-T nothing URL/x",
    ])
  func refused(line: String) async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    try await check(line, hosts: [server], isRefused: true)
    #expect(server.requests.isEmpty)
  }

  @Test("A host in a short or odd notation has the cookies of its full address")
  func addresses() async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let hosts = ["127.1", "0x7f.1", "2130706433", "0177.0.0.01", "127.0.0.1"]
    let urls = hosts.map { server.url.replacing("127.0.0.1", with: $0) + "/x" }
    try await check("-b jar \(urls.joined(separator: " "))", hosts: [server])
    #expect(server.requests.allSatisfy { $0["Cookie"] == "number=1" })
  }

  @Test("A signature covers curl's headers and the other headers that are sent")
  func signature() async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let folder = try TemporaryDirectory()
    let program = Program(in: folder.path)
    for name in ["curl -sS", "apus curl"] {
      let line = "\(name) -u id:key --aws-sigv4 aws:amz:region:service -d a=b \(server.url)"
      #expect(try await program.shell(line).status == 0)
    }
    let covered = server.requests.map { request in
      request["Authorization"]?.split(separator: ",").first { $0.contains("SignedHeaders=") }
    }
    #expect(covered == [" SignedHeaders=host;x-amz-date", " SignedHeaders=accept;content-type;host;x-amz-date"])
  }

  @Test("Bytes that are not UTF-8 are rejected where they would change, and standard input is sent once")
  func bytes() async throws {
    let server = try AnsweringServer { request in
      request.target == "/from" ? Answer.redirect(307, to: "/to") : Answer.text("")
    }
    defer { server.stop() }
    let folder = try TemporaryDirectory()
    let program = Program(in: folder.path)
    let broken = try await program.shell("apus curl -d \"$(printf '\\377')\" \(server.url)")
    #expect(broken.status == 2 && broken.error.contains("argument 3 is not UTF-8"), "\(broken.error)")
    #expect(server.requests.isEmpty)
    let twice = try await program.shell("echo once | apus curl -L -T - \(server.url)/from")
    #expect(twice.status != 0 && twice.error.contains("cannot be read again"), "\(twice.error)")
  }

  @Test("A non-ASCII query is unchanged by save, send, export and import")
  func saved() async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let folder = try TemporaryDirectory()
    let program = Program(in: folder.path)
    let command = "curl -g '\(server.url)/ä?q=é&r=%C3%A9&[s]' -A a"
    let written = try await program.run("import", "-", "--from", "curl", input: Array(command.utf8))
    let path = try #require(written.lines.first.map(String.init), "\(written.error)")
    let sent = try await program.run("send", path)
    #expect(sent.status == 0, "\(sent.error)")
    let exported = try await program.run("export", "curl", path)
    let shell = try await program.run(path: "/bin/sh", input: exported.output)
    #expect(shell.status == 0, "\(exported.text)\n\(shell.error)")
    let again = try await program.run("import", "-", "--from", "curl", "--into", ".", input: exported.output)
    #expect(again.status == 0, "\(again.error)")
    #expect(try await program.shell(command).status == 0)
    let lines = server.requests.map { $0.headText.prefix { $0 != "\r\n" }.replacing("%c3%a4", with: "%C3%A4") }
    #expect(lines.count == 3 && Set(lines) == ["GET /%C3%A4?q=é&r=%C3%A9&[s] HTTP/1.1"], "\(lines)")
    // A typed URL is encoded, unless `--no-encode-url` is given.
    let typed = "\(server.url)/?q=é"
    #expect(try await program.run("send", typed).status == 0)
    #expect(try await program.run("send", "--no-encode-url", typed).status == 0)
    #expect(server.requests.suffix(2).map(\.target) == ["/?q=%C3%A9", "/?q=é"])
  }
}

/// The output and files of a curl command line.
@Suite("Files and output compared with curl")
struct CurlOutputTests {
  @Test(
    "Printed and written output are the same",
    arguments: [
      "-D heads -L URL/moved", "-sD - -o /dev/null -L URL/moved", "-D - URL", "-D heads URL/1 URL/2", "-D heads -I URL",
      "-o a/b/c --create-dirs URL", "--create-dirs --output-dir d/e -O URL/x",
      "-f URL/missing", "-f -o there URL/missing",
      "--fail-with-body URL/missing", "-f -i URL/missing", "-f -D heads -o out URL/missing", "-f URL/moved -L",
      "-w '%{http_code}' -f URL/missing", "-w '%{url_effective}' -o /dev/null 'URL?q' URL",
    ])
  func output(line: String) async throws {
    let server = try AnsweringServer { request in
      switch request.target {
      case "/moved": Answer.redirect(302, to: "/x")
      case "/missing": Answer.text("what is missing", status: "404 Not Found")
      default: Answer.text("body", headers: ["ETag: \"t\""])
      }
    }
    defer { server.stop() }
    var seen: [[String]] = []
    for name in ["curl", "apus curl"] {
      let folder = try TemporaryDirectory()
      try folder.write("there", "before")
      let run = try await Program(in: folder.path).shell("\(name) -s \(line.replacing("URL", with: server.url))")
      let files = try folder.files().sorted().map { "\($0): \(try folder.readText($0))" }
      seen.append([run.text, run.status == 0 ? "done" : "failed"] + files)
    }
    #expect(seen[0] == seen[1])
  }
}
