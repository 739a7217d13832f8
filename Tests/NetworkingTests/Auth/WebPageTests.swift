import Networking
import Testing

@Suite("Pages that a user is sent to") struct WebPageTests {
  @Test(
    "Only http and https with a host are accepted: no file, option, script or other scheme",
    arguments: [
      "file:///etc/passwd", "FILE:///etc/passwd", "--help", "-h", "javascript:alert(1)", "/etc/passwd", "etc/passwd",
      "vscode://x", "smb://host/share", "mailto:a@b.example", "data:text/html,x", "ftp://host/", "http:", "https://",
      "http://:80/", "http://a b/", "", " ", "view-source:http://h/", "https//h/", "\u{0}file:///x",
    ])
  func refused(text: String) {
    let failure = #expect(throws: NetworkError.self) { try WebPage(text) }
    #expect(failure?.category == .url && failure?.description.contains("https://HOST/") == true)
  }

  @Test("An opened page starts with its scheme, and its host is the one a browser connects to")
  func opened() throws {
    #expect(try WebPage("HTTPS://Login.Example/a?b=c").url == "https://login.example/a?b=c")
    #expect(try WebPage("  \nhttp://h/").url == "http://h/")
    #expect(try WebPage("https://good.example@evil.example:8443/").host == "evil.example:8443")
    #expect(try WebPage(#"https://good.example\@evil.example/"#).host == "good.example")
    let odd = try WebPage("https://h/'\"`$(x) \u{7}?a=\" b").url
    #expect(!odd.utf8.contains { $0 <= 0x20 || $0 == UInt8(ascii: "\"") })
  }
}
