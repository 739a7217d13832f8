import Networking
import Sessions
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Trusting a certificate on the screen") struct TrustTests {
  private static let key = RequestKey.file(Samples.getUserPath)
  private static let server = "api.test:8443"
  private static let digits = String(repeating: "ab01", count: 16)

  private static let certificate = Connection.Certificate(
    subject: "CN = api.test", issuer: "CN = api.test", notBefore: "Nov 23 00:00:00 2026 GMT",
    notAfter: "Nov 25 00:00:00 2026 GMT", sha256: digits, alternativeNames: ["DNS:api.test"])

  private static var offer: CertificateOffer { CertificateOffer(certificate, of: server) }

  private func failed(
    _ message: String = "The certificate of api.test:8443 is not trusted", environments: [Environment] = [local]
  ) -> Journey {
    var journey = Journey(columns: 120, rows: 40)
    journey.apply(.environment(.loaded(environments)))
    journey.open()
    var exchange = Samples.failure(.tls, message, detail: "self-signed certificate")
    exchange.hops[0].request.url = "https://\(Self.server)/users?token=1"
    journey.answer(exchange)
    while journey.state.focus != .response { journey.press(.tab) }
    journey.forget()
    return journey
  }

  private static let local = Environment(name: "local")

  private func asked(environments: [Environment] = [local]) -> Journey {
    var journey = failed(environments: environments)
    journey.type("p")
    journey.forget()
    journey.apply(.sending(.step(Self.key, .certificatePresented(Self.offer))))
    return journey
  }

  private func changes(_ journey: Journey) -> [TrustChange] {
    journey.effects.compactMap { if case .environment(.trust(let change, _, _)) = $0 { change } else { nil } }
  }

  @Test func `The letter inspects the certificate of the failed server.`() {
    var journey = failed()
    // The certificate itself comes first, in the advice as in the choices.
    let choice = "p   Trust this certificate for \(Self.server)"
    let words = ["p shows the certificate", "SSL_CERT_FILE", choice, "t   Choose"]
    let places = words.map { journey.text.firstRange(of: $0)?.lowerBound }
    #expect(!places.contains(nil), "\(journey.text)")
    #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted(), "\(journey.text)")
    journey.type("p")
    let url = journey.effects.compactMap { effect -> String? in
      if case .transfer(.inspectCertificate(Self.key, _, _, let url)) = effect { url } else { nil }
    }
    #expect(url == ["https://\(Self.server)/users?token=1"])
  }

  @Test func `A wrong name or time cannot be trusted; a changed certificate can, without a bypass.`() {
    for (message, detail) in [
      ("The certificate of h is not trusted", "certificate has expired"),
      ("The certificate of h is not trusted", "subject name does not match"), ("No secure connection", "alert"),
    ] {
      var journey = Journey(columns: 120, rows: 40)
      journey.open()
      journey.answer(Samples.failure(.tls, message, detail: detail))
      #expect(!journey.text.contains("Trust this certificate"), "\(detail)")
    }
    let journey = failed("The certificate of api.test:8443 is not the one that is trusted for it")
    #expect(journey.text.contains("p   Trust this certificate"), "\(journey.text)")
    #expect(journey.text.contains("someone intercepts") && !journey.text.contains("without verifying"))
  }

  @Test func `The question shows the certificate's subject, validity and where the trust is stored.`() {
    let journey = asked()
    for words in [
      "Certificate of \(Self.server)", "CN = api.test", "itself", "ab01 ab01 ab01", "from Nov 23 00:00:00 2026 GMT",
      "until Nov 25 00:00:00 2026 GMT", "DNS:api.test", "the file of environment local in Demo",
      "Trust this certificate for \(Self.server)?",
    ] {
      #expect(journey.text.contains(words), "\(words)\n\(journey.text)")
    }
  }

  @Test func `Yes stores the certificate for the environment and resends; no changes nothing.`() throws {
    var journey = asked()
    var other = journey
    other.type("n")
    #expect(other.effects.isEmpty && other.state.overlay == nil)
    journey.type("y")
    let change = TrustChange(collection: "/w/demo", environment: "local", added: [Self.offer.trusted])
    #expect(journey.effects == [.environment(.trust(change, isStep: true, sends: Self.key))])
    journey.forget()
    var trusting = Self.local
    trusting.trust.certificates = change.added
    journey.apply(.environment(.trusted([trusting], change, isStep: true, sends: Self.key)))
    #expect(journey.state.environment.current == trusting)
    let sends = journey.effects.contains { if case .transfer(.send(Self.key, _, _, _)) = $0 { true } else { false } }
    #expect(sends, "\(journey.effects)")
  }

  @Test func `Undo removes the trust, and redo restores it.`() {
    var journey = asked()
    journey.type("y")
    let change = TrustChange(
      collection: "/w/demo", environment: "local", added: [Self.offer.trusted],
      removed: [TransferOptions.TrustedCertificate(host: Self.server, sha256: "old")])
    journey.apply(.environment(.trusted([Self.local], change, isStep: true, sends: nil)))
    journey.forget()
    journey.type("u")
    #expect(changes(journey) == [change.inverse])
    journey.apply(.environment(.trusted([Self.local], change.inverse, isStep: false, sends: nil)))
    journey.forget()
    journey.press(.control("y"))
    #expect(changes(journey) == [change])
  }

  @Test func `Without an environment the certificate goes to the user's own list.`() {
    var journey = asked(environments: [])
    #expect(journey.text.contains("your own list, for Demo"), "\(journey.text)")
    journey.type("y")
    #expect(changes(journey) == [TrustChange(collection: "/w/demo", environment: nil, added: [Self.offer.trusted])])
  }

  @Test func `The question names the certificate that is replaced.`() {
    var trusting = Self.local
    trusting.trust.certificates = [
      TransferOptions.TrustedCertificate(host: Self.server, sha256: String(repeating: "ff", count: 32))
    ]
    let journey = asked(environments: [trusting])
    #expect(journey.text.contains("Replaces"), "\(journey.text)")
    #expect(journey.text.contains("sha256:ffff"))
  }

  @Test func `The question never opens while the user types.`() {
    var journey = failed()
    journey.type("p")
    journey.press(.control("l"))
    journey.forget()
    journey.apply(.sending(.step(Self.key, .certificatePresented(Self.offer))))
    #expect(journey.state.overlay == nil && journey.effects.isEmpty)
    #expect(journey.text.contains("cannot be shown"), "\(journey.text)")
  }

  @Test func `Names from the server cannot pass for another fact.`() {
    var certificate = Self.certificate
    certificate.subject = "CN = x\nSHA-256\n  0000"
    let lines = CertificateOffer(certificate, of: Self.server).lines.map { $0.prefix(while: { $0 != "\n" }) }
    #expect(lines.filter { !$0.hasPrefix(" ") } == ["Server", "SHA-256", "Valid", "Subject", "Signed by", "For"])
    var journey = failed()
    journey.apply(.sending(.step(Self.key, .certificatePresented(CertificateOffer(certificate, of: Self.server)))))
    let rows = journey.lines.filter { $0.contains("SHA-256") }
    #expect(rows.count == 2 && rows.filter { $0.contains("CN = x") }.count == 1, "\(journey.text)")
  }

  @Test func `The identification of a certificate stays visible with names of any length.`() {
    var certificate = Self.certificate
    certificate.subject = String(repeating: "CN = padding ", count: 3000)
    certificate.issuer = ""
    certificate.alternativeNames = (0..<2000).map { "DNS:host\($0).test" }
    var journey = failed()
    journey.apply(.sending(.step(Self.key, .certificatePresented(CertificateOffer(certificate, of: Self.server)))))
    for words in ["ab01 ab01", "until Nov 25", "environment local in Demo", "padding", "(empty)", "DNS:host0"] {
      #expect(journey.text.contains(words), "\(words)\n\(journey.text)")
    }
  }

  @Test func `An environment without verification has a red chip, and so has each unverified answer.`() {
    var careless = Self.local
    careless.trust.verifies = false
    for (environment, isRed) in [(careless, true), (Self.local, false)] {
      var journey = Journey(columns: 120, rows: 40)
      journey.apply(.environment(.loaded([environment])))
      journey.open()
      let column = TopLine(state: journey.state).environmentColumns.lowerBound + 1
      let style = journey.screen[column, 0].style
      #expect((style == journey.state.theme[.errorInk].adding(.bold)) == isRed, "\(journey.lines[0])")
      #expect(journey.lines[0].contains("TLS not verified") == isRed)
      var exchange = Samples.exchange()
      exchange.hops[0].connection?.tls = Connection.TLS(version: "TLSv1.3")
      exchange.hops[0].connection?.tls?.verifiedBy = isRed ? .nothing : .trustedCertificate
      journey.answer(exchange)
      let parts = journey.text.split(separator: "TLS not verified", omittingEmptySubsequences: false)
      #expect(parts.count == (isRed ? 3 : 1), "\(journey.text)")
    }
  }
}
