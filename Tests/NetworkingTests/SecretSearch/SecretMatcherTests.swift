import Basics
import Foundation
import TestSupport
import Testing

@testable import Networking

@Suite("Masking: every form of a secret")
struct SecretMatcherTests {
  private static let secret = #"x+y 'z"/\&<é𝄞>%=^`$"#

  private func masked(_ text: String, _ secrets: Set<String> = [secret]) -> String {
    Redaction(secrets: secrets).masked(text: text)
  }

  @Test(
    "A secret is masked unchanged and as other formats write it",
    arguments: [
      secret,
      "x%2By%20%27z%22%2F%5C%26%3C%C3%A9%F0%9D%84%9E%3E%25%3D%5E%60%24",
      "x%2by+%27z%22%2f%5c%26%3c%c3%a9%f0%9d%84%9e%3e%25%3d%5e%60%24",
      "%78%2By%20'z\"/%5C&%3C%C3%A9𝄞>%25=^`%24",
      #"x+y 'z\"/\\&<é𝄞>%=^`$"#, #"x+y\u0020'z\"\/\\\u0026\u003c\u00e9\ud834\udd1e\u003E%=^`$"#,
      #"x+y 'z\\\"/\\\\&<é𝄞>%=^`$"#,
      "x+y &#39;z&quot;/\\&amp;&lt;&#xE9;&#119070;&gt;%=^`$", "x+y &apos;z&quot;/\\&amp;&lt;é𝄞&gt;%=^`$",
      #"x+y '\''z"/\&<é𝄞>%=^`$"#, #"x+y \'z"/\\&<\303\251𝄞>%=^`$"#,
      #"x+y '\''z"/\&<é𝄞>%=^`$"#, #"x+y 'z\^"/\^&^<é𝄞^>%^=^^^`^$"#, "x+y ''z\"/\\&<é𝄞>%=^`$",
      "x+y 'z`\"/\\&<é𝄞>%=^```$", #"x+y 'z\"/\\&<\xe9\U0001D11E>%=^`$"#,
      "x%252By%2520%2527z%2522%252F%255C%2526%253C%25C3%25A9%25F0%259D%2584%259E%253E%2525%253D%255E%2560%2524",
    ])
  func forms(form: String) {
    #expect(masked("before \(form), after") == "before ••••, after")
    #expect(masked(form + form) == "••••")
  }

