import Foundation
import TestSupport
import Testing

@Suite struct ExportCommandTests {
  @Test(
    "An exported command sends the same bytes through the real curl as send does",
    arguments: [
      ["-X", "GET"], ["-d", "a=1&b=$(touch pwned)"], ["--json-body", #"{"q": "it's \"quoted\" `x` \\ $HOME !"}"#],
      ["-H", "X-Twice: a", "-H", "X-Twice: b", "-H", "x-lower: é"], ["-H", "Accept:", "-H", "X-Empty;"],
      ["-X", "BREW", "-H", "User-Agent: other"], ["-H", "X-A:1", "-H", "X-A: 2", "-H", "Authorization:Basic YTpi"],
      ["-X", "POST", "-d", "@body"], ["-X", "HEAD"],
    ])
  func sameBytes(options: [String]) async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let folder = try TemporaryDirectory()
    try folder.write("body", [0, 1, 0xff, 0x27, 0x24])
    let program = Program(in: folder.path)
    for path in ["/a%20b?x=1&y=[2]&z={a,b}", "/../dots/./here", "/?q=%zz|é"] {
      let target = server.url + path
      let sent = try await program.run(["send", target] + options)
      #expect(sent.status == 0, "\(sent.error)")
      let exported = try await program.run(["export", "curl", target, "--exact", "--reveal-secrets"] + options)
      #expect(exported.status == 0, "\(exported.error)")
      let shell = try await program.run(path: "/bin/sh", input: exported.output)
      #expect(shell.status == 0, "\(exported.text)\n\(shell.error)")
    }
    let requests = server.requests
    #expect(requests.count == 6)
    for index in stride(from: 0, to: requests.count - 1, by: 2) {
      #expect(Self.canonical(requests[index]) == Self.canonical(requests[index + 1]))
      #expect(requests[index].body == requests[index + 1].body)
    }
    #expect(!folder.files().contains("pwned"))
  }

  /// The head with its fields sorted by name; fields with the same name keep their order. curl has its own order for
  /// fields that it has options for.
  private static func canonical(_ request: CapturedRequest) -> [String] {
    let lines = request.headText.split(separator: "\r\n").map(String.init)
    let fields = lines.dropFirst().enumerated().sorted { left, right in
      (WireRequest.name(of: left.element), left.offset) < (WireRequest.name(of: right.element), right.offset)
    }
    return lines.prefix(1) + fields.map(\.element)
  }

  @Test("Each shell has its own quoting, and variables can be kept")
  func shells() async throws {
    let sample = try Sample(url: "http://127.0.0.1:9", requests: ["a": Sample.request("GET", "{{base_url}}/x?q=it's")])
    let bash = try await sample.program.run("export", "curl", "a", "-e", "local", "--shell", "bash")
    #expect(bash.status == 0, "\(bash.error)")
    let cmd = try await sample.program.run("export", "curl", "a", "-e", "local", "--shell", "cmd")
    #expect(cmd.status == 0 && cmd.text != bash.text)
    let shell = try await sample.program.run("export", "curl", "a", "-e", "local", "--variables", "shell")
    #expect(shell.text.contains("base_url") && !shell.text.contains("127.0.0.1"), "\(shell.text)")
    #expect(try await sample.program.run("export", "curl", "a", "--shell", "tcsh").status == 2)
  }

