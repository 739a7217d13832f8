import Networking
import TestSupport
import Testing
import Workspaces

@testable import Interchange

@Suite("Importing curl commands")
struct CurlImportTests {
  private func one(_ text: String, location: SourceLocation = #_sourceLocation) throws -> CurlImport.Imported {
    let result = CurlImport.read(text)
    try #require(result.requests.count == 1, "\(result.notices)", sourceLocation: location)
    return result.requests[0]
  }

  @Test("A command becomes the whole request")
  func whole() throws {
    let imported = try one(
      #"curl -sSL -XPUT 'https://api.test/users/7?expand=a&b' -H 'X-A: 1' -H 'Empty;' -H 'Accept:' -u me:pa:ss -k -m 2.5 "#
        + #"--max-redirs 3 --compressed --json '{"a": 1}' -x http://proxy:1 --http2 -A agent -e http://r -b 'c=d'"#)
    let request = imported.request
    #expect(
      request.method == "PUT" && request.url == "https://api.test/users/7?expand=a&b" && request.name == "users/7")
    #expect(request.params.map(\.row.name) == ["expand", "b"])
    #expect(
      request.headers.map { "\($0.name)=\($0.value)" } == [
        "X-A=1", "Empty=", "User-Agent=agent", "Referer=http://r", "Content-Type=application/json", "Cookie=c=d",
        "Accept=",
      ])
    #expect(request.headers.last == Row("Accept", isEnabled: false, omitsInherited: true))
    #expect(request.body == .text(.json, #"{"a": 1}"#))
    #expect(request.authentication == Authentication(.basic, [.init("username", "me"), .init("password", "pa:ss")]))
    #expect(request.settings.timeout == 2500 && request.settings.maxRedirects == 3)
    #expect(imported.options.proxy == "http://proxy:1" && imported.options.httpVersion == .http2)
    #expect(imported.options.tls?.verifies == false && imported.options.decompresses == true)
  }

  @Test("Bodies become rows, text or a file, whichever is identical to the byte")
  func bodies() throws {
    #expect(try one("curl x -d a=1 -d 'b=c+d%26'").request.body == .form([Row("a", "1"), Row("b", "c d&")]))
    #expect(try one("curl x -d 'a=b c'").request.body == .text(.text, "a=b c"))
    #expect(try one("curl x --data-urlencode 'a=b c&é'").request.body == .form([Row("a", "b c&é")]))
    #expect(
      try one("curl x --data-binary @f.bin -H 'Content-Type: a/b'").request.body
        == .file([.init(path: "f.bin", contentType: "a/b")]))
    #expect(try one("curl x -T dir/f.bin").request.url == "http://x/f.bin")
    let form = try one(#"curl x -F 'a=1;type=text/x; charset=y' -F 'b=@p;filename="o\"k"' --form-string 'c=@;d'"#)
    #expect(
      form.request.body
        == .multipart([
          FormPart("a", .text("1"), contentType: "text/x; charset=y"),
          FormPart("b", .files(["p"]), fileName: "o\"k"), FormPart("c", .text("@;d")),
        ]))
    #expect(try one("curl -G x/p?a=1 -d b=2 -d c").request.url == "http://x/p?a=1&b=2&c")
  }

  @Test("Several URLs and --next give several requests")
  func several() {
    #expect(
      CurlImport.read("curl x y --next z -d q").requests.map { "\($0.request.method) \($0.request.url)" } == [
        "GET http://x", "GET http://y", "POST http://z",
      ])
  }

  @Test(
    "Brackets and braces in a URL are text where curl takes them as text",
    arguments: [
      ("curl -g 'http://x/{a}[1-3]'", "http://x/{a}[1-3]"), ("curl 'http://[::1]:8/a'", "http://[::1]:8/a"),
      (#"curl 'http://x/\{a,b\}\[1\]'"#, "http://x/{a,b}[1]"), ("curl 'http://x/a[]'", "http://x/a[]"),
    ])
  func brackets(_ text: String, _ url: String) throws {
    #expect(try one(text).request.url == url)
  }

  @Test("Variables stay variables, and literal braces do not become one")
  func variables() throws {
    let imported = try one("TOKEN=abc\ncurl \"$BASE/x\" -H \"Authorization: Bearer $TOKEN\" -d 'say {{name}}'")
    #expect(imported.request.url == "{{BASE}}/x")
    #expect(imported.request.headers[0].value == "Bearer {{TOKEN}}")
    #expect(imported.request.variables == [Row("open_braces", "{{"), Row("TOKEN", "abc")])
    guard case .text(_, let text) = imported.request.body else {
      Issue.record("no text")
      return
    }
    let table = VariableTable(imported.request.variables.map { .init($0.name, $0.value, origin: .request) })
    #expect(table.resolved(text).text == "say {{name}}")
  }

  @Test("Every loss is reported, and commands that curl rejects are rejected")
  func notices() {
    for text in [
      "curl x --retry 3 --retry-delay 1", "curl x -n", "curl x -b jar.txt", "curl x -F 'a=b;headers=\"A: b\"'",
      "curl x -c jar", "curl x -x p", "curl x --request-target '*'", "curl x -T -",
      "curl x --cert c", "curl x --http3", "curl x --limit-rate 1k", "curl x --negotiate -u :",
    ] {
      let result = CurlImport.read(text)
      #expect(result.requests.count == 1 && !result.savingNotices.isEmpty && !result.isRefused, "\(text)")
    }
    for text in [
      "curl x -d a -F b=c", "curl -I -d x y", "curl --nonsense x", "curl", "curl x -T f -d a", "wget x", "curl 'a b'",
      "curl x -d \"$(id)\"", "echo a | curl x -d @-", "curl x -d @- <<E\na\nE", "curl x -d @- <<< a",
    ] {
      let result = CurlImport.read(text)
      #expect(result.requests.isEmpty && result.isRefused, "\(text): \(result.notices)")
    }
  }

  @Test("Text that a blog or a Windows prompt puts around a command is ignored")
  func pasted() throws {
    let blog = CurlImport.read("curl –X PUT http://h —data a=b ––header 'A: b' –-compressed -d '–x' –user me:word")
    let request = try #require(blog.requests.first, "\(blog.notices)")
    #expect(blog.requests.count == 1 && request.request.method == "PUT" && request.options.decompresses == true)
    #expect(request.request.headers.first == Row("A", "b") && request.request.authentication["password"] == "word")
    #expect(blog.notices.count == 5, "\(blog.notices)")
    for prompt in ["PS C:\\Users\\me> ", "C:\\Users\\me>", "  C:\\> ", "PS D:\\a b> "] {
      let result = CurlImport.read(prompt + "curl.exe http://h/a -H \"X: y\"")
      #expect(result.requests.map(\.request.url) == ["http://h/a"], "\(prompt) \(result.notices)")
      #expect(result.requests.first?.request.headers == [Row("X", "y")])
      #expect(CurlImport.recognizes(prompt + "curl http://h"))
    }
    let transcript = CurlImport.read(
      "$ curl -v http://h/a \n> GET /a HTTP/1.1\n> Host: h\n< HTTP/1.1 200 OK\n$ curl http://h/b\n")
    #expect(transcript.requests.map(\.request.url) == ["http://h/a", "http://h/b"], "\(transcript.notices)")
  }

  @Test("A paste is recognised as a command, prose is not")
  func recognized() {
    #expect(CurlImport.recognizes("  $ curl -X POST http://x") && CurlImport.recognizes("curl ^\"http://x^\""))
    #expect(!CurlImport.recognizes("https://curl.se/docs") && !CurlImport.recognizes("use curl to fetch it"))
  }
}
