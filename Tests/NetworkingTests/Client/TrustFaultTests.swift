import Networking
import Testing

@Suite("Faults of certificates")
struct TrustFaultTests {
  @Test(
    "The TLS library's message reveals whether the authority, the host or the time is wrong",
    arguments: [
      ("SSL certificate problem: unable to get local issuer certificate", NetworkError.TrustFault.authority),
      ("SSL certificate problem: self-signed certificate", .authority), ("", .authority),
      ("SSL: no alternative certificate subject name matches target host name 'h'", .host),
      ("SSL: certificate subject name 'a' does not match target host name 'h'", .host),
      ("SSL certificate problem: certificate has expired", .time),
      ("SSL certificate problem: certificate is not yet valid", .time),
      ("SSL certificate problem: certificate revoked", .revoked),
      ("SSL certificate problem: CRL has expired", .revocation),
      ("SSL certificate problem: unable to get certificate CRL", .revocation),
      ("SSL certificate problem: EE certificate key too weak", .weak),
      ("SSL certificate problem: CA signature digest algorithm too weak", .weak),
    ])
  func words(detail: String, fault: NetworkError.TrustFault) {
    #expect(NetworkError(.tls, "The certificate of h is not trusted", detail: detail).trustFault == fault)
    #expect(NetworkError(.tls, "h asks for a client certificate", detail: detail).trustFault == nil)
    #expect(NetworkError(.connect, "It is not trusted", detail: detail).trustFault == nil)
  }
}