  @Test("Values of other answers come from the history; a missing one is reported with the reason and next step")
  func chained() async throws {
    let server = try AnsweringServer { request in
      request.target == "/gone"
        ? Answer.text("", status: "404 Not Found")
        : Answer.json(#"{"access_token": "tok-en-0123456789", "id": "order-77"}"#)
    }
    defer { server.stop() }
    func uses(_ reference: String) -> String {
      Sample.request("GET", "{{base_url}}/x", headers: [("X-Value", "{{\(reference)}}")])
    }
    let sample = try Sample(
      url: server.url,
      requests: [
        "login": Sample.request("GET", "{{base_url}}/login"), "gone": Sample.request("GET", "{{base_url}}/gone"),
        "masked": uses("login | $.access_token"), "plain": uses("login | $.id"), "nowhere": uses("login | $.no"),
        "old": uses("login | $.id | 0s"), "failed": uses("gone | status"),
      ])
    func export(_ words: String...) async throws -> Program.Result {
      try await sample.program.run(["export", "curl"] + words + ["-e", "local", "--reveal-secrets"])
    }
    let unsent = try await export("masked")
    #expect(unsent.status == 4 && unsent.error.contains("has not been sent yet under local; send it first"))
    for name in ["login", "gone"] { _ = try await sample.program.run("send", name, "-e", "local") }
    let plain = try await export("plain")
    #expect(plain.status == 0 && plain.text.contains("X-Value: order-77"), "\(plain.error)")
    let masked = try await export("masked")
    #expect(masked.status == 4 && masked.error.contains("the history has it masked"), "\(masked.error)")
    #expect(!masked.error.contains("send it first") && masked.error.contains("--var 'login | $.access_token=…'"))
    let given = try await export("masked", "--var", "login | $.access_token=tok-en-0123456789")
    #expect(given.status == 0 && given.text.contains("X-Value: tok-en-0123456789"), "\(given.error)")
    #expect(try await export("nowhere").error.contains("has no value there"))
    #expect(try await export("old").error.contains("is too old; send it again"))
    #expect(try await export("failed").error.contains("has not succeeded yet under local; send it again"))
    // A folder export names each omitted item.
    let all = try await export(".")
    #expect(all.text.contains("order-77") && all.error.contains("the history has it masked"), "\(all.error)")
  }

  @Test("A command with masked secrets says so, and how to reveal them")
  func masked() async throws {
    let sample = try Sample(url: "http://127.0.0.1:9")
    let program = sample.program
    for target in ["http://h/?token=s3cr3t-value", "http://u:s3cr3t-value@h/"] {
      let masked = try await program.run("export", "curl", target)
      #expect(!masked.text.contains("s3cr3t-value"))
      #expect(masked.error == "apus: secrets are masked; --reveal-secrets writes them\n", "\(masked.text)")
      let whole = try await program.run("export", "curl", target, "--reveal-secrets")
      #expect(whole.text.contains("s3cr3t-value") && whole.error.isEmpty)
    }
    #expect(try await sample.program.run("export", "curl", "http://h/").error.isEmpty)
  }

  @Test("An HTTP archive can be imported again")
  func archive() async throws {
    let folder = try TemporaryDirectory()
    let program = Program(in: folder.path)
    let exported = try await program.run("export", "har", "http://h/a?b=c", "-X", "PUT", "-d", "x=1", "-o", "a.har")
    #expect(exported.status == 0, "\(exported.error)")
    let model = try await program.run("import", "a.har", "--json").json()
    #expect(model["items"][0]["method"].string == "PUT")
    #expect(model["items"][0]["url"].string == "http://h/a?b=c")
  }

  @Test("Secrets are masked by default")
  func secrets() async throws {
    let sample = try Sample(
      url: "http://127.0.0.1:9",
      requests: ["a": Sample.request("GET", "{{base_url}}/", headers: [("Authorization", "Bearer {{token}}")])])
    let masked = try await sample.program.run("export", "curl", "a", "-e", "local", "--var", "token=s3cret")
    #expect(masked.status == 0, "\(masked.error)")
    #expect(!masked.text.contains("s3cret"))
    let shown = try await sample.program.run(
      "export", "curl", "a", "-e", "local", "--var", "token=s3cret", "--reveal-secrets", "-o", "c.sh")
    #expect(shown.output.isEmpty)
    #expect(try sample.folder.readText("c.sh").contains("Bearer s3cret"))
  }

  @Test(arguments: ["curl", "har", "http", "postman"])
  func `An empty collection or folder is reported.`(format: String) async throws {
    let folder = try TemporaryDirectory("empty")
    try folder.write("opencollection.yml", "info: {name: Shop}\n")
    try folder.write("users/folder.yml", "info: {name: Users}\n")
    let isOne = ["curl", "har"].contains(format)
    for (target, name) in [(".", "Shop"), ("Shop", "Shop"), ("users", "Users")] {
      let result = try await Program(in: folder.path).run("export", format, target)
      #expect(result.status == (isOne ? 3 : 0))
      #expect(result.error.contains("\(name) has no requests"), "\(target): \(result.error)")
      #expect(!result.error.contains("no request "))
    }
  }

  @Test func `A collection given instead of a request is reported as one.`() async throws {
    let folder = try TemporaryDirectory("named")
    try folder.write("opencollection.yml", "info: {name: Shop}\n")
    try folder.write("a.yml", "info: {name: A, type: http}\nhttp: {method: GET, url: 'http://h/'}\n")
    let result = try await Program(in: folder.path).run("send", "Shop")
    #expect(result.status == 2 && result.error.contains("Shop is a folder"), "\(result.error)")
  }
}

@Suite struct ExportFolderCommandTests {
  private static let urls = [
    "users/one": "{{base_url}}/one", "users/two": "{{missing}}/two", "users/deep/three": "{{base_url}}/three",
  ]

