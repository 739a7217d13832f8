import TestSupport
import Testing

@testable import Networking

@Suite("The system's authorities")
struct SystemAuthoritiesTests {
  @Test("Names of OpenSSL are counted in a folder, certificates in a file")
  func counts() throws {
    let folder = try TemporaryDirectory("authorities")
    for name in ["9d04f354.0", "9d04f354.1", "bundle.crt", "9d04f354", "9d04f35.0", "9d04f354.r0", "README"] {
      try folder.write("certs/\(name)", "")
    }
    #expect(SystemAuthorities.entries(of: folder.path("certs")) == 2)
    let certificate = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
    let text = "# Mine\n" + certificate + "a word of -----BEGIN nothing\n" + certificate
    #expect(SystemAuthorities.certificates(in: try folder.write("bundle.crt", text)) == 2)
    #expect(SystemAuthorities.certificates(in: folder.path("none")) == 0)
    #expect(SystemAuthorities.entries(of: folder.path("none")) == 0)
  }
}
