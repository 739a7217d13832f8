import Networking
import Testing

@Suite("Logs: secrets")
struct RedactionTests {
  @Test("N57: credentials in headers are masked, but not their scheme or anything else")
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
    #expect(
      redaction.masked(url: "http://h/?user%5Bpassword%5D=x&user[name]=a&token[]=y&password[hint]=z#access_token=t&b=1")
        == "http://h/?user%5Bpassword%5D=••••&user[name]=a&token[]=••••&password[hint]=z#access_token=••••&b=1")
    #expect(
      redaction.masked(url: "http://h/?auth=a&session_id=b&sid=c&sig=d&jwt=e&state=f&code=DE#code=SplxlOBeZQ")
        == "http://h/?auth=••••&session_id=••••&sid=••••&sig=••••&jwt=••••&state=f&code=DE#code=••••")
    #expect(redaction.masked(json: #"{"code":"NOT_ALLOWED"}"#) == #"{"code":"NOT_ALLOWED"}"#)
  }

  @Test(
    "Credentials are masked in URLs that cannot be sent",
    arguments: [
      ("http://u:longPassw0rd@h:99999/", "http://u:••••@h:99999/"),
      ("http://u:longPassw0rd@[bad/", "http://u:••••@[bad/"), ("http:///u:longPassw0rd@h/", "http:///u:••••@h/"),
      ("http://u:longPassw0rd@h o/", "http://u:••••@h o/"), ("ftp://u:longPassw0rd@h/", "ftp://u:••••@h/"),
      ("http:/u:longPassw0rd@h/", "http:/u:••••@h/"), ("http:u:longPassw0rd@h", "http:u:••••@h"),
      ("http://u:longPassw0rd@", "http://u:••••@"), ("http:/h/a:b", "http:/h/a:b"),
      ("http://h:99999/?api_key=longPassw0rd&x=1", "http://h:99999/?api_key=••••&x=1"),
    ])
  func unusable(url: String, shown: String) {
    #expect(Redaction.standard.masked(url: url) == shown)
  }

  @Test("A secret is masked completely even if a name would mask only a part of it")
  func named() {
    let secret = "https://hooks.example/x?token=tt77&sig=SIG8899"
    let redaction = Redaction.standard.adding([
      secret, "key9:PIECEA", "a=PIECEE; b c", #"{"token":"longer7788","x":1}"#,
    ])
    #expect(redaction.masked(url: "http://h/p/\(secret)") == "http://h/p/••••")
    #expect(redaction.masked(url: "http://h/p?token=\(secret)&b=1") == "http://h/p?token=••••&b=1")
    #expect(redaction.masked(url: "http://key9:PIECEA:pw@h/") == "http://••••@h/")
    #expect(redaction.masked(form: "password=\(secret)&x=\(secret)", keepingValuesWith: []) == "password=••••&x=••••")
    #expect(redaction.masked(json: #"{"y":{"token":"longer7788","x":1}}"#) == #"{"y":"••••"}"#)
    #expect(redaction.masked(Header("Authorization", "a=PIECEE; b c")).value == "••••")
    #expect(redaction.masked(Header("Authorization", "u=unknown, b c")).value == "••••")
  }

  @Test("N57: a secret text is masked wherever it occurs, even encoded, the longest first")
  func secrets() {
    let redaction = Redaction(secrets: ["p ww", "p ww long", ""])
    #expect(redaction.masked(text: "a p ww long b p%20ww c p ww") == "a •••• b •••• c ••••")
    #expect(Redaction.none.masked(url: "http://u:p@h/?token=x") == "http://u:p@h/?token=x")
  }

  @Test("Values of fewer than four bytes are masked only where a name says so")
  func short() {
    let redaction = Redaction.standard.adding(["x1y"])
    #expect(redaction.masked(text: "x1y") == "x1y")
    #expect(redaction.masked(url: "http://h/x1y?token=x1y") == "http://h/x1y?token=••••")
    #expect(redaction.masked(Header("Authorization", "Bearer x1y")).value == "Bearer ••••")
    #expect(redaction.masked(json: #"{"password":"x1y","a":"x1y"}"#) == #"{"password":"••••","a":"x1y"}"#)
  }
}