  private func sample(at url: String, without left: String = "") throws -> Sample {
    try Sample(
      url: url,
      requests: Self.urls.filter { $0.key != left }.mapValues {
        Sample.request("GET", $0, headers: [("Authorization", "Bearer s3cr3t-of-mine")])
      })
  }

  @Test func `A folder becomes one script, whose curl commands run in tree order.`() async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let sample = try sample(at: server.url, without: "users/two")
    let result = try await sample.program.run("export", "curl", "users", "-e", "local", "--reveal-secrets")
    #expect(result.status == 0, "\(result.error)")
    #expect(result.text.hasPrefix("# users/"), "\(result.text)")
    let shell = try await sample.program.run(path: "/bin/sh", input: result.output)
    #expect(shell.status == 0, "\(shell.error)")
    #expect(Set(server.requests.map(\.target)) == ["/one", "/three"])
  }

  @Test func `As code, a folder becomes a folder of programs, named like its requests.`() async throws {
    let sample = try sample(at: "http://127.0.0.1:9", without: "users/two")
    try sample.folder.write("users/again.yml", try sample.folder.readText("users/one.yml"))
    let out = try TemporaryDirectory("out")
    let result = try await sample.program.run(
      "export", "code", "users", "--lang", "go", "-e", "local", "-o", out.path("go"))
    #expect(result.status == 0 && result.error.contains("3 files in"), "\(result.error)")
    let names = out.files().filter { $0.hasSuffix(".go") }
    #expect(names.count == 3 && names.contains { $0.contains("go/deep/") }, "\(names)")
    #expect(try names.allSatisfy { try out.readText($0).hasPrefix("package main") })
    #expect(!result.text.contains("package"))

    let one = try await sample.program.run(
      "export", "code", "users", "--lang", "go", "-e", "local", "-o", out.path("all.go"))
    #expect(one.status == 0, "\(one.error)")
    #expect(try out.readText("all.go").split(separator: "package main").count == 4)

    try out.write("taken", "mine")
    let refused = try await sample.program.run(
      "export", "code", "users", "--lang", "go", "-e", "local", "-o", out.path("taken"))
    #expect(refused.status == 3 && refused.error.contains("taken"), "\(refused.error)")
    #expect(try out.readText("taken") == "mine")
  }

  @Test(arguments: [["curl"], ["har"], ["code", "--lang", "go"]])
  func `A request that cannot be built is reported, and the others are exported with masked secrets.`(
    form: [String]
  ) async throws {
    let sample = try sample(at: "http://127.0.0.1:9")
    for target in ["users", "."] {
      let result = try await sample.program.run(["export"] + form + [target, "-e", "local"])
      #expect(result.status == 4)
      #expect(result.error.contains("not exported: users/two: "), "\(result.error)")
      #expect(result.text.contains("/one") && result.text.contains("/three"), "\(result.text)")
      #expect(!result.text.contains("s3cr3t-of-mine") && result.error.contains("secrets are masked"))
    }
  }

