import Networking
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Client certificates and proxies on the screen")
struct CertificateAdviceTests {
  private func answered(_ exchange: Exchange, columns: Int) -> Journey {
    var journey = Journey(columns: columns)
    journey.open()
    journey.press(.control("r"))
    let id = journey.state.serial
    journey.apply(.response(.transfer(send: id, .finished(exchange)), of: .file(Samples.getUserPath)))
    return journey
  }

  @Test("Faults of a proxy or a client certificate are not attributed to the server's address")
  func otherFaults() {
    for (failure, next) in [
      (Samples.failure(.connect, "Could not connect to the proxy 127.0.0.1:9"), "Is the proxy's address right"),
      (Samples.failure(.tls, "h:443 asks for a client certificate"), "config.clientCertificates in opencollection.yml"),
      (Samples.failure(.tls, "h:443 does not accept the client certificate /c/me.pem"), "still valid?"),
      (Samples.failure(.tls, "The client certificate /c/me.pem cannot be used"), "Check its path and passphrase"),
      (
        Samples.failure(.tls, "The client certificate /c/me.p12 cannot be used", detail: "routines::unsupported"),
        "openssl pkcs12 -legacy"
      ),
    ] {
      let journey = answered(failure, columns: 140)
      #expect(journey.text.contains(next), "\(journey.text)")
      #expect(!journey.text.contains("base_url in environment local"))
    }
  }

  @Test("The options tab names the client certificate for the server, if there is one")
  func certificate() {
    var journey = Journey()
    journey.open(RequestDefinition(name: "Secure", url: "https://{{host}}/"))
    let key = journey.state.session?.key ?? .file("")
    let table = VariableTable([.init("host", "a.test", origin: .collection)])
    for (domain, isShown) in [("{{host}}", true), ("b.test", false), ("{{nothing}}", false)] {
      let certificate = CertificateDefinition(domain: domain, content: .pkcs12(path: "certs/me.p12"))
      journey.apply(.files(.variablesLoaded(key, table, certificates: [certificate])))
      let line = journey.state.session.map { session in
        var session = session
        session.editor.tab = .options
        return session.fieldLines.last { $0.id == "certificate" }?.value
      }
      #expect((line ?? nil) == (isShown ? "certs/me.p12, for a.test, of the collection" : nil))
    }
  }
}
