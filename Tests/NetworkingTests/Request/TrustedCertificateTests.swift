import Testing

@testable import HTTPModel
@testable import Networking

@Suite("Trusted certificates") struct TrustedCertificateTests {
  private static let digits = String(repeating: "ab01", count: 16)

  @Test func `The text of a trusted certificate is parsed back, and compared in lower case.`() throws {
    let made = try #require(TransferOptions.TrustedCertificate("  sha256:\(Self.digits.uppercased())\tAPI.test:8443 "))
    #expect(made.text == "sha256:\(Self.digits) api.test:8443")
    #expect(TransferOptions.TrustedCertificate(made.text) == made)
    let grouped = stride(from: 0, to: 64, by: 2).map { String(Self.digits.dropFirst($0).prefix(2)) }
    #expect(TransferOptions.TrustedCertificate("sha256:\(grouped.joined(separator: ":")) api.test:8443") == made)
  }

  @Test(arguments: [
    "", "sha256:\(digits)", "\(digits) h:443", "sha256:\(digits) h", "sha256:\(digits) :443",
    "sha256:\(digits) h:port", "sha256:\(digits) h:70000", "sha256:\(digits.dropLast()) h:443",
    "sha256:\(digits.dropLast())g h:443", "sha1:\(digits) h:443", "sha256:\(digits) h:443 more",
  ])
  func `Invalid text trusts nothing.`(text: String) {
    #expect(TransferOptions.TrustedCertificate(text) == nil)
  }

  @Test(arguments: [
    ("https://API.test", "api.test:443"), ("https://api.test.:8443/x?y#z", "api.test:8443"),
    ("https://me:pw@api.test/", "api.test:443"), ("https://[::1]:8443/", "[::1]:8443"), ("http://h", "h:80"),
    ("h:1", "h:1"), ("", nil), ("https://", nil),
  ])
  func `The server of a URL is its host and port.`(url: String, server: String?) {
    #expect(TransferOptions.TrustedCertificate.server(of: url) == server)
  }

  @Test func `The strictest rule for the server of a URL applies, and no rule of another server.`() {
    var tls = TransferOptions.TLSOptions()
    tls.trusted = [TransferOptions.TrustedCertificate(host: "a.test:443", sha256: "01")]
    tls.unverified = ["a.test:443", "b.test:443"]
    #expect(tls.verification(of: "https://A.test/x") == .certificates(["01"]))
    #expect(tls.verification(of: "https://b.test") == .nothing)
    for other in ["https://a.test:8443", "https://x.a.test", "https://c.test", "https://a.test@c.test"] {
      #expect(tls.verification(of: other) == .authorities, "\(other)")
    }
    tls.verifies = false
    #expect(tls.verification(of: "https://a.test") == .nothing)
  }

  @Test func `A curl command omits a trusted certificate with a notice; disabled verification is -k.`() throws {
    func command(_ set: (inout TransferOptions.TLSOptions) -> Void) throws -> CurlCommand {
      let request = try Request.with(RequestConfig(url: "https://a.test/")) { config in
        var tls = TransferOptions.TLSOptions()
        set(&tls)
        config.options.tls = tls
      }
      return CurlCommand(request)
    }
    let trusting = try command { $0.trusted = [TransferOptions.TrustedCertificate(host: "a.test:443", sha256: "01")] }
    #expect(!trusting.text.contains("-k") && trusting.notices.contains { $0.contains("single certificate") })
    let careless = try command { $0.unverified = ["a.test:443"] }
    #expect(careless.text.contains("-k") && careless.notices.isEmpty)
    let other = try command { $0.unverified = ["b.test:443"] }
    #expect(!other.text.contains("-k"))
  }
}