  @Test(arguments: [["curl"], ["curl", "--exact"], ["har"], ["code", "--lang", "go"]])
  func `A token that only a send can fetch is reported as missing.`(words: [String]) async throws {
    let request = """
      info: {name: A, type: http}
      http:
        method: GET
        url: http://h/
        auth: {type: oauth2, flow: client_credentials, accessTokenUrl: "http://h/token", credentials: {clientId: c}}

      """
    let sample = try Sample(url: "http://h", requests: ["a": request])
    let result = try await sample.program.run(["export"] + words + ["a", "-e", "local"])
    #expect(result.status == 0 && result.error.contains("the OAuth 2.0 token is left out"), "\(result.error)")
  }

  @Test func `A folder's archive has an entry for each request, and is imported again.`() async throws {
    let sample = try sample(at: "http://127.0.0.1:9", without: "users/two")
    let program = sample.program
    let result = try await program.run("export", "har", "users", "-e", "local", "-o", "users.har")
    #expect(result.status == 0, "\(result.error)")
    let model = try await program.run("import", "users.har", "--json").json()
    #expect(Set(model["items"].array.compactMap { $0["url"].string }).count == 2, "\(model)")
  }

  @Test(arguments: [["curl"], ["har"], ["code", "--lang", "go"], ["json"], ["http"], ["k6"]])
  func `Unreadable items of a folder are reported, with a status for the incomplete export.`(
    form: [String]
  ) async throws {
    let sample = try sample(at: "http://127.0.0.1:9", without: "users/two")
    try sample.folder.write("users/\(Self.deep)/hidden.yml", Sample.request("GET", "{{base_url}}/hidden"))
    for target in ["users", "."] {
      let result = try await sample.program.run(["export"] + form + [target, "-e", "local"])
      #expect(result.status == 4, "\(result.error)")
      let warnings = result.error.split(separator: "\n").filter { $0.hasPrefix("apus: not exported: ") }
      #expect(warnings.count == 1 && warnings.allSatisfy { $0.contains("nested deeper than") }, "\(result.error)")
      #expect(result.text.contains("/one") && !result.text.contains("nested deeper"), "\(result.text)")
    }
    #expect(try await sample.program.run(["export"] + form + ["users/deep", "-e", "local"]).status == 0)
  }

  /// Deeper than the listing goes.
  private static let deep = Array(repeating: "d", count: 70).joined(separator: "/")

  @Test(arguments: [["curl"], ["json"]])
  func `A skipped link is reported, and the export counts as complete.`(form: [String]) async throws {
    let sample = try sample(at: "http://127.0.0.1:9", without: "users/two")
    let outside = try TemporaryDirectory("outside")
    try outside.write("more/three.yml", Sample.request("GET", "http://127.0.0.1:9/outside"))
    try sample.folder.link("users/more", to: outside.path("more"))
    let result = try await sample.program.run(["export"] + form + ["users", "-e", "local"])
    #expect(result.status == 0 && result.error.contains("not exported: \(sample.folder.path("users/more")): "))
    #expect(result.text.contains("/one") && !result.text.contains("outside"), "\(result.text)")
  }

  @Test func `Exported files follow no link below the named folder, and never write into a pipe.`() async throws {
    let sample = try sample(at: "http://127.0.0.1:9", without: "users/two")
    let victim = try TemporaryDirectory("victim")
    try victim.write("three.go", "mine\n")
    try FileManager.default.createDirectory(atPath: sample.folder.path("gen"), withIntermediateDirectories: true)
    try sample.folder.link("gen/deep", to: victim.path)
    let words = ["export", "code", "users", "--lang", "go", "-e", "local", "-o"]
    let result = try await sample.program.run(words + ["gen"])
    #expect(result.status == 3 && result.error.contains("gen/deep is a link, which is not followed"), "\(result.error)")
    let files = victim.files()
    let kept = try victim.readText("three.go")
    #expect(files == ["three.go"] && kept == "mine\n")

    // The folder itself, or one above it, may not be a link either.
    try sample.folder.link("out", to: victim.path)
    for place in ["out", "out/", "out/more", "./out/new.go"] {
      let refused = try await sample.program.run(words + [place])
      #expect(refused.status == 3 && refused.error.contains("points outside the workspace"), "\(refused.error)")
    }
    #expect(victim.files() == ["three.go"])

    // The file names are unchanged by the first export.
    let made = try await sample.program.run(words + ["pipes"])
    #expect(made.status == 0, "\(made.error)")
    let first = try #require(sample.folder.files().first { $0.hasPrefix("pipes/deep/") })
    try sample.folder.remove(first)
    mkfifo(sample.folder.path(first), 0o600)
    let refused = try await sample.program.run(words + ["pipes"])
    #expect(refused.status == 3 && refused.error.contains("not a regular file"), "\(refused.error)")
  }

