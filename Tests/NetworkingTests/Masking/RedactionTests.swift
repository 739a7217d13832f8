import Networking
import Testing

@Suite("Logs: secrets")
struct RedactionTests {
  @Test("N57: credentials in headers are masked, their scheme and everything else stays")
  func headers() {
    let redaction = Redaction.standard
    #expect(redaction.masked(Header("AUTHORIZATION", "Bearer abc")) == Header("AUTHORIZATION", "Bearer ••••"))
    #expect(redaction.masked(Header("Authorization", "abc")) == Header("Authorization", "••••"))
    #expect(redaction.masked(Header("Cookie", "a=1; b=2")) == Header("Cookie", "••••"))
    #expect(redaction.masked(Header("Accept", "a b")) == Header("Accept", "a b"))
    #expect(redaction.masked(Header("Authorization", "")) == Header("Authorization", ""))
  }

  @Test("N57: secret parameters are masked in URLs and forms, even if their names are encoded")
  func urls() {
    let redaction = Redaction.standard
    #expect(
      redaction.masked(url: "http://u:pw@h/p?a=1&access%5Ftoken=x&TOKEN=y&key&b=#f")
        == "http://u:••••@h/p?a=1&access%5Ftoken=••••&TOKEN=••••&key&b=#f")
  }

  @Test("A secret that a name would mask a part of is masked whole")
  func named() {
    let secret = "https://hooks.example/x?token=tt77&sig=SIG8899"
    let redaction = Redaction.standard.adding([
      secret, "key9:PIECEA", "a=PIECEE; b c", #"{"token":"longer7788","x":1}"#,
    ])
    #expect(redaction.masked(url: "http://h/p/\(secret)") == "http://h/p/••••")
    #expect(redaction.masked(url: "http://h/p?token=\(secret)&b=1") == "http://h/p?token=••••&b=1")
    #expect(redaction.masked(url: "http://key9:PIECEA:pw@h/") == "http://••••@h/")
    #expect(redaction.masked(form: "password=\(secret)&x=\(secret)") == "password=••••&x=••••")
    #expect(redaction.masked(json: #"{"y":{"token":"longer7788","x":1}}"#) == #"{"y":"••••"}"#)
    #expect(redaction.masked(Header("Authorization", "a=PIECEE; b c")).value == "••••")
    #expect(redaction.masked(Header("Authorization", "u=unknown, b c")).value == "••••")
  }

  @Test("N57: a secret text is masked wherever it occurs, even encoded, the longest first")
  func secrets() {
    let redaction = Redaction(secrets: ["p w", "p w long", ""])
    #expect(redaction.masked(text: "a p w long b p%20w c p w") == "a •••• b •••• c ••••")
    #expect(Redaction.none.masked(url: "http://u:p@h/?token=x") == "http://u:p@h/?token=x")
  }
}
