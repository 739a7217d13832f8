import Testing

@testable import HTTPModel
@testable import Networking

@Suite("The hosts of a client certificate")
struct HostPatternTests {
  @Test(
    "N43: a pattern matches a whole host, with or without a port, and a star any text",
    arguments: [
      ("a.test", "https://a.test/x", true), ("a.test", "https://a.test:8443", true),
      ("A.Test", "https://a.TEST/", true),
      ("a.test", "https://a.test./", true), ("a.test", "https://u:p@a.test/", true),
      ("a.test", "https://b.test", false),
      // No match if only the start or end of the host matches, or another part of the URL.
      ("a.test", "https://a.test.evil.test/", false), ("a.test", "https://xa.test/", false),
      ("a.test", "https://evil.test/a.test", false), ("a.test", "https://a.test@evil.test/", false),
      ("*.a.test", "https://x.a.test/", true), ("*.a.test", "https://x.y.a.test/", true),
      ("*.a.test", "https://a.test/", false), ("*.a.test", "https://evil.test/.a.test", false),
      ("*.a.test", "https://xa.test/", false), ("a*.test", "https://abc.test/", true), ("a.*", "https://a.test/", true),
      ("*", "https://a.test/", true), ("a.test", "https://a-test/", false), ("*a*b*", "https://xaybz/", true),
      ("*a*b", "https://xaybz/", false), ("10.0.*", "https://10.0.3.4/", true),
      ("a.test:8443", "https://a.test:8443/", true), ("a.test:8443", "https://a.test/", false),
      ("a.test:443", "https://a.test/", true), ("a.test:*", "https://a.test:9/", true),
      ("a.test:8*", "https://a.test:8443/", true), ("*:8443", "https://b.test:8443/", true),
      ("a.test:8443", "https://a.test:84430/", false), ("https://a.test/", "https://a.test/x", true),
      ("https://a.test:8443/v1/*", "https://a.test:8443/v2", true), ("  a.test ", "https://a.test/", true),
      ("[::1]", "https://[::1]:8443/", true), ("::1", "https://[::1]/", true), ("[::1]:8443", "https://[::1]/", false),
      ("bücher.test", "https://xn--bcher-kva.test/", true), ("xn--bcher-kva.test", "https://Bücher.test/", true),
      ("", "https://a.test/", false), (":8443", "https://a.test:8443/", false), ("a.test", "/x", false),
      ("a.test:*", "https://a.test:99999/", false),
    ])
  func matches(_ pattern: String, _ url: String, _ expected: Bool) {
    #expect(HostPattern(pattern).matches(URLParts(url)) == expected)
  }

  @Test("N43: a pattern with many stars matches a long host quickly")
  func hostile() {
    let pattern = HostPattern(String(repeating: "*a", count: 2_000) + "b")
    #expect(!pattern.matches(URLParts("https://" + String(repeating: "a", count: 5_000) + "/")))
  }

  private let options = {
    var options = TransferOptions()
    options.clientCertificates = [
      TransferOptions.ClientCertificate(hosts: HostPattern("a.test:8443"), file: "/first.pem", keyFile: "/first.key"),
      TransferOptions.ClientCertificate(
        hosts: HostPattern("a.test"), file: "/second", format: .pkcs12, password: "phrase", fault: nil),
      TransferOptions.ClientCertificate(hosts: HostPattern("c.test"), file: "/third", fault: "no value"),
    ]
    return options
  }()

  @Test("N43: the first match is presented, over TLS only; a certificate for all hosts takes precedence")
  func choice() throws {
    let first = try options.showingCertificate(to: "https://a.test:8443/").tls
    #expect(first?.certificateFile == "/first.pem" && first?.keyFile == "/first.key" && first?.keyPassword == "")
    let second = try options.showingCertificate(to: "https://a.test/").tls
    #expect(second?.certificateFile == "/second" && second?.certificateFormat == .pkcs12)
    #expect(second?.keyPassword == "phrase")
    for url in ["http://a.test/", "https://b.test/"] {
      let shown = try options.showingCertificate(to: url)
      #expect(shown.tls == nil && shown.clientCertificates == nil)
    }
    var own = options
    own.tls = .init(verifies: false, certificateFile: "/own.pem")
    #expect(try own.showingCertificate(to: "https://a.test/").tls == own.tls)
    own.tls = .init(caFile: "/ca.pem")
    #expect(try own.showingCertificate(to: "https://a.test/").tls?.caFile == "/ca.pem")
    #expect(try own.showingCertificate(to: "https://a.test/").tls?.certificateFile == "/second")
  }

  @Test("N43: a hop with an unusable certificate is not made; other hops are")
  func fault() throws {
    let error = #expect(throws: NetworkError.self) { try options.showingCertificate(to: "https://c.test/") }
    #expect(error?.description == "The client certificate for c.test:443 cannot be used: no value")
    #expect(error?.identityFault == .unusable)
    #expect(throws: Never.self) { try options.showingCertificate(to: "http://c.test/") }
  }
}
