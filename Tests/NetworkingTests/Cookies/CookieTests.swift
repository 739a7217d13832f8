import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import Networking

@Suite("Cookies")
struct CookieTests {
  private let now = Date(timeIntervalSince1970: 1_700_000_000)
  private let suffixes = PublicSuffixes(list: "com\nco.uk\n// a comment\n*.ck\n!www.ck\ngithub.io")

  private func cookie(_ text: String, _ url: String = "https://a.example.com/docs/page") -> Cookie? {
    Cookie(setCookie: text, from: url, now: now, suffixes: suffixes)
  }

  @Test("N41: attributes are parsed as in RFC 6265")
  func attributes() throws {
    let full = try #require(
      cookie(" id = a=b ; Domain=.Example.COM; Path=/x; Secure; HttpOnly; SameSite=Lax; Max-Age=60"))
    #expect(full.name == "id" && full.value == "a=b")
    #expect(full.domain == "example.com" && !full.isHostOnly && full.path == "/x")
    #expect(full.isSecure && full.isHTTPOnly && full.sameSite == "Lax")
    #expect(full.expires == now.addingTimeInterval(60))
    let bare = try #require(cookie("a=1"))
    #expect(bare.isHostOnly && bare.domain == "a.example.com" && bare.path == "/docs" && bare.expires == nil)
    #expect(cookie("a=1; Expires=Mon, 21 Oct 2024 07:28:00 GMT")?.expires == Date(timeIntervalSince1970: 1_729_495_680))
    // At most 400 days.
    #expect(cookie("a=1; Expires=Wed, 21 Oct 2099 07:28:00 GMT")?.expires == now.addingTimeInterval(400 * 86_400))
    #expect(cookie("a=1; Max-Age=5; Expires=Mon, 21 Oct 2024 07:28:00 GMT")?.expires == now.addingTimeInterval(5))
    #expect(cookie("a=1; Path=x")?.path == "/docs")
  }

  @Test(
    "N41: attributes that RFC 6265 ignores are ignored",
    arguments: [
      "novalue", "=x", "a=1; Domain=other.com", "a=1; Domain=com", "a=1; Domain=b.a.example.com", "a=\u{1}",
      "__Host-a=1; Path=/", "__Host-a=1; Secure; Path=/; Domain=example.com", "__Secure-a=1",
    ])
  func ignored(_ text: String) {
    #expect(cookie(text) == nil)
  }

  @Test("N41: a cookie for a whole public suffix is rejected, unless the host is that suffix")
  func suffix() {
    #expect(cookie("a=1; Domain=co.uk", "https://shop.co.uk/") == nil)
    #expect(cookie("a=1; Domain=shop.co.uk", "https://www.shop.co.uk/")?.domain == "shop.co.uk")
    #expect(cookie("a=1; Domain=github.io", "https://me.github.io/") == nil)
    #expect(cookie("a=1; Domain=github.io", "https://github.io/")?.isHostOnly == true)
    #expect(suffixes.contains("any.ck") && !suffixes.contains("www.ck") && !suffixes.contains("a.any.ck"))
    #expect(PublicSuffixes.builtIn.contains("co.uk") && !PublicSuffixes.builtIn.contains("example.co.uk"))
  }

  @Test("N41: a cookie is sent only to its domain, path and scheme")
  func matching() throws {
    let wide = try #require(cookie("a=1; Domain=example.com; Path=/docs"))
    for url in ["http://example.com/docs", "https://x.y.example.com/docs/a", "http://a.example.com/docs?x"] {
      #expect(wide.matches(url, now: now), "\(url)")
    }
    for url in [
      "http://example.com/doc", "http://example.com/docsx", "http://notexample.com/docs", "http://b.com/docs",
    ] {
      #expect(!wide.matches(url, now: now), "\(url)")
    }
    let secure = try #require(cookie("a=1; Secure; Path=/"))
    #expect(!secure.matches("http://a.example.com/", now: now))
    #expect(secure.matches("https://a.example.com/", now: now))
    let old = try #require(cookie("a=1; Max-Age=60; Path=/"))
    #expect(!old.matches("https://a.example.com/", now: now.addingTimeInterval(61)))
  }

  @Test("N41: a jar orders longer paths first, replaces by name, domain and path, and drops expired cookies")
  func jar() {
    let jar = CookieJar(suffixes: suffixes)
    func set(_ text: String) {
      jar.store(
        from: ResponseHead(status: .ok, headers: Headers([Header("Set-Cookie", text)])), url: "https://a.com/x/y",
        now: now)
    }
    for text in ["a=1; Path=/", "b=2; Path=/x", "a=3; Path=/"] { set(text) }
    #expect(jar.cookies(for: "https://a.com/x/z", now: now).map { "\($0.name)\($0.value)" } == ["b2", "a3"])
    set("b=; Path=/x; Max-Age=0")
    #expect(jar.all.map(\.name) == ["a"])
    for number in 0..<400 { set("n\(number)=1; Path=/") }
    #expect(jar.all.count == 180)
  }

  @Test("N41: a client with a jar sends cookies back, not to other hosts; a request can override or disable it")
  func client() async throws {
    let server = try AnsweringServer { request in
      request.target == "/login"
        ? Answer.redirect(302, to: "/home", headers: ["Set-Cookie: s=1; Path=/", "Set-Cookie: t=2; Path=/"])
        : Answer.text("")
    }
    var client = Client()
    client.execution.cookies = CookieJar(suffixes: suffixes)
    _ = try await client.response(for: makeRequest(server.url + "/login"))
    #expect(server.requests.last?["Cookie"] == "s=1; t=2")
    _ = try await client.response(for: makeRequest("http://localhost:\(server.port)/"))
    #expect(server.requests.last?["Cookie"] == nil)
    _ = try await client.response(for: makeRequest(server.url, headers: Headers([Header("Cookie", "own=1")])))
    #expect(server.requests.last?.values("Cookie") == ["own=1"])
    _ = try await client.response(for: makeRequest(server.url)) { $0.cookies = nil }
    #expect(server.requests.last?["Cookie"] == nil)
    #expect(client.execution.cookies?.cookies(for: server.url).map(\.name) == ["s", "t"])
  }

  @Test("N41: a jar is saved to a private file that curl can read, and loaded unchanged")
  func file() throws {
    let folder = try TemporaryDirectory()
    let jar = CookieJar(suffixes: suffixes)
    for text in ["a=1; Domain=example.com; Path=/; Max-Age=60; Secure", "b=2; HttpOnly"] {
      if let cookie = cookie(text) { jar.set(cookie, now: now) }
    }
    try jar.save(to: folder.path("jar"))
    #expect(
      try folder.readText("jar") == """
        # Netscape HTTP Cookie File
        .example.com\tTRUE\t/\tTRUE\t1700000060\ta\t1
        #HttpOnly_a.example.com\tFALSE\t/docs\tFALSE\t0\tb\t2

        """)
    let mode = try FileManager.default.attributesOfItem(atPath: folder.path("jar"))[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let again = CookieJar(suffixes: suffixes)
    try again.load(from: folder.path("jar"), now: now)
    #expect(CookieFile.text(again.all) == CookieFile.text(jar.all))
    try again.load(from: folder.path("missing"))
  }

  @Test("Unicode line ends and characters that combine with a tab are preserved in a saved cookie")
  func fileOfText() {
    let cookies = ["x\u{2028}y\u{85}z", "\u{301}x"].map { Cookie("n", $0, domain: "h", created: now) }
    #expect(CookieFile.cookies(CookieFile.text(cookies), now: now) == cookies)
  }
}

@Suite("HTTP dates")
struct HTTPDateTests {
  @Test(
    "Each form is parsed to the same time",
    arguments: [
      "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
      "06 Nov 1994 08:49:37",
    ])
  func forms(_ text: String) {
    #expect(HTTPDate.parse(text) == Date(timeIntervalSince1970: 784_111_777))
  }

  @Test(
    "An invalid date is rejected",
    arguments: [
      "", "0", "never", "32 Nov 1994 08:49:37", "06 Nov 1994", "06 Nov 1994 25:00:00", "99999999999999 Nov 1 1:1:1",
    ])
  func none(_ text: String) {
    #expect(HTTPDate.parse(text) == nil)
  }
}
