import Testing

@testable import Networking

@Suite("Certificate authorities from the environment")
struct NamedAuthoritiesTests {
  @Test("Variables work as in the curl program: the bundle takes precedence, empty ones are ignored")
  func variables() {
    func names(_ environment: [String: String]) -> [String?] {
      let named = NamedAuthorities(environment)
      return [named.file, named.folder]
    }
    #expect(names([:]) == [nil, nil])
    #expect(NamedAuthorities([:]).adds(nothingTo: "/f", "/d"))
    #expect(NamedAuthorities(["CURL_CA_BUNDLE": "/f"]).adds(nothingTo: "/f", "/d"))
    #expect(!NamedAuthorities(["SSL_CERT_FILE": "/f", "SSL_CERT_DIR": "/own"]).adds(nothingTo: "/f", "/d"))
    #expect(names(["SSL_CERT_FILE": "/f", "SSL_CERT_DIR": "/d"]) == ["/f", "/d"])
    #expect(names(["CURL_CA_BUNDLE": "/b", "SSL_CERT_FILE": "/f", "SSL_CERT_DIR": "/d"]) == ["/b", nil])
    #expect(names(["CURL_CA_BUNDLE": "", "SSL_CERT_FILE": "", "SSL_CERT_DIR": "/d"]) == [nil, "/d"])
  }
}
