import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

/// The rules of RFC 6265bis. curl gets each answer, too, and its jar must contain the same cookie.
@Suite("The rules of cookies, compared with curl's engine") struct CookieRulesTests {
  /// A host that answers with one header; its cookie is called `#`, which each case replaces with another name.
  struct Case: Sendable {
    var header: String
    var host = "www.shop.example.com"
    var path = "/a/b"
    /// The difference to curl and its reason.
    var difference: String?

    init(
      _ header: String, _ difference: String? = nil, from host: String = "www.shop.example.com",
      at path: String = "/a/b"
    ) {
      self.header = header
      self.host = host
      self.path = path
      self.difference = difference
    }
  }

  static let cases = [
    // Name and value.
    Case("#=1"), Case("  #  =  1  "), Case("#="), Case("#"), Case("=#"), Case(""), Case("#=a=b"), Case("#=\"quoted\""),
    Case("#=\"a; b\""), Case("#=a b"), Case("#=a,b"), Case("#=\u{e9}"),
    Case("#\t=1", "section 5.6: a tab is white space, which is trimmed; curl refuses it"), Case("#=1\u{1}2"),
    Case("#=" + String(repeating: "x", count: 4000)), Case("#=" + String(repeating: "x", count: 5000)),
    Case(";#=1", "section 5.6: the pair is what stands before the first semicolon; curl takes the next"),
    Case("#=1;"), Case("#=1;;;Path=/"), Case("#=%20"), Case("#=a\tb", "section 5.6: a tab is allowed; curl refuses it"),
    // Domains.
    Case("#=1; Domain=example.com"), Case("#=1; Domain=.example.com"), Case("#=1; Domain=EXAMPLE.com"),
    Case("#=1; Domain=www.shop.example.com"), Case("#=1; Domain=x.shop.example.com"), Case("#=1; Domain=ample.com"),
    Case("#=1; Domain=other.com"), Case("#=1; Domain=com"), Case("#=1; Domain="), Case("#=1; Domain=.com"),
    Case("#=1; Domain=co.uk", from: "shop.co.uk"), Case("#=1; Domain=shop.co.uk", from: "www.shop.co.uk"),
    Case("#=1; Domain=github.io", from: "me.github.io"), Case("#=1; Domain=me.github.io", from: "me.github.io"),
    Case("#=1; Domain=example.com; Domain=shop.example.com"), Case("#=1; domain=example.com"),
    Case("#=1; Domain=127.0.0.1", from: "127.0.0.1"), Case("#=1; Domain=0.0.1", from: "127.0.0.1"),
    // Paths.
    Case("#=1; Path=/"), Case("#=1; Path=/a"), Case("#=1; Path=/other"),
    Case("#=1; Path=a", "section 5.6.4: then it is that of the request; curl keeps it"),
    Case("#=1; Path=", "section 5.6.4: then it is that of the request; curl keeps it"),
    Case("#=1; Path=/a; Path=/b"), Case("#=1; path=/x/"), Case("#=1", at: "/"), Case("#=1", at: "/a"),
    Case("#=1", at: "/a/"), Case("#=1", at: "/a/b/c?x=/y/z"), Case("#=1; Path=/a%20b"),
    // Lifetimes.
    Case("#=1; Max-Age=60"), Case("#=1; Max-Age=0"), Case("#=1; Max-Age=-1"),
    Case("#=1; Max-Age=x", "section 5.6.2: then the attribute is ignored; curl ends its life"),
    Case("#=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT"), Case("#=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT"),
    Case("#=1; Expires=Wed, 21 Oct 2099 07:28:00 GMT"), Case("#=1; Expires=Wed, 21-Oct-99 07:28:00 GMT"),
    Case("#=1; Expires=21 Oct 2099 07:28:00"), Case("#=1; Expires=never"), Case("#=1; Max-Age=99999999999"),
    // Flags.
    Case("#=1; Secure"), Case("#=1; Secure", from: "localhost"), Case("#=1; HttpOnly"), Case("#=1; httponly; x=y"),
    Case("#=1; SameSite=Lax"), Case("#=1; SameSite=None"), Case("#=1; SameSite=Strict; Secure", from: "localhost"),
    // Guarantees of names.
    Case("__Secure-#=1"), Case("__Secure-#=1; Secure", from: "localhost"), Case("__Secure-#=1; Secure"),
    Case("__Host-#=1; Secure; Path=/", from: "localhost"), Case("__Host-#=1; Secure; Path=/x", from: "localhost"),
    Case("__Host-#=1; Path=/", from: "localhost"),
    Case("__Host-#=1; Secure; Path=/; Domain=localhost", from: "localhost"),
  ]

