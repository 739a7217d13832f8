import TestSupport
import Testing

@Suite("Certificate trust with a real nginx", .serialized) struct TrustTests {
  @Test("An untrusted certificate is refused with advice; SSL_CERT_FILE names an authority")
  func commandLine() async throws {
    let server = try await WebServer.make()
    let home = try TemporaryDirectory("home")
    var program = Program(in: home.path)
    let refused = try await program.run("send", server.secureURL + "/hello")
    #expect(refused.status == 5 && refused.error.split(separator: "\n").count == 1)
    #expect(refused.error.contains("--cacert or SSL_CERT_FILE sets the trusted authorities"), "\(refused.error)")
    for variable in ["SSL_CERT_FILE", "CURL_CA_BUNDLE"] {
      program.variables = [variable: server.caFile]
      let trusted = try await program.run("send", server.secureURL + "/hello")
      #expect(trusted.text == "hello over there\n", "\(trusted.error)")
      #expect(try await program.run("curl", "-s", server.secureURL + "/hello").text == "hello over there\n")
    }
    program.variables = ["SSL_CERT_FILE": home.path("none.pem")]
    #expect(try await program.run("send", server.secureURL + "/hello").status == 5)
    #expect(try await program.run("send", "-k", server.secureURL + "/hello").status == 0)
  }

  @Test("The screen reports the same, and its tabs explain a refused connection")
  func screen() async throws {
    let server = try await WebServer.make()
    let home = try TemporaryDirectory("home")
    // The second folder has no history whose answer would be shown.
    let samples = try (1...2).map { _ in
      try Sample(
        url: server.secureURL, requests: ["hello": Sample.request("GET", "{{base_url}}/hello", name: "Hello")])
    }
    let journey = try Journey(samples[0], home: home)
    try journey.open("Hello", see: "{{base_url}}/hello")
    try journey.type("\u{12}", see: "p shows the certificate and trusts it")
    try journey.see("SSL_CERT_FILE")
    try journey.type("7", see: "No secure connection: the Body tab")
    try journey.type("2", see: "No answer came")
    try journey.type("1", see: "Choose a CA file to trust")
    try journey.type("t", see: "(PEM) to trust for")
    try journey.type(server.caFile + "\r", see: "Until Apus quits")
    try journey.type("\u{12}", see: "200 OK")
    try journey.quit()
    let trusting = try Journey(samples[1], home: home, environment: ["SSL_CERT_FILE": server.caFile])
    try trusting.open("Hello", see: "{{base_url}}/hello")
    try trusting.type("\u{12}", see: "200 OK")
    try trusting.quit()
  }
}
