import Foundation
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("URLs as parsed by browsers")
struct StandardURLTests {
  private func parts(_ url: StandardURL) -> [String: String] {
    [
      "href": url.description, "protocol": url.scheme + ":", "username": url.username, "password": url.password,
      "host": url.authority, "hostname": url.host, "port": url.port.map(String.init) ?? "", "pathname": url.path,
      "search": url.query.flatMap { $0.isEmpty ? nil : "?" + $0 } ?? "",
      "hash": url.fragment.flatMap { $0.isEmpty ? nil : "#" + $0 } ?? "",
    ]
  }

  private func isWeb(_ text: String?) -> Bool {
    let scheme = text.flatMap { URLParts($0.trimmingCharacters(in: .whitespacesAndNewlines)).scheme?.lowercased() }
    return scheme == "http" || scheme == "https"
  }

  @Test("The web-platform tests for http and https", .corpora("url"))
  func corpus() throws {
    let folder = try Corpora.folder("url")
    let data = try Data(contentsOf: URL(filePath: folder + "/urltestdata.json"))
    let rows = try #require(try JSONSerialization.jsonObject(with: data) as? [Any])
    var (passed, total, skipped) = (0, 0, 0)
    var failures: [String] = []
    for case let row as [String: Any] in rows {
      guard let input = row["input"] as? String else { continue }
      let baseText = row["base"] as? String
      let isFailure = row["failure"] as? Bool == true
      let isOurs =
        isFailure ? isWeb(input) || (isWeb(baseText) && URLParts(input).scheme == nil) : isWeb(row["href"] as? String)
      guard isOurs else {
        skipped += 1
        continue
      }
      total += 1
      let result = try? StandardURL(input, base: baseText.flatMap { try? StandardURL($0) })  // Failing is an answer.
      if let result, !isFailure, parts(result).allSatisfy({ row[$0.key] as? String == $0.value }) {
        passed += 1
      } else if result == nil, isFailure {
        passed += 1
      } else {
        failures.append(
          "\(input.debugDescription) gave \(result?.description ?? "failure"), not \(row["href"] as? String ?? "failure")"
        )
      }
    }
    Notice.show("URL corpus, http(s) rows: \(passed)/\(total) (skipped \(skipped), other schemes)")
    for failure in failures { Notice.show("URL corpus: " + failure) }
    #expect(total > 300)
    #expect(failures.isEmpty)
  }

  @Test("The percent-encoding tests for UTF-8", .corpora("url"))
  func percentEncoding() throws {
    let folder = try Corpora.folder("url")
    let data = try Data(contentsOf: URL(filePath: folder + "/percent-encoding.json"))
    let rows = try #require(try JSONSerialization.jsonObject(with: data) as? [Any])
    for case let row as [String: Any] in rows {
      guard let input = row["input"] as? String, let output = row["output"] as? [String: String] else { continue }
      #expect(try StandardURL("http://h/?" + input).query == output["utf-8"])
    }
  }

  @Test("Two spellings of one address are equal")
  func equality() throws {
    #expect(try StandardURL("HTTP://EXAMPLE.org:80/a/../b") == StandardURL("http://example.org/b"))
    #expect(try StandardURL("http://0x7f.1/") == StandardURL("http://127.0.0.1"))
    #expect(try StandardURL("http://[0:0::1]/").host == "[::1]")
  }

  @Test("Punycode decodes what it encodes, and survives any input")
  func punycode() {
    for text in ["bücher", "日本語", "ａ", "a-ü-b", "\u{10ffff}"] {
      let values = text.unicodeScalars.map(\.value)
      #expect(Punycode.encode(values).flatMap(Punycode.decode) == values)
    }
    for text in ["", "-", "99999999", "a-", "zzzzzzzzzz", "ü"] { _ = Punycode.decode(text) }
  }
}