  /// One line for each cookie as it would be sent; the lifetime is only compared as expired or not.
  private func line(_ cookie: Cookie) -> String {
    // curl's file ends the path of the request with a slash, which matches the same paths.
    let path = cookie.path.count > 1 && cookie.path.hasSuffix("/") ? String(cookie.path.dropLast()) : cookie.path
    let life = cookie.expires == nil ? "session" : "kept"
    return [
      cookie.name, cookie.value.count > 40 ? "\(cookie.value.count) bytes" : cookie.value,
      cookie.isHostOnly ? cookie.domain : "." + cookie.domain, path, life,
      cookie.isSecure ? "secure" : "", cookie.isHTTPOnly ? "http only" : "",
    ].joined(separator: " | ")
  }

  private func url(_ number: Int) -> String { "http://\(Self.cases[number].host)\(Self.cases[number].path)" }

  private func header(_ number: Int) -> String {
    Self.cases[number].header.replacing("#", with: "n\(number)")
  }

  @Test("Each of 77 headers sets the same cookie as in curl's jar, or differs for a listed reason")
  func setting() async throws {
    guard let curl = Tool.path("curl"), try Tool.run(curl, ["-V"]).contains("PSL") else {
      try Test.cancel("no curl with a public suffix list")
    }
    let headers = Self.cases.indices.map { "Set-Cookie: " + header($0) }
    let server = try AnsweringServer { request in
      let number = Int(request["X-Case"] ?? "") ?? 0
      return Answer.text("", headers: [headers[number]])
    }
    let folder = try TemporaryDirectory("cookies")
    var theirs: [Int: [String]] = [:]
    for number in Self.cases.indices {
      let jar = folder.path("jar\(number)")
      _ = try Tool.run(
        curl,
        ["-q", "-s", "-c", jar, "--connect-to", "::127.0.0.1:\(server.port)", "-H", "X-Case: \(number)", url(number)])
      theirs[number] = CookieFile.cookies(try folder.readText("jar\(number)")).map(line)
    }
    for number in Self.cases.indices {
      let jar = CookieJar()
      let head = ResponseHead(status: .ok, headers: Headers([Header("Set-Cookie", header(number))]))
      jar.store(from: head, url: url(number))
      let ours = jar.all.map(line)
      if let difference = Self.cases[number].difference {
        #expect(ours != theirs[number], "no longer different: \(difference)")
      } else {
        #expect(ours == theirs[number], "\(header(number).prefix(80)) from \(url(number))")
      }
    }
  }

  @Test("Each of 23 URLs gets the same cookies as in curl")
  func sending() async throws {
    let curl = try Tool.required("curl")
    let server = try AnsweringServer { _ in Answer.text("") }
    let folder = try TemporaryDirectory("cookies")
    let jar = CookieJar(order: .curl)
    let origin = "http://www.example.com/a/b/c"
    for text in [
      "host=1; Path=/", "wide=1; Domain=example.com; Path=/", "deep=1; Path=/a/b", "a=1; Path=/a",
      "own=1", "deepest=1; Path=/a/b/c", "escaped=1; Path=/a%2Fb", "upper=1; Path=/A",
    ] {
      jar.set(try Cookie.reading(setCookie: text, from: origin))
    }
    jar.set(try Cookie.reading(setCookie: "safe=1; Secure; Path=/", from: "http://localhost/"))
    jar.set(try Cookie.reading(setCookie: "number=1; Path=/", from: "http://127.0.0.1/"))
    try jar.save(to: folder.path("jar"))
    let paths = ["", "/", "/a", "/a/", "/a/b", "/a/bc", "/a/b/c", "/a/b/c/d?x", "/ab", "/A", "/a%2Fb", "/?/a/b"]
    let others = [
      "http://example.com/a", "http://x.www.example.com/a", "http://y.example.com/a", "http://notexample.com/",
      "http://localhost/", "http://x.localhost/", "http://127.0.0.1/", "http://127.0.0.2/", "http://WWW.EXAMPLE.COM/a",
      "http://www.example.com:8080/a", "http://com/",
    ]
    for url in paths.map({ "http://www.example.com" + $0 }) + others {
      _ = try Tool.run(
        curl, ["-q", "-s", "-b", folder.path("jar"), "--connect-to", "::127.0.0.1:\(server.port)", url])
      let theirs = server.requests.last?["Cookie"] ?? ""
      let ours = jar.cookies(for: url).map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
      #expect(ours == theirs, "\(url)")
    }
    // curl sends it to /a, too.
    let slash = try Cookie.reading(setCookie: "slash=1; Path=/a/", from: origin)
    #expect(slash.matches("http://www.example.com/a/") && !slash.matches("http://www.example.com/a"))
  }
}
