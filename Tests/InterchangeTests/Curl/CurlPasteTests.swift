import Networking
import Testing
import Workspaces

@testable import Interchange

/// Commands as people and browsers paste them.
@Suite("Pasted curl commands")
struct CurlPasteTests {
  private func one(_ text: String, location: SourceLocation = #_sourceLocation) throws -> RequestDefinition {
    let result = CurlImport.read(text)
    try #require(result.requests.count == 1, "\(result.notices)", sourceLocation: location)
    return result.requests[0].request
  }

  @Test("A URL that an unquoted & or < cuts is reported, and the whole URL is offered")
  func cut() throws {
    let result = CurlImport.read("curl http://h/a?x=1&y=2&z=3 -H 'A: b'\n")
    #expect(result.requests.map(\.request.url) == ["http://h/a?x=1"])
    #expect(result.notices.first?.location == "line 1")
    #expect(result.notices.first?.message.contains("'http://h/a?x=1&y=2&z=3'") == true, "\(result.notices)")
    let whole = try #require(result.whole)
    #expect(whole == "curl 'http://h/a?x=1&y=2&z=3' -H 'A: b'\n")
    #expect(try one(whole).url == "http://h/a?x=1&y=2&z=3" && CurlImport.read(whole).whole == nil)
    #expect(CurlImport.read("curl http://h/a?x=<b>&y=1").whole == "curl 'http://h/a?x=<b>&y=1'")
    #expect(CurlImport.read("curl -d a=b http://h/a?x=<b").whole == "curl -d a=b 'http://h/a?x=<b'")
    for line in [
      "curl http://h/a?x=1 & echo", "curl http://h/a?x=1&", "curl http://h/a?x=1&&echo a=b", "curl http://h/a?x=1>out",
      "curl 'http://h/a?x=1&y=2'", "curl http://h/a&sleep 1", "curl http://h/a < body", "curl http://h/a?x=1 2>&1",
    ] {
      #expect(CurlImport.read(line).whole == nil, "\(line)")
    }
  }

  @Test("The quotes of older Chrome, with carets inside plain quotes, are read as intended")
  func olderChrome() throws {
    let text = """
      curl "https://h/a?x=1^&y=%^20" ^
        -H "sec-ch-ua: ^\\^"Chromium^\\^";v=^\\^"110^\\^", ^\\^"Not A(Brand^\\^";v=^\\^"24^\\^"" ^
        -H "accept: */*" ^
        --data-raw "^{^\\^"k^\\^":^\\^"^<v^>^\\^"^}" ^
        --compressed
      """
    let request = try one(text)
    #expect(request.url == "https://h/a?x=1&y=%20")
    #expect(request.headers.first?.value == "\"Chromium\";v=\"110\", \"Not A(Brand\";v=\"24\"")
    #expect(request.body == .text(.text, "{\"k\":\"<v>\"}"))
  }

  @Test("A caret inside the quotes of a POSIX shell does not indicate the Windows prompt")
  func caret() throws {
    #expect(try one(#"curl http://h/ -d '{"k": "^"}'"#).url == "http://h/")
    #expect(try one(#"curl http://h/ -d '{"k": "^"}'"#).body == .text(.text, #"{"k": "^"}"#))
    #expect(try one(#"curl "http://h/" -d "{\"k\": \"^\"}""#).body == .text(.text, #"{"k": "^"}"#))
    #expect(try one("curl http://h/ -d 'a^\nb'").body == .text(.text, "a^\nb"))
    #expect(try one(#"curl http://h/ -d $'it\'s "^"'"#).body == .text(.text, #"it's "^""#))
    #expect(ShellSyntax.guess("curl \"http://h/it's\" ^\n  -d a") == .cmd)
    #expect(ShellSyntax.guess("curl ^\"http://h/^\" -d a") == .cmd)
  }

  @Test("Without --compressed a saved request accepts no compression, without any notice")
  func compression() throws {
    let plain = try ImportFormat.curl.read(Array("curl http://h/".utf8), name: "x")
    #expect(plain.requests.first?.settings.acceptsCompression == false && plain.notices.isEmpty)
    let asking = try ImportFormat.curl.read(Array("curl --compressed http://h/".utf8), name: "x")
    #expect(asking.requests.first?.settings.acceptsCompression == nil)
    let saved = try PreparedRequest(try #require(plain.requests.first), in: SendContext())
    #expect(saved.request.options.decompresses == false)
  }

  @Test("A file of logins is named, and a login in the URL takes its place if it is optional")
  func netrc() {
    let notices = { (line: String) in CurlImport.read(line).notices.map(\.message) }
    #expect(notices("curl -n http://h/") == ["the login for h in .netrc is not carried over"])
    #expect(
      notices("curl --netrc-optional --netrc-file logins http://h/")
        == ["the login for h in logins is not carried over"])
    #expect(notices("curl --netrc-optional http://u:p@h/").isEmpty && notices("curl -n -u a:b http://h/").isEmpty)
    #expect(CurlImport.read("curl -n http://u@h/").isRefused)
  }

  @Test("A POST without data keeps no body and no type after an export, short or exact, and an import")
  func emptyPost() throws {
    let request = try one("curl -X POST http://h/")
    #expect(request.body == .none && request.headers.isEmpty)
    for style in CurlCommand.Style.allCases {
      let prepared = try PreparedRequest(request, in: SendContext())
      let text = CurlExport.command(for: prepared, style: style).text
      let again = CurlImport.read(text)
      let read = try #require(again.requests.first)
      // Omitted headers are disabled rows.
      let isBare = read.request.headers.allSatisfy(\.isOmission)
      #expect(read.request.method == "POST" && read.request.body == .none && isBare, "\(text)")
    }
  }

  @Test("The file name of a text part is saved with it, including the type that curl derives from it")
  func fileName() throws {
    let request = try one("curl http://h/ -F 'a=text;filename=x.txt'")
    #expect(request.body == .multipart([FormPart("a", .text("text"), contentType: "text/plain", fileName: "x.txt")]))
  }

  @Test(
    "A short command contains only options that curl does not apply by default",
    arguments: [
      ("curl -X POST http://h/", "curl http://h/ -X POST"), ("curl http://h/a?x=1", "curl 'http://h/a?x=1'"),
      ("curl -L --compressed http://h/", "curl http://h/"), ("curl -d a=b http://h/", "curl http://h/ -d a=b"),
      (
        "curl --json '{}' http://h/",
        "curl http://h/ -H 'Content-Type: application/json' -H 'Accept: application/json' -d '{}'"
      ),
      ("curl -u a:b http://h/", "curl http://h/ -u a:b"), ("curl -I http://h/", "curl http://h/ -I"),
      ("curl -A me http://h/", "curl http://h/ -A me"), ("curl -X DELETE http://h/", "curl http://h/ -X DELETE"),
      (
        "curl -H 'Accept-Encoding: gzip' --compressed http://h/",
        "curl http://h/ -H 'Accept-Encoding: gzip' --compressed"
      ),
    ])
  func short(typed: String, written: String) throws {
    let prepared = try PreparedRequest(try one(typed), in: SendContext())
    let short = CurlExport.command(
      for: prepared, style: .short, defaults: .identified(as: "agent"), revealsSecrets: true)
    #expect(short.text.replacing(" \\\n  ", with: " ") == written)
    #expect(short.notices.isEmpty)
    let exact = CurlExport.command(for: prepared, style: .exact, defaults: .identified(as: "agent"))
    #expect(exact.text.contains("-A"), "\(exact.text)")
  }
}
