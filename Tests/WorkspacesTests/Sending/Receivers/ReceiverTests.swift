import Networking
import TestSupport
import Testing

@testable import Workspaces

@Suite("Consent names the actual receiver") struct ReceiverTests {
  private let sample: ConsentSample
  private let header = [Row("X", "{{CLOUD_SECRET}}")]

  init() throws { sample = try ConsentSample() }

  private func receivers(_ url: String, variables: [Row] = [], in context: SendContext? = nil) throws -> [String] {
    let definition = RequestDefinition(name: "x", url: url, headers: header, variables: variables)
    return Array(Set(try sample.refused(definition, in: context).map(\.receiver)))
  }

  @Test(
    "Delimiters in a value split the URL as sent, not as written",
    arguments: [
      ("http://{{u}}@api.test/x", "evil.test/{{CLOUD_SECRET}}", "http://evil.test"),
      ("http://{{u}}@api.test/x", "evil.test?{{CLOUD_SECRET}}", "http://evil.test"),
      ("http://{{u}}@api.test/x", "evil.test#{{CLOUD_SECRET}}", "http://evil.test"),
      ("http://{{u}}api.test/x", "{{CLOUD_SECRET}}@evil.test/", "http://evil.test"),
      ("{{u}}api.test/x", "https://evil.test:444/{{CLOUD_SECRET}}", "https://evil.test:444"),
      ("http://{{u}}", "api.test/{{CLOUD_SECRET}}", "http://api.test"),
    ])
  func cut(url: String, value: String, receiver: String) throws {
    #expect(try receivers(url, variables: [Row("u", value)]) == [receiver])
    let login = Authentication(
      .oauth2,
      [
        .init("accessTokenUrl", url), .init("credentials.clientId", "me"),
        .init("credentials.clientSecret", "{{CLOUD_SECRET}}"),
      ])
    let definition = RequestDefinition(
      name: "x", url: "http://api.test", authentication: login, variables: [Row("u", value)])
    let asked = try sample.refused(definition).map(\.receiver)
    #expect(!asked.isEmpty && asked.allSatisfy { $0.hasPrefix(receiver) }, "\(asked)")
  }

  @Test("A consent does not follow a variable of the collection to another host, whatever else its value contains")
  func change() throws {
    func definition(_ value: String) -> RequestDefinition {
      RequestDefinition(name: "x", url: "http://{{u}}", headers: header, variables: [Row("u", value)])
    }
    try sample.allow(sample.refused(definition("api.test/{{CLOUD_SECRET}}")))
    #expect(try sample.refused(definition("api.test/other/{{CLOUD_SECRET}}")).isEmpty)
    #expect(try !sample.refused(definition("evil.test/{{CLOUD_SECRET}}")).isEmpty)
    #expect(try !sample.refused(definition("{{CLOUD_SECRET}}.api.test/")).isEmpty)
  }

  @Test("A generated value is the same in the consent and in the request")
  func dynamic() throws {
    let url = "http://127.0.0.1:710{{$randomInt 1 3}}/x"
    try sample.allow([UserValueUse(.variable("CLOUD_SECRET"), to: "http://127.0.0.1:7101")])
    let definition = RequestDefinition(name: "x", url: url, headers: header)
    let context = try sample.context()
    var sent = 0
    for _ in 0..<100 {
      // Refused values are not sent anywhere.
      guard let prepared = try? PreparedRequest(definition, in: context) else { continue }
      #expect(prepared.request.url.hasPrefix("http://127.0.0.1:7101/"))
      sent += 1
    }
    #expect(sent > 0 && sent < 100)
  }

  @Test("Variables named by --var have consent; variables in a collection's value do not")
  func typed() throws {
    let variables = [Row("base", "{{CLOUD_SECRET}}")]
    for (value, isAsked) in [("a-{{base}}", true), ("a-{{CLOUD_SECRET}}", false), ("{{base}}{{CLOUD_SECRET}}", false)] {
      let context = try sample.context(given: ["v": value])
      let definition = RequestDefinition(name: "x", url: "http://api.test/?{{v}}", variables: variables)
      #expect(try sample.refused(definition, in: context).isEmpty != isAsked, "\(value)")
    }
  }

  @Test("A stored secret in a host is shown by its name, also behind a variable of the collection")
  func stored() throws {
    try sample.folder.write("c/environments/e.yml", "variables:\n  - {secret: true, name: key}\n")
    _ = try sample.workspace.changeEnvironment(named: "e", of: sample.workspace.path) { $0.set("key", to: "st0red") }
    let context = try sample.context(environment: "e")
    for url in ["http://{{key}}.test/x", "http://{{u}}/x"] {
      #expect(
        try receivers(url, variables: [Row("u", "{{key}}.test")], in: context) == ["http://{{key}}.test"], "\(url)")
    }
  }

  @Test(
    "A consent names scheme, host and port, as the sender parses them, and nothing else of the URL",
    arguments: [
      " http://api.good.test:443@127.0.0.1:29402/{{CLOUD_SECRET}}",
      "//api.good.test:443@127.0.0.1:29402/{{CLOUD_SECRET}}",
      "api.good.test:443@127.0.0.1:29402/?x=://{{CLOUD_SECRET}}", "\t//{{CLOUD_SECRET}}@127.0.0.1:29402",
      " HTTP://127.0.0.1:29402#{{CLOUD_SECRET}}",
    ])
  func written(url: String) throws {
    #expect(try receivers(url) == ["http://127.0.0.1:29402"])
    let token = ["CLOUD_SECRET": "t"]
    let definition = RequestDefinition(name: "x", url: url, headers: header)
    let sent = try PreparedRequest(definition, in: try sample.context(given: token, process: [:]))
    #expect(sent.request.url.lowercased().hasPrefix("http://127.0.0.1:29402"), "\(sent.request.url)")
  }

  @Test(
    "A request to a URL without a host is refused without asking", arguments: ["/x", "http:/x", "http://"])
  func nowhere(url: String) throws {
    let definition = RequestDefinition(name: "x", url: url, headers: header)
    #expect {
      try sample.refused(definition)
    } throws: {
      "\($0)".contains("has no host") && !"\($0)".contains("\u{FFFB}")
    }
  }

  @Test("A refusal before consent quotes no value of a process variable")
  func quoted() throws {
    let method = RequestDefinition(name: "x", method: "{{process.env.HOME}}", url: "http://h/")
    let url = RequestDefinition(name: "x", url: "{{process.env.HOME}}/x")
    for definition in [method, url] {
      #expect {
        try sample.refused(definition)
      } throws: {
        "\($0)".contains("{{process.env.HOME}}") && !"\($0)".contains("/home/me")
      }
    }
  }

  @Test("A host in another script is shown as it is looked up")
  func script() throws {
    #expect(try receivers("https://\u{430}pi.test/x") == ["https://xn--pi-6kc.test"])
  }

  @Test("A process variable that provides the host is shown by its name")
  func own() throws {
    let process = ["CLOUD_SECRET": "v4lue-of-mine", "BASE": "https://mine.test/v1", "PLACE": "mine.test:81"]
    let context = try sample.context(process: process)
    #expect(try receivers("{{BASE}}/x", in: context) == ["{{BASE}}"])
    #expect(try receivers("http://{{PLACE}}/x", in: context) == ["http://{{PLACE}}"])
    #expect(try receivers("{{PLACE}}/x", in: context) == ["{{PLACE}}"])
  }
}
