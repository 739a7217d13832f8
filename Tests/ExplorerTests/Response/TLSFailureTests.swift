import Networking
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("TLS failures on the screen") struct TLSFailureTests {
  private func failed(_ message: String, detail: String, settings: RequestSettings = RequestSettings()) -> Journey {
    var journey = Journey(columns: 120, rows: 40)
    var definition = Samples.getUser
    definition.settings = settings
    journey.open(definition)
    journey.answer(Samples.failure(.tls, message, detail: detail))
    while journey.state.focus != .response { journey.press(.tab) }
    return journey
  }

  private func choices(_ journey: Journey) -> [String] {
    journey.state.session?.response.offered.map(\.command) ?? []
  }

  @Test func `A revoked certificate cannot be bypassed, and the advice is not to send.`() {
    let journey = failed(
      "The certificate of h:443 is not trusted: its authority has revoked it", detail: "certificate revoked")
    #expect(journey.text.contains("Send nothing there"), "\(journey.text)")
    #expect(!choices(journey).contains { ["failureTrust", "failureAuthorities", "failureCommand"].contains($0) })
  }

  @Test func `An outdated revocation list is not attributed to the server.`() {
    let journey = failed(
      "The certificate of h:443 is not trusted: the list of revoked certificates is out of date, or another authority's",
      detail: "CRL has expired")
    #expect(journey.text.contains("--crlfile") && choices(journey) == ["send"], "\(choices(journey))")
  }

  @Test(arguments: [
    ("The file of trusted certificates /x/ca.pem cannot be used", "a readable PEM file of certificates"),
    ("The list of revoked certificates /x/crl.pem cannot be used", "a readable PEM file of revocation lists"),
  ])
  func `The advice names an unusable trust file.`(
    message: String, advice: String
  ) {
    let journey = failed(message, detail: "error setting certificate file: /x")
    #expect(journey.text.contains(advice) && !journey.text.contains("in common"), "\(journey.text)")
    #expect(choices(journey) == ["send"])
  }

  @Test func `For a weak certificate, the advice names who must renew it, and a command without verification.`() {
    let journey = failed(
      "The certificate of h:443 is not trusted: its key or signature is too weak", detail: "EE certificate key too weak"
    )
    #expect(journey.text.contains("must renew it") && choices(journey).contains("failureCommand"))
    #expect(!choices(journey).contains("failureTrust"))
  }

  @Test func `A port without TLS leads to the URL, and a refused version to the setting that limits it.`() {
    let insecure = "No secure connection to h:443 could be made"
    let plain = failed("\(insecure): it does not speak TLS at this port", detail: "wrong version number")
    #expect(choices(plain).contains("failureField") && plain.text.contains("http://"), "\(choices(plain))")
    let refused = "\(insecure): it refuses the versions of TLS that were offered"
    let free = failed(refused, detail: "alert protocol version")
    #expect(!choices(free).contains("failureSetting"))
    var limited = failed(refused, detail: "alert protocol version", settings: RequestSettings(maximumTLS: .tls12))
    #expect(choices(limited).contains("failureSetting"))
    limited.type("r")
    #expect(limited.state.session?.editor.tab == .options && limited.text.contains("Newest TLS"))
    for (fault, words) in [
      ("it speaks only old versions of TLS, which are not safe", "must update it"),
      ("it has no cipher in common with this system", "newer ciphers"),
      ("it does not know a host of that name", "Is the host's name right?"),
    ] {
      #expect(failed("\(insecure): \(fault)", detail: "").text.contains(words), "\(fault)")
    }
  }

  @Test func `The options of a request show in the error colour that its environment verifies nothing.`() throws {
    var journey = Journey(columns: 120, rows: 60)
    var local = Environment(name: "local")
    local.trust = ServerTrust(verifies: false)
    journey.apply(.environment(.loaded([local])))
    journey.open()
    journey.press(.down)
    journey.type("8")
    let words = "not verified, set in environment local"
    let row = try #require(journey.lines.firstIndex { $0.contains(words) }, "\(journey.text)")
    let line = journey.lines[row]
    let column = try #require(line.firstRange(of: words).map { line[..<$0.lowerBound].count })
    #expect(journey.screen[column, row].style.foreground == journey.state.theme[.error].foreground)
    local.trust = ServerTrust(authorities: "certs/dev.pem")
    journey.apply(.environment(.loaded([local])))
    #expect(journey.text.contains("certs/dev.pem (from environment local)"))
    #expect(!journey.text.contains("not verified"))
  }

  @Test func `The options of a request show its trust settings; without verification, the environment is red.`() {
    var journey = Journey(columns: 120, rows: 60)
    journey.apply(.environment(.loaded([Environment(name: "local")])))
    journey.open()
    journey.press(.down)
    journey.type("8")
    journey.go("G k k k k k space space")
    #expect(journey.draft.trust == ServerTrust(verifies: false), "\(journey.text)")
    #expect(journey.text.contains("Verify TLS             no"), "\(journey.text)")
    #expect(journey.lines[0].contains("TLS not verified"), "\(journey.lines[0])")
    journey.go("j enter ‹ca.pem› enter j enter ‹crl.pem› enter")
    #expect(journey.draft.trust == ServerTrust(verifies: false, authorities: "ca.pem", revocations: "crl.pem"))
  }
}
