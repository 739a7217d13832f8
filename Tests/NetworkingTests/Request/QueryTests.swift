import Networking
import Testing

@Suite("Create: queries and URLs as typed")
struct QueryTests {
  private func url(_ configure: (inout RequestConfig) throws -> Void) throws -> String {
    try Request.with(RequestConfig(host: "http://h"), configure).url
  }

  @Test("N7: order and duplicates are kept, disabled items are not sent, a is not a=")
  func rows() throws {
    let sent = try url {
      $0.query.append("b", "1")
      $0.query.append("a", nil)
      $0.query.items.append(Query.Item("off", "x", isEnabled: false))
      $0.query.append("b", "2")
      $0.query.append("a", "")
    }
    #expect(sent == "http://h?b=1&a&b=2&a=")
  }

  @Test("N7: a + in a value arrives as a plus; so do & = # % and non-ASCII text")
  func encoding() throws {
    #expect(
      try url { $0.query.append("ä b", "1+1=2&c#d%20/?é") } == "http://h?%C3%A4%20b=1%2B1%3D2%26c%23d%2520%2F%3F%C3%A9")
  }

  @Test("N7: encoded text is kept on request, except for characters that cannot be sent")
  func alreadyEncoded() throws {
    #expect(
      try url { $0.query.append("a[]", "x%20y+z ü#|", encoding: .asTyped) } == "http://h?a[]=x%20y+z%20%C3%BC%23|")
  }

  @Test("N7: a query in the host or path comes first")
  func existing() throws {
    let config = RequestConfig(host: "http://h/v?k=1&", path: "/p?l=2", query: ["m": "3"])
    #expect(try Request.with(config).url == "http://h/v/p?k=1&&l=2&m=3")
  }

  @Test("N7: setting replaces every item of a name in place, nil removes them")
  func setting() {
    var query: Query = ["a": "1", "b": "2", "a": "3"]
    query["a"] = "9"
    #expect(query.items == [Query.Item("a", "9"), Query.Item("b", "2")])
    query["a"] = nil
    #expect(query.items == [Query.Item("b", "2")])
    #expect(query["b"] == "2" && query["a"] == nil)
  }

  @Test(
    "A typed URL is sent byte for byte, except for characters that cannot be sent",
    arguments: [
      ("http://h/a/../b/./c?x=[1]&y=%7B|{}^`\\\"<>'&z=%zz+", nil), ("https://h/{id}/:id?q={x}#frag", nil),
      ("http://h/ü b?ß=\t\u{7f}", "http://h/%C3%BC%20b?%C3%9F=%09%7F"), ("  http://h/x \n", "http://h/x"),
      ("h", "http://h"), ("localhost:8080/x", "http://localhost:8080/x"), ("http://h?", nil), ("http://h/?&&=&", nil),
      ("http://Bücher.test/", "http://xn--bcher-kva.test/"), ("http://日本語。jp/", "http://xn--wgv71a119e.jp/"),
      ("http://h//a///", nil), ("https://h:/x", nil), ("http://[fe80::1%25eth0]:1/", nil),
    ] as [(String, String?)])
  func asTyped(url: String, expected: String?) throws {
    #expect(try Request.with(RequestConfig(url: url)).url == expected ?? url)
  }

  @Test("A typed URL fills path parameters that have values and keeps other colons and braces")
  func typedParameters() throws {
    let request = try Request.with(RequestConfig(url: "http://h/:id/{id}/:other/{x}?a=:id")) {
      $0.pathParameters["id"] = "a b"
    }
    #expect(request.url == "http://h/a%20b/a%20b/:other/{x}?a=:id")
  }

  @Test("A typed URL can be made valid: every character that RFC 3986 forbids is encoded, escapes stay")
  func encoded() throws {
    let request = try Request.with(RequestConfig(url: "http://h/a|b%41%zz?x=[1] é+#a b", encoding: .encoded))
    #expect(request.url == "http://h/a%7Cb%41%25zz?x=%5B1%5D%20%C3%A9+#a%20b")
  }

  @Test("A verbatim URL keeps non-ASCII text in its query through every change of the request")
  func verbatim() throws {
    let request = try Request.with(RequestConfig(url: "http://h/ä|[?ö=ü b%zz\u{7f}#é", encoding: .verbatim)) {
      $0.query.append("ß", "#", encoding: .verbatim)
    }
    #expect(request.url == "http://h/%C3%A4|[?ö=ü%20b%zz%7F&ß=%23#é")
    #expect(try request.with { $0.headers.append("A", "1") }.url == request.url)
    // A proxy gets the URL in absolute form, in which libcurl encodes nothing.
    let proxied = try Request.with(RequestConfig(url: "http://h/ä b?ö", encoding: .verbatim)) {
      $0.options.proxy = "p:1"
    }
    #expect(proxied.url == "http://h/ä%20b?ö")
  }

  @Test("A request rebuilt from its parts is the same request")
  func roundTrip() throws {
    let request = try Request.with(RequestConfig(url: "http://h/{a}/../:b?x=[1]&#f")) {
      try $0.setMethod("QUERY")
      $0.headers.append("A", "")
      $0.suppress("User-Agent")
      $0.body = .text("x")
    }
    #expect(try Request.with(RequestConfig(request)) == request)
    let changed = try request.with { $0.headers.append("B", "1") }
    #expect(changed.url == request.url && changed.headers.count == 3 && changed.body == request.body)
  }
}
