import Networking
import Testing

@Suite("URLs as written")
struct URLPartsTests {
  @Test(
    "The joined parts are the original text",
    arguments: [
      "http://u:p@h:8080/a/../b?x=[1]&y=%7B#f", "http://h", "http://h?", "http://h/#", "//h:/x", "/a?b?c#d#e", "", "?",
      "#",
      "http://[::1]:80/x", "a:b", "http://a@b@c/", "http://h:/", "mailto:x@y", "://", "1a:b", "http://é/ü?ß#☃", "a/b:c",
    ])
  func partsJoin(text: String) {
    #expect(URLParts(text).description == text)
  }

  @Test("Each part is parsed")
  func parts() {
    let url = URLParts("HTTPS://me:pw@[::1]:8443/a/b?x=1?#top#")
    #expect(url.scheme == "HTTPS")
    #expect(url.userinfo == "me:pw")
    #expect(url.host == "[::1]")
    #expect(url.portText == "8443")
    #expect(url.port == 8443)
    #expect(url.path == "/a/b")
    #expect(url.query == "x=1?")
    #expect(url.fragment == "top#")
    #expect(url.requestTarget == "/a/b?x=1?")
  }

  @Test("The scheme has a default port; an invalid port is no port")
  func ports() {
    #expect(URLParts("http://h/").port == 80)
    #expect(URLParts("https://h:/").port == 443)
    #expect(URLParts("https://h:99999/").port == nil)
    #expect(URLParts("https://h:+1/").port == nil)
  }

  @Test(
    "References resolve as in RFC 3986, section 5.4",
    arguments: [
      ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
      ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"),
      ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"),
      ("", "http://a/b/c/d;p?q"),
      (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../g", "http://a/b/g"),
      ("../..", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("/./g", "http://a/g"),
      ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
      ("g;x=1/../y", "http://a/b/c/y"), ("g?y/../x", "http://a/b/c/g?y/../x"), ("http:g", "http://a/b/c/g"),
      ("ftp://x/y", "ftp://x/y"), ("  g\n", "http://a/b/c/g"), ("\\\\h\\x?\\", "http://h/x?\\"),
      ("%2E%2e/g", "http://a/b/g"),
    ])
  func resolving(reference: String, expected: String) {
    #expect(URLParts("http://a/b/c/d;p?q").resolving(reference).description == expected)
  }

  @Test("Hosts and origins are compared without regard to case and default ports")
  func origins() {
    let url = URLParts("https://API.test/x")
    #expect(url.isSameOrigin(as: URLParts("https://api.test:443/y")))
    #expect(!url.isSameOrigin(as: URLParts("http://api.test/")))
    #expect(!url.isSameOrigin(as: URLParts("https://api.test:8443/")))
    #expect(url.isSameHost(as: URLParts("http://api.test.:8080/")))
    #expect(!url.isSameHost(as: URLParts("https://api.test.evil/")))
    #expect(URLParts("http://api.test/").isDowngrade(from: url))
  }
}
