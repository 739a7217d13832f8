import Foundation
import TestSupport
import Testing

@testable import HTTPModel

@Suite("URLs as browsers request them")
struct BrowserURLTests {
  @Test(
    "Spellings of one address give the same URL",
    arguments: [
      ("HTTP://EXAMPLE.org:80/a/../b", "http://example.org/b"), ("http://0x7f.1/", "http://127.0.0.1/"),
      ("https://Bücher.example", "https://xn--bcher-kva.example/"), (#"https://h\a\.\b?\"#, #"https://h/a/b?\"#),
      ("http://u s:p@h:081/ ", "http://u%20s:p@h:081/"), ("http://h/a%2fb?'#`", "http://h/a%2fb?%27#%60"),
    ])
  func spellings(written: String, url: String) throws {
    #expect(try URLParts.inBrowser(written).description == url)
  }

  @Test("The percent-encoding tests for UTF-8", .corpora("url"))
  func percentEncoding() throws {
    let folder = try Corpora.folder("url")
    let data = try Data(contentsOf: URL(filePath: folder + "/percent-encoding.json"))
    let rows = try #require(try JSONSerialization.jsonObject(with: data) as? [Any])
    for case let row as [String: Any] in rows {
      guard let input = row["input"] as? String, let output = row["output"] as? [String: String] else { continue }
      #expect(try URLParts.inBrowser("http://h/?" + input).query == output["utf-8"])
    }
  }

  @Test(
    "IPv4 addresses have one form, and names none",
    arguments: [
      ("127.1", "127.0.0.1"), ("0177.0.0.01", "127.0.0.1"), ("2130706433", "127.0.0.1"), ("1.2.3.4.", "1.2.3.4"),
      ("256.1.1.1", nil), ("4294967296", nil), ("1.2.3.4.5", nil), ("08", nil), ("0x", "0.0.0.0"), ("a.1", nil),
      ("", nil),
    ])
  func addresses(host: String, address: String?) {
    #expect(IPv4.canonical(host) == address)
  }
}
