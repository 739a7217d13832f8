import Foundation
import TestSupport
import Testing

/// Servers with unverified certificates.
@Suite("Journeys: trust", .serialized) struct TrustJourneys {
  private let home: TemporaryDirectory

  init() throws { home = try TemporaryDirectory("home") }

  private func program(_ folder: TemporaryDirectory) -> Program {
    var program = Program(in: folder.path)
    // Consents are stored in the home.
    program.variables["HOME"] = home.path
    return program
  }

  private func send(_ sample: Sample, _ more: String...) async throws -> Program.Result {
    try await program(sample.folder).run(["send", "echo"] + more)
  }

  @Test("A certificate is trusted for its server after a question, also by send; another one is not, and u undoes it")
  func trusting() async throws {
    let folder = try SelfSigned.make()
    let peer = try await SelfSigned.serve(folder)
    let url = "https://127.0.0.1:\(peer.port)"
    let sample = try Sample(url: url, requests: ["echo": Sample.request(name: "Echo")])
    let before = try sample.folder.readText("environments/local.yml")
    let fingerprint = try SelfSigned.fingerprint(folder)
    let journey = try Journey(sample, home: home)
    try journey.open("Echo", see: "{{base_url}}/echo")
    try journey.type("\u{12}", see: "is not trusted")
    try journey.see("p   Trust this certificate for 127.0.0.1:\(peer.port)")
    try journey.type("p", see: "Trust this certificate for 127.0.0.1:\(peer.port)?")
    let box = journey.screen
    #expect(box.contains("apus.test") && box.contains("itself") && box.contains("environment local"))
    #expect(box.contains(fingerprint.prefix(4) + " " + fingerprint.dropFirst(4).prefix(4)), "\(box)")
    #expect(peer.requests.isEmpty)
    try journey.type("y", see: "200 OK")
    #expect(peer.requests == ["GET /echo HTTP/1.1"])
    let pinned = try sample.folder.readText("environments/local.yml")
    #expect(pinned.contains("sha256:\(fingerprint) 127.0.0.1:\(peer.port)"), "\(pinned)")

    let sent = try await send(sample, "-e", "local")
    #expect(sent.status == 0 && sent.text.contains("hello"), "\(sent.error)")
    let without = try await send(sample, "--var", "base_url=\(url)")
    #expect(without.status != 0 && without.error.contains("is not trusted"), "\(without.error)")

    try SelfSigned.renew(folder)
    let changed = try await send(sample, "-e", "local")
    #expect(changed.status != 0 && changed.error.contains("is not the one that is trusted for it"), "\(changed.error)")
    try journey.type("\u{12}", see: "is not the one that is trusted for it")
    #expect(peer.requests.count == 2)

    try journey.type("u", see: "No longer trusted")
    #expect(try sample.folder.readText("environments/local.yml") == before)
    #expect(try journey.quit() == 0)
  }

  @Test("A file of authorities is chosen from the failure: a wrong one is reported, the right one works")
  func choosingAuthorities() async throws {
    let folder = try SelfSigned.make()
    try SelfSigned.issue(folder)
    let peer = try await SelfSigned.serve(folder)
    let sample = try Sample(url: "https://127.0.0.1:\(peer.port)", requests: ["echo": Sample.request(name: "Echo")])
    let before = try sample.folder.readText("environments/local.yml")
    let choice = "t   Choose a CA file to trust for 127.0.0.1"
    try home.write("ca.pem", try folder.readText("ca.pem"))
    try home.write("other.pem", try SelfSigned.make().readText("server.pem"))
    let journey = try Journey(sample, home: home)
    try journey.open("Echo", see: "{{base_url}}/echo")
    try journey.type("\u{12}", see: choice)
    for (path, words) in [
      (folder.path("nowhere.pem"), "It must be a readable PEM file"),
      (folder.path("ca.key"), "It must be a readable PEM file"), ("~/other.pem", "is not trusted"),
    ] {
      try journey.type("t", see: "CA file (PEM) to trust for")
      try journey.type("\(path)\r", see: "Until Apus quits")
      try journey.type("\u{12}")
      try journey.seeGone("Until Apus quits")
      try journey.see(words)
      try journey.see(choice)
      #expect(!journey.screen.contains("no TLS settings in common"), "\(journey.screen)")
    }
    #expect(peer.requests.isEmpty)
    try journey.type("t", see: "CA file (PEM)")
    try journey.type("~/ca.pem\r", see: "Until Apus quits")
    try journey.type("\u{12}", see: "200 OK")
    try journey.see("hello")
    #expect(peer.requests == ["GET /echo HTTP/1.1"])
    // The certificate is neither written to a file nor used for others.
    #expect(try sample.folder.readText("environments/local.yml") == before)
    #expect(try await send(sample, "-e", "local").error.contains("is not trusted"))
    #expect(try journey.quit() == 0)
  }

