import TestSupport
import Testing

/// A collection with a proxy, and a real proxy that records its requests.
@Suite("The proxy of a collection, against a real one", .serialized) struct CollectionProxyCommandTests {
  fileprivate static let word = "open sesame 7"

  private struct Place {
    let proxy: AnsweringServer
    let near: AnsweringServer
    let sample: Sample
    var program: Program

    init() throws {
      proxy = try AnsweringServer { request in
        request.target.hasSuffix("/away") ? Answer.redirect(302, to: "http://near.test/hello") : Answer.text("through")
      }
      near = try AnsweringServer { _ in Answer.text("direct") }
      sample = try Sample(
        url: "http://far.test",
        requests: [
          "far": Sample.request("GET", "{{base_url}}/hello", name: "Far"),
          "near": Sample.request("GET", "\(near.url)/hello", name: "Near"),
        ])
      try sample.folder.write(
        "opencollection.yml",
        """
        opencollection: 1.0.0

        info:
          name: Sample
        config:
          proxy:
            inherit: false
            config:
              protocol: http
              hostname: 127.0.0.1
              port: "{{process.env.PROXY_PORT}}"
              auth: {username: me, password: "{{process.env.PHRASE}}"}
              bypassProxy: 127.0.0.1:\(near.port)

        """)
      program = sample.program
      // The proxy settings of the environment do not apply to the collection's proxy.
      program.variables = [
        "APUS_VAR_PROXY_PORT": "\(proxy.port)", "APUS_VAR_PHRASE": CollectionProxyCommandTests.word, "NO_PROXY": "*",
      ]
    }
  }

  @Test("Send and run use the proxy except for listed hosts; its password is neither shown nor stored")
  func sending() async throws {
    let place = try Place()
    let before = try place.sample.folder.read("opencollection.yml")
    let sent = try await place.program.run("send", "far", "--env", "local", "-v")
    #expect(sent.text == "through", "\(sent.error)")
    let seen = try #require(place.proxy.requests.first)
    #expect(seen.target == "http://far.test/hello")
    #expect(seen.values("Proxy-Authorization") == ["Basic bWU6b3BlbiBzZXNhbWUgNw=="])
    #expect(try await place.program.run("run", "far.yml", "--env", "local").status == 0)
    #expect(try await place.program.run("send", "near", "--env", "local").text == "direct")
    #expect(place.proxy.requests.count == 2 && place.near.requests.count == 1)
    for name in place.sample.folder.files() {
      let text = String(decoding: try place.sample.folder.read(name), as: UTF8.self)
      #expect(!text.contains(Self.word) && !text.contains("bWU6b3BlbiBzZXNhbWUgNw=="), "\(name)")
    }
    #expect(!sent.error.contains(Self.word), "\(sent.error)")
    #expect(try place.sample.folder.read("opencollection.yml") == before)
  }

  @Test("The command line overrides the proxy, and resent exchanges use it, too")
  func order() async throws {
    let place = try Place()
    let other = try AnsweringServer { _ in Answer.text("other") }
    var program = place.program
    program.variables["NO_PROXY"] = ""
    let chosen = try await program.run("send", "far", "--env", "local", "-x", other.url)
    #expect(chosen.text == "other" && place.proxy.requests.isEmpty, "\(chosen.error)")
    let passed = try await program.run(
      "send", "far", "--env", "local", "--noproxy", "far.test", "--connect-to",
      "far.test:80:127.0.0.1:\(place.near.port)")
    #expect(passed.text == "direct" && place.proxy.requests.isEmpty, "\(passed.error)")
    #expect(try await program.run("send", "far", "--env", "local").text == "through")
    let list = try await program.run("history", "list", "--request", "far", "--json").json()
    let id = try #require(list[0]["_id"].string)
    for more in [[], ["--as-sent"]] {
      #expect(try await program.run(["history", "resend", id] + more).text == "through", "\(more)")
    }
    #expect(place.proxy.requests.count == 3)
  }

  @Test("An exported command uses the proxy; the password is masked by default")
  func exporting() async throws {
    _ = try Tool.required("curl")
    let place = try Place()
    let masked = try await place.program.run("export", "curl", "far", "--env", "local")
    #expect(
      masked.text.contains("@127.0.0.1:\(place.proxy.port)") && masked.text.contains("--noproxy"), "\(masked.text)")
    #expect(!masked.text.contains("sesame") && masked.text.contains("••••"), "\(masked.text)")
    for (name, answer) in [("far", "through"), ("near", "direct")] {
      let revealed = try await place.program.run("export", "curl", name, "--env", "local", "--reveal-secrets")
      let line = revealed.text.trimmingSuffix { $0.isWhitespace }
      let ran = try await place.program.shell("\(line) -s")
      #expect(ran.text == answer, "\(line) \(ran.error)")
      let again = try await place.program.shell("apus \(line) -s")
      #expect(again.text == answer, "\(line) \(again.error)")
    }
    let shared = try await place.program.run("export", "curl", "far", "--env", "local", "--variables", "shell")
    #expect(shared.text.contains("$") && !shared.text.contains("sesame"), "\(shared.text)\(shared.error)")
    let json = try await place.program.run("export", "json", "far", "--env", "local")
    #expect(json.text.contains("\"bypassProxy\"") && !json.text.contains("sesame"))
    let postman = try await place.program.run("export", "postman", "far", "--env", "local")
    #expect(postman.error.contains("the proxy of the collection is not carried over"))
  }

  @Test("The Options tab names the proxy that will be used")
  func screen() async throws {
    let place = try Place()
    let home = try TemporaryDirectory("home")
    let journey = try Journey(
      place.sample, home: home, environment: ["PROXY_PORT": "\(place.proxy.port)", "PHRASE": Self.word])
    try journey.open("Far", see: "{{base_url}}/hello")
    try journey.type("8", see: "Follow redirects")
    try journey.type("G", see: "http://127.0.0.1:\(place.proxy.port), of the collection")
    #expect(!journey.screen.contains("sesame"))
    try journey.type("\u{12}", see: "Allow this for this collection")
    try journey.type("y", see: "200 OK")
    try journey.quit()
    #expect(place.proxy.requests.count == 1)
  }
}

extension String {
  fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> String {
    var text = self[...]
    while let last = text.last, predicate(last) { text.removeLast() }
    return String(text)
  }
}
