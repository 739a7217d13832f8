import Basics
import Foundation
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("Masking: the spellings of a secret")
struct SecretMatcherTests {
  private static let secret = #"x+y 'z"/\&<é𝄞>%=^`$"#

  private func masked(_ text: String, _ secrets: Set<String> = [secret]) -> String {
    Redaction(secrets: secrets).masked(text: text)
  }

  @Test(
    "A secret is masked unchanged and in each of its spellings",
    arguments: [
      secret,
      // In a URL: as a component in both cases, in a form, as typed.
      "x%2By%20%27z%22%2F%5C%26%3C%C3%A9%F0%9D%84%9E%3E%25%3D%5E%60%24",
      "x%2by%20%27z%22%2f%5c%26%3c%c3%a9%f0%9d%84%9e%3e%25%3d%5e%60%24",
      "x%2By+%27z%22%2F%5C%26%3C%C3%A9%F0%9D%84%9E%3E%25%3D%5E%60%24",
      "x+y%20'z%22/%5C&%3C%C3%A9%F0%9D%84%9E%3E%25=%5E%60$", #"x+y%20'z"/\&<%C3%A9%F0%9D%84%9E>%=^`$"#,
      // The name of a part.
      #"x+y 'z%22/\&<é𝄞>%=^`$"#,
      // JSON: plain, with `\/`, in ASCII, safe for HTML, nested.
      #"x+y 'z\"/\\&<é𝄞>%=^`$"#, #"x+y 'z\"\/\\&<é𝄞>%=^`$"#, #"x+y 'z\"/\\&<\u00e9\ud834\udd1e>%=^`$"#,
      #"x+y 'z\"\/\\&<\u00e9\ud834\udd1e>%=^`$"#, #"x+y 'z\"/\\\u0026\u003cé𝄞\u003e%=^`$"#,
      #"x+y 'z\\\"/\\\\&<é𝄞>%=^`$"#,
      // HTML.
      #"x+y 'z"/\&amp;&lt;é𝄞&gt;%=^`$"#, #"x+y 'z&quot;/\&amp;&lt;é𝄞&gt;%=^`$"#,
      #"x+y &#39;z&quot;/\&amp;&lt;é𝄞&gt;%=^`$"#, #"x+y &#x27;z&quot;/\&amp;&lt;é𝄞&gt;%=^`$"#,
      #"x+y &apos;z&quot;/\&amp;&lt;é𝄞&gt;%=^`$"#, #"x+y &#39;z&#34;/\&amp;&lt;é𝄞&gt;%=^`$"#,
      // Shells: POSIX, PowerShell, cmd.
      #"x+y '\''z"/\&<é𝄞>%=^`$"#, #"x+y ''z"/\&<é𝄞>%=^`$"#, #"x+y 'z\^"/\^&^<é𝄞^>%^=^^^`^$"#,
    ])
  func forms(form: String) {
    #expect(masked("before \(form), after") == "before ••••, after")
    #expect(masked(form + form) == "••••")
  }

  @Test("A secret is masked in a word of each shell, alone and within a text", arguments: CurlCommand.Shell.allCases)
  func shells(shell: CurlCommand.Shell) {
    for secret in [Self.secret, "'quoted'", "line one\nline two", "p\\q\"r'"] {
      for text in [secret, "X: \(secret)."] {
        let shown = masked(shell.word([.literal(text)]), [secret])
        #expect(shown.contains("••••"), "\(shown)")
        for part in ["z", "quoted", "line", "q"] { #expect(!shown.contains(part), "\(shown)") }
      }
    }
  }

  @Test("A multiline key is masked as it is, in JSON, in a URL and in a command")
  func lines() {
    let key = "-----BEGIN KEY-----\nabc+def/9\nghi\n-----END KEY-----"
    for text in [key, key.replacing("\n", with: "\\n"), key.replacing("\n", with: "%0A")] {
      #expect(masked("<\(text)>", [key]) == "<••••>", "\(text)")
    }
    #expect(masked(PercentEncoding.component(key), [key]) == "••••")
  }

  @Test("A header's blanks, a URL's fragment and a host's capitals are not sent, and the secret is masked without them")
  func sent() {
    #expect(masked("X: k3y-abc\r\n", [" k3y-abc\n"]) == "X: ••••\r\n")
    #expect(masked("GET /Zq9xw/Kt7 HTTP/1.1", ["Zq9xw/Kt7#end"]) == "GET /•••• HTTP/1.1")
    #expect(masked("host: sk-abcd9.example", ["SK-ABCD9"]) == "host: ••••.example")
  }

  @Test("The digits of a binary message are masked")
  func hexadecimal() {
    #expect(masked("00\(Hexadecimal.text("s3cret-9".utf8))ff", ["s3cret-9"]) == "00••••ff")
  }

  @Test("The Base64 of a secret is masked, in both alphabets, with and without padding")
  func base64() {
    let pair = "dXNlcjpwYXNzd29yZC0xMjM="
    #expect(masked("Basic \(pair)", [pair]) == "Basic ••••")
    let plain = "s3cret?>value"
    #expect(masked("[czNjcmV0Pz52YWx1ZQ==]", [plain]) == "[••••==]")
    #expect(masked("[czNjcmV0Pz52YWx1ZQ]", [plain]) == "[••••]")
    for user in ["u", "us", "use", "user"] {
      let pair = Base64.encode("\(user):\(plain)".utf8)
      #expect(masked(pair, [plain]).contains("••••") && !masked(pair, [plain]).contains(pair.dropFirst(8)), "\(user)")
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
    #expect(SecretReach(of: "abc".utf8) == .nowhere && SecretReach(of: "abcd".utf8) == .wholeWord)
    #expect(SecretReach(of: "hunter2".utf8) == .anywhere && SecretReach(of: "swordfish".utf8) == .anywhere)
  }

  @Test("Nested and overlapping secrets are masked completely")
  func overlaps() {
    #expect(masked("<abcd1234efgh>", ["abcd1234", "1234efgh"]) == "<••••>")
    #expect(masked("<abcd1234efgh>", ["abcd1234efgh", "d1234e"]) == "<••••>")
    #expect(masked("aaaaaaaaa1", ["aaaa1"]) == "aaaaa••••")
  }

  @Test("Bodies are masked by names and secrets: JSON, forms, and forms with a binary part")
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
      shown("a=1&pass%77ord=x%20y&b=s3cret-9", "application/x-www-form-urlencoded") == "a=1&pass%77ord=••••&b=••••")
    let head = "--B\r\nContent-Disposition: form-data; name="
    let parts = "\(head)\"password\"\r\n\r\nx1\r\n\(head)\"file\"\r\n\r\n\0\u{1}s3cret-9\0\r\n--B--\r\n"
    let masked = parts.replacing("\r\nx1\r\n", with: "\r\n••••\r\n").replacing("s3cret-9", with: "••••")
    #expect(shown(parts, "multipart/form-data; boundary=B") == masked)
    // Line feeds alone are common in files; a boundary within a line is content.
    let file = "--B\nContent-Disposition: form-data; name=\"password\"\n\nx1 --B\n--B--\n"
    #expect(shown(file, "multipart/form-data; boundary=B") == file.replacing("x1 --B", with: "••••"))
    // No number of parts hides a secret among them.
    let many = String(repeating: "--B\n\n1\n", count: 20_000) + file
    #expect(shown(many, "multipart/form-data; boundary=B") == many.replacing("x1 --B", with: "••••"))
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
    "Every coding in the head is decoded for the search, and an unknown one is not treated as plain")
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