  @Test("Without an environment, trust is saved in the user's own list, which no folder can bring")
  func ownList() async throws {
    let folder = try SelfSigned.make()
    let peer = try await SelfSigned.serve(folder)
    let url = "https://127.0.0.1:\(peer.port)/echo"
    let sample = try TemporaryDirectory("bare")
    try sample.write("opencollection.yml", "info: {name: Bare}\n")
    try sample.write("echo.yml", Sample.request("GET", url, name: "Echo"))
    let journey = try Journey([try Program.path(), sample.path], home: home)
    try journey.open("Echo", see: "/echo")
    try journey.type("\u{12}", see: "is not trusted")
    try journey.see("p   Trust this certificate for")
    try journey.type("p", see: "your own list, for Bare")
    try journey.type("y", see: "200 OK")
    let sent = try await program(sample).run("send", "echo")
    #expect(sent.status == 0 && sent.text.contains("hello"), "\(sent.error)")
    let list = try await program(sample).run("allow", "--list")
    #expect(list.text.contains("pin  sha256:\(try SelfSigned.fingerprint(folder))  to 127.0.0.1:\(peer.port)"))
    try journey.type("u", see: "No longer trusted")
    #expect(try await program(sample).run("send", "echo").status != 0)
    try journey.quit()
    #expect(sample.files().filter { !$0.hasPrefix(".apus") }.sorted() == ["echo.yml", "opencollection.yml"])
  }

  @Test("An untrusted folder brings no trust: send exits with 4 and suggests the command that allows it")
  func stranger() async throws {
    let folder = try SelfSigned.make()
    let peer = try await SelfSigned.serve(folder)
    let url = "https://127.0.0.1:\(peer.port)"
    let fingerprint = try SelfSigned.fingerprint(folder)
    for (tls, word) in [
      ("trust: [\"sha256:\(fingerprint) 127.0.0.1:\(peer.port)\"]", "--certificate"), ("verify: false", "--unverified"),
    ] {
      let sample = try Sample(url: url, requests: ["echo": Sample.request(name: "Echo")])
      try sample.folder.write(
        "environments/local.yml",
        "name: local\nextensions:\n  apus:\n    tls: {\(tls)}\nvariables:\n  - {name: base_url, value: '\(url)'}\n")
      let count = peer.requests.count
      let refused = try await send(sample, "-e", "local")
      #expect(refused.status == 4 && peer.requests.count == count, "\(refused.error)")
      #expect(refused.error.contains(word) && refused.error.contains("--to 127.0.0.1:\(peer.port)"), "\(refused.error)")
      let line = try #require(refused.error.split(separator: "allow it with: ").last.map(String.init))
      let allowed = try await program(sample.folder).shell(line)
      #expect(allowed.status == 0, "\(line): \(allowed.error)")
      let sent = try await send(sample, "-e", "local")
      #expect(sent.status == 0 && sent.text.contains("hello"), "\(sent.error)")
    }
  }

  @Test("An environment without verification is red, and so are its answers")
  func unverified() async throws {
    let folder = try SelfSigned.make()
    let peer = try await SelfSigned.serve(folder)
    let url = "https://127.0.0.1:\(peer.port)"
    let sample = try Sample(url: url, requests: ["echo": Sample.request(name: "Echo")])
    try sample.folder.write(
      "environments/local.yml",
      "name: local\nextensions:\n  apus:\n    tls: {verify: false}\nvariables:\n  - {name: base_url, value: '\(url)'}\n"
    )
    let journey = try Journey(sample, home: home)
    try journey.see("local (TLS not verified)")
    try journey.open("Echo", see: "{{base_url}}/echo")
    try journey.type("\u{12}", see: "trust any certificate")
    #expect(journey.screen.contains("of 127.0.0.1:\(peer.port)") && peer.requests.isEmpty)
    try journey.type("y", see: "200 OK")
    try journey.wait(for: "two marks") { $0.components(separatedBy: "TLS not verified").count == 3 }
    try journey.quit()
  }
}