  @Test(arguments: [
    ("QUJD_-REVGR0hJSktA", #"{"data":"QUJD/+REVGR0hJSktA=="}"#, #"{"data":"••••=="}"#),
    ("QUJD/+REVGR0hJSktA==", "QUJD_-REVGR0hJSktA", "••••"),
    ("1234567890.50", #"{"d":1234567890.5}"#, #"{"d":••••}"#),
    ("12345678901230e-1", #"{"n":"1234567890123"}"#, #"{"n":"••••"}"#),
    ("12345678.0", "12345678", "••••"), ("1.23456789e8", "id 123456789", "id ••••"),
    ("123456789.0", "123456790.0", "••••"),
  ])
  func `A secret that is read as a number or as Base64 and written again is masked.`(
    secret: String, written: String, shown: String
  ) {
    #expect(Redaction(secrets: [secret]).masked(text: written) == shown)
  }

  @Test func `The bytes that a secret is the Base64 of are found, too.`() {
    let secret = Redaction(secrets: ["QUJD_-REVGR0hJSktA"])
    let bytes: [UInt8] = [10, 13] + Array("ABC".utf8) + [0xFF, 0xE4] + Array("DTdt".utf8) + [0x84, 0x94, 0xA4, 0xB4]
    #expect(secret.masked(bytes: bytes, type: "") == [10, 13] + Array("••••".utf8))
  }

  @Test("A secret with any of its characters encoded in any way is masked completely")
  func mixed() {
    var random = SeededGenerator(seed: 7)
    for round in 0..<600 {
      let written = Self.secret.unicodeScalars.map { Self.written($0, Int.random(in: 0...4, using: &random)) }.joined()
      #expect(masked("a=\(written);") == "a=••••;", "round \(round): \(written)")
    }
  }

  private static func written(_ scalar: Unicode.Scalar, _ way: Int) -> String {
    let code = String(scalar.value, radix: 16)
    switch way {
    case 1:
      return String(scalar).utf8.map { "%" + (String($0, radix: 16).count < 2 ? "0" : "") + String($0, radix: 16) }
        .joined()
    case 2: return scalar.value > 0xFFFF ? String(scalar) : "\\u" + String(repeating: "0", count: 4 - code.count) + code
    case 3: return "&#\(scalar.value);"
    // A bare backslash or percent sign before digits would start another escape.
    case 4 where scalar == " ": return "+"
    default: return String(scalar)
    }
  }

  @Test("A secret of any characters is masked in nested JSON, however often it is quoted", arguments: 0...4)
  func nested(depth: Int) {
    let marks = String(repeating: "\\", count: 1 << depth)
    #expect(masked("<ab\(marks)ud834\(marks)udd1eyz12>", ["ab𝄞yz12"]) == "<••••>")
    #expect(masked("<ab\(String(repeating: "\\", count: (1 << depth) - 1))\"yz12>", ["ab\"yz12"]) == "<••••>")
  }

  @Test("A secret whose second character is a line end is found even with indentation after it")
  func earlyLineEnd() {
    #expect(masked("<a\n    bcdefgh1>", ["a\nbcdefgh1"]) == "<••••>")
  }

  @Test("The Base64 of a secret is masked, in both alphabets, with and without padding")
  func base64() {
    let pair = "dXNlcjpwYXNzd29yZC0xMjM="
    #expect(masked("Basic \(pair)", [pair]) == "Basic ••••")
    let plain = "s3cret?>value"
    #expect(masked("[czNjcmV0Pz52YWx1ZQ==]", [plain]) == "[••••==]")
    #expect(masked("[czNjcmV0Pz52YWx1ZQ]", [plain]) == "[••••]")
  }

  @Test("A multiline key is masked with its line ends escaped, doubled or indented")
  func lines() {
    let key = "-----BEGIN KEY-----\nabc+def/9\nghi\n-----END KEY-----"
    for text in [
      key, key.replacing("\n", with: "\\n"), key.replacing("\n", with: "\r\n"), key.replacing("\n", with: "\n      "),
      key.replacing("\n", with: "%0A"), key.replacing("\n", with: "^\n\n"),
    ] {
      #expect(masked("<\(text)>", [key]) == "<••••>", "\(text)")
    }
  }

  @Test("Short and common words are masked only as whole words or not at all, so text stays readable")
  func weak() {
    let text =
      #"{"id": 1, "ok": true, "name": "adam", "pin": "4711", "n": 14711, "path": "/hunter2/x", "e": "%20adam%20"}"#
    let shown = masked(text, ["1", "true", "name", "adam", "4711", "hunter2"])
    #expect(
      shown
        == #"{"id": 1, "ok": true, "name": "••••", "pin": "••••", "n": 14711, "path": "/••••/x", "e": "%20••••%20"}"#)
    #expect(SecretReach(of: "ab".utf8) == .nowhere && SecretReach(of: "abc".utf8) == .wholeWord)
    #expect(SecretReach(of: "hunter2".utf8) == .anywhere && SecretReach(of: "swordfish".utf8) == .anywhere)
  }

  @Test("Nested and overlapping secrets are masked completely")
  func overlaps() {
    #expect(masked("<abcd1234efgh>", ["abcd1234", "1234efgh"]) == "<••••>")
    #expect(masked("<abcd1234efgh>", ["abcd1234efgh", "d1234e"]) == "<••••>")
    #expect(masked("aaaaaaaaa1", ["aaaa1"]) == "aaaaa••••")
  }

  @Test("A text split anywhere is masked as if in one piece")
  func stream() {
    let redaction = Redaction(secrets: [Self.secret, "adam", "hunter2-hunter2"])
    let text =
      "a%20adam b \(Self.secret) %78%2By+%27z%22%2f%5c%26%3c%c3%a9%f0%9d%84%9e%3e%25%3d%5e%60%24 hunter2-hunter2 madame"
    let bytes = Array((text + String(repeating: ".", count: 3000) + text).utf8)
    let whole = redaction.masked(text: String(decoding: bytes, as: UTF8.self))
    #expect(!whole.contains("hunter2"))
    for size in [1, 2, 3, 7, 64, 1000, 5000] {
      var stream = MaskingStream(redaction)
      var result: [UInt8] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        result += stream.masked(bytes[start..<min(start + size, bytes.count)])
      }
      result += stream.rest()
      #expect(String(decoding: result, as: UTF8.self) == whole, "in pieces of \(size)")
    }
  }

  @Test("Secrets are found in nested quoting of any depth")
  func deepQuoting() {
    let marks = String(repeating: "\\", count: 255)
    #expect(masked("<ab\(marks)\"yz12>", ["ab\"yz12"]) == "<••••>")
  }

  @Test("A highly ambiguous text is matched in few steps")
  func manyReadings() {
    let secret = String(repeating: "\\", count: 12) + "end"
    let text = String(repeating: "\\", count: 300)
    #expect(masked(text, [secret]) == text)
    #expect(masked(text + "end", [secret]).hasSuffix("••••"))
  }

  @Test("Bodies are masked by names and secrets together: JSON, forms, and forms with a binary part")
  func bodies() {
    var redaction = Redaction.standard
    redaction.secrets = ["s3cret-9"]
    func shown(_ body: String, _ type: String) -> String {
      String(decoding: redaction.masked(bytes: Array(body.utf8), type: type), as: UTF8.self)
    }
    #expect(
      shown(#"{"password":"s3cret-9 and more","a":"s3cret-9"}"#, "application/json")
        == #"{"password":"••••","a":"••••"}"#)
    #expect(
      shown("a=1&pass%77ord=x%20y&b=s3cret%2D9", "application/x-www-form-urlencoded") == "a=1&pass%77ord=••••&b=••••")
    let head = "--B\r\nContent-Disposition: form-data; name="
    let parts = "\(head)\"password\"\r\n\r\nx1\r\n\(head)\"file\"\r\n\r\n\0\u{1}s3cret-9\0\r\n--B--\r\n"
    let masked = parts.replacing("\r\nx1\r\n", with: "\r\n••••\r\n").replacing("s3cret-9", with: "••••")
    #expect(shown(parts, "multipart/form-data; boundary=B") == masked)
  }

  @Test("A body that stays compressed is searched, and stored without its secret")
  func compressed() throws {
    let text = "{\"a\": 1, \"echo\": \"s3cret-9\"} " + String(repeating: "line of text ", count: 500)
    let folder = try TemporaryDirectory("gzip")
    try folder.write("plain", text)
    for level in ["-1", "-9"] {
      try Tool.run("/usr/bin/env", ["gzip", "-kf", level, folder.path("plain")])
      let packed = try folder.read("plain.gz")
      let redaction = Redaction(secrets: ["s3cret-9"])
      let masked = try #require(try redaction.masked(body: ByteStore(packed), ContentLabel("text/plain")))
      #expect(String(decoding: masked.allBytes, as: UTF8.self) == text.replacing("s3cret-9", with: "••••"))
      #expect(try Redaction(secrets: ["other-1"]).masked(body: ByteStore(packed), ContentLabel("text/plain")) == nil)
      // A truncated body cannot be searched.
      #expect(throws: MaskingError.unreadable) {
        try redaction.masked(body: ByteStore(packed.dropLast(40)), ContentLabel("text/plain"))
      }
    }
  }

  @Test(
    "Every coding in the head is decoded to search for secrets, and an unknown one is not treated as plain")
  func codings() throws {
    let text = String(repeating: "hello compressed world\n", count: 3)
    let secret = Redaction(secrets: ["compressed"])
    let samples = [
      ("br", "G0QAAAQ8ZF1Jzx3R9CCbjOKMrDCPp8Nf3gYYRQ=="),
      ("zstd", "KLUv/QRY9QAAuGhlbGxvIGNvbXByZXNzZWQgd29ybGQKAQBXczYBH6xAsw=="),
    ]
    for (name, base64) in samples {
      let packed = Array(try #require(Data(base64Encoded: base64)))
      let label = ContentLabel("text/plain", codings: [name])
      let masked = try #require(try secret.masked(body: ByteStore(packed), label))
      #expect(masked.allBytes == Array(text.replacing("compressed", with: "••••").utf8), "\(name)")
      #expect(try Redaction(secrets: ["other-1"]).masked(body: ByteStore(packed), label) == nil)
      let unknown = ContentLabel("text/plain", codings: [name, "compress"])
      let wrong: [([UInt8], ContentLabel)] = [
        (packed.dropLast(4), label), ([0xFF, 0x00, 0x81] + packed, label), (packed, unknown),
      ]
      for (bytes, label) in wrong {
        #expect(throws: MaskingError.unreadable, "\(name)") { try secret.masked(body: ByteStore(bytes), label) }
        // Without a secret there is nothing to search for.
        #expect(try Redaction.standard.masked(body: ByteStore(bytes), label) == nil)
      }
    }
  }

  @Test("A body stored in pieces on disk is masked like one in memory")
  func stored() throws {
    var redaction = Redaction.standard
    redaction.secrets = ["s3cret-9"]
    let body = ByteStore(spillThreshold: 1000)
    // A secret across the boundary of the pieces searched.
    let filler = [UInt8](repeating: UInt8(ascii: "x"), count: (8 << 20) - 3)
    try body.append(filler + Array("s3cret-9".utf8) + filler)
    body.finish()
    let masked = try #require(try redaction.masked(body: body, ContentLabel("text/plain")))
    #expect(masked.count == body.count - 8 + "••••".utf8.count)
    #expect(masked.bytes(in: filler.count..<filler.count + 12) == Array("••••".utf8))
    #expect(try redaction.masked(body: ByteStore(filler), ContentLabel("text/plain")) == nil)
  }
}