  @Test func `A file that is not a request is reported once.`() async throws {
    let sample = try sample(at: "http://127.0.0.1:9")
    try sample.folder.write("users/two.yml", "info: [\n")
    let result = try await sample.program.run("export", "curl", "users", "-e", "local")
    #expect(result.status == 4 && result.error.components(separatedBy: "not exported").count == 2, "\(result.error)")
  }

  @Test func `Nothing is written if no request can be built.`() async throws {
    let sample = try sample(at: "http://127.0.0.1:9")
    let result = try await sample.program.run("export", "har", "users", "-o", "users.har")
    #expect(result.status == 4 && result.error.contains("nothing was exported"), "\(result.error)")
    #expect(!sample.folder.files().contains("users.har"))
  }

  @Test func `A request precedes a folder of its name, and single-request options affect no folder.`() async throws {
    var requests = ["users": Sample.request("GET", "{{base_url}}/itself")]
    requests["users/one"] = Sample.request("GET", "{{base_url}}/one")
    requests["more/one"] = Sample.request("GET", "{{base_url}}/one")
    let sample = try Sample(url: "http://127.0.0.1:9", requests: requests)
    let one = try await sample.program.run("export", "curl", "users", "-e", "local")
    #expect(one.text.contains("/itself") && !one.text.contains("/one"), "\(one.text)")
    let refused = try await sample.program.run("export", "curl", "more", "-e", "local", "-H", "X: y")
    #expect(refused.status == 2 && refused.error.contains("more is a folder"), "\(refused.error)")
  }

  @Test("A secret that is not allowed for its server is masked in written output, and revealing it needs consent")
  func maskedWithoutConsent() async throws {
    let sample = try Sample(
      url: "http://127.0.0.1:9",
      requests: [
        "a": Sample.request("GET", "{{base_url}}/x", headers: [("X-Key", "k {{token}}")]),
        "b": Sample.request("GET", "http://127.0.0.1:8/{{token}}"),
      ])
    let program = sample.program
    let set = try await program.run("env", "set", "local", "token", input: Array("s3cret-value\n".utf8))
    #expect(set.status == 0, "\(set.error)")
    let commands = [
      ["export", "curl", "a"], ["export", "curl", "b"], ["export", "har", "a"], ["export", "curl", "."],
      ["export", "code", "b", "--lang", "python-requests"], ["send", "a", "--dry-run"], ["send", "b", "--dry-run"],
      ["run", "--dry-run"],
    ]
    for words in commands {
      let masked = try await program.run(words + ["-e", "local"])
      #expect(masked.status == 0 && !masked.text.isEmpty, "\(words): \(masked.error)")
      let isReported = masked.error.contains("masked") || masked.error.contains("shown as ••••")
      #expect(!masked.text.contains("s3cret") && isReported, "\(words): \(masked.text)\(masked.error)")
      let revealed = try await program.run(words + ["-e", "local", "--reveal-secrets"])
      #expect(revealed.status == 4 && !revealed.text.contains("s3cret"), "\(words): \(revealed.text)")
      #expect(revealed.error.contains("apus allow"), "\(words): \(revealed.error)")
    }
    #expect(try await program.run("send", "a", "-e", "local").status == 4)
  }
}
