import TestSupport
import Testing

/// An invalid command line is reported on one line, with the documented exit status and the next step.
@Suite struct WrongInvocationTests {
  @Test(
    "Usage errors are one line with the right status",
    arguments: [
      ("--nonsense", 2, "'--nonsense'"), ("json fmt a b", 2, "'b'"),
      ("json fmt --indent x", 2, "--indent"), ("json fmt --indent 99", 2, "--indent"),
      ("frobnicate", 3, "no folder and no command is named frobnicate"), ("help nope", 2, "there is no command nope"),
      ("sned x", 3, "did you mean `apus send`?"), ("help snd", 2, "did you mean send?"),
      ("http://localhost:1/x", 3, "`apus send http://localhost:1/x` sends it"),
      ("send", 2, "Missing expected argument '<target>'; see `apus send --help`"),
      ("send nope", 3, "no request nope"), ("send x/Saves", 3, "; did you mean saved?"),
      ("export curl Save", 3, "; did you mean saved?"),
      ("send saved -e nope", 3, "no environment named \"nope\"; known: live, local"),
      ("send http://", 4, "has no host"),
      ("send ftp://127.0.0.1/x", 4, "scheme 'ftp' is not supported"), ("send file:///etc/passwd", 4, "'file'"),
      ("export curl . -H a:b", 2, ". is a folder"), ("send ..", 2, ".. is a folder"),
      ("export curl ../nowhere", 3, "no request ../nowhere"), ("send localhost:1/x -w /nothing", 3, "/nothing"),
      ("send http://127.0.0.1:1/", 5, "Could not connect"), ("send http://h/ -H bad", 2, "write -H 'Name: value'"),
      ("send http://h/ --max-time abc", 2, "'abc' is invalid for '--max-time <seconds>'; see"),
      ("send http://h/ --http 9", 2, "--http takes 1.0, 1.1, 2 or 3"),
      ("send saved -p foo", 2, "foo sets no parameter; write NAME=VALUE"), ("send http://h/ --var x", 2, "NAME=VALUE"),
      ("send http://h/{{x}}", 4, "--var x="), ("send http://h/ -d @nothing", 3, "cannot read nothing"),
      ("send http://h/ -d @environments", 3, "cannot read environments: Is a directory"),
      ("import environments", 1, "environments is a folder without bruno.json"),
      ("send http://h/ --query $[", 2, "character 3"),
      ("send saved --envs local", 2, "--envs takes several environments"),
      ("send saved --envs local,nope", 3, "nope"), ("send saved --envs a,b -o f", 2, "--envs prints several answers"),
      ("run --dry-run --json", 2, "--dry-run sends nothing: of the options of a run it takes"),
      ("run --reveal-secrets", 2, "--reveal-secrets needs --dry-run"),
      ("send http://h/ --dry-run --json", 2, "--dry-run has no answer: it excludes --json"),
      ("run nothere", 3, "no folder and no request is named nothere; `apus list`"),
      ("run --tag none -e local", 3, "no request has these tags"),
      ("run --report xml -e local", 2, "there is no report xml"),
      ("run --parallel 0", 2, "1 to 256"), ("run -e nope", 3, "nope"), ("list nope", 3, "nope"),
      ("export pdf x", 2, "choose one of curl, har, http, hurl, postman, json, k6, code; see"),
      ("export code http://a.test", 2, "code, and only code, takes --lang: one of apus, httpie, wget"),
      ("export code http://a.test --lang curl", 2, "There is no language curl; `apus export curl` writes it"),
      ("export code http://a.test --lang cobol", 2, "There is no language cobol; --lang takes apus, httpie, wget"),
      ("export code http://a.test --lang pyton-httpx", 2, "no language pyton-httpx; did you mean python-httpx?"),
      ("export code http://a.test --lang python", 2, "no language python; did you mean python-requests?"),
      ("export curl http://a.test --lang go", 2, "code, and only code, takes --lang"),
      ("completion tcsh", 2, "choose one of bash, zsh, fish; see"), ("import nothing", 3, "cannot read nothing"),
      ("import saved.yml", 1, "set it with --from"), ("import saved.yml --from x", 2, "--from takes one of"),
      ("env show nope", 3, "no environment nope"), ("env set local x", 2, "x=VALUE"),
      ("history show nope", 3, "history list"), ("json fmt nothing", 3, "cannot read nothing"),
      ("json check saved.yml", 1, "line 1"), ("query $[ saved.yml", 2, "character 3"), ("curl", 2, "needs a URL"),
      ("curl --nope", 2, "no option --nope"), ("demo --port 99999", 2, "not a port"),
      ("doctor x", 2, "Unexpected argument"),
    ])
  func reports(line: String, status: Int, words: String) async throws {
    let sample = try Sample(url: "http://127.0.0.1:1", requests: ["saved": Sample.request()])
    let result = try await sample.program.run(line.split(separator: " ").map(String.init))
    #expect(Int(result.status) == status, "\(result.error)")
    #expect(result.error.hasPrefix("apus: ") && result.error.split(separator: "\n").count == 1, "\(result.error)")
    #expect(result.error.contains(words), "\(result.error)")
    #expect(result.output.isEmpty)
  }

  @Test(
    "An argument that is not UTF-8 is rejected, because Swift would change it",
    arguments: [
      "send http://127.0.0.1:1/ -d", "export curl saved -e local -H", "import", "env set local", "query $", "",
    ])
  func misencoded(words: String) async throws {
    let sample = try Sample(url: "http://127.0.0.1:1", requests: ["saved": Sample.request()])
    let result = try await sample.program.shell("apus \(words.replacing("$", with: "'$'")) \"$(printf 'X:\\377')\"")
    #expect(result.status == 2 && result.output.isEmpty, "\(result.error)")
    let place = words.split(separator: " ").count + 1
    #expect(result.error.hasPrefix("apus: argument \(place) is not UTF-8"), "\(result.error)")
    #expect(result.error.split(separator: "\n").count == 1)
  }

  @Test(
    "A malformed argument is reported without its credentials",
    arguments: [
      ["send", "http://u:longPassw0rd@127.0.0.1:99999/"], ["send", "http://u:longPassw0rd@[bad/"],
      ["export", "curl", "ftp://u:longPassw0rd@h/"], ["send", "http:/u:longPassw0rd@h/"],
      ["send", "http://127.0.0.1:99999/?api_key=longPassw0rd&x=1"], ["curl", "http://u:longPassw0rd@h o/"],
      ["curl", "u:longPassw0rd@h o/"], ["curl", "http://u:longPassw0rd@[bad/"], ["curl", "ftp://u:longPassw0rd@h/"],
      ["curl", "http://127.0.0.1:1/ -u a:longPassw0rd"], ["send", "http:///u:longPassw0rd@h/"],
      ["send", "http://h/", "-H", "Authorization Bearer longPassw0rd"],
      ["send", "http://h/", "-H", "X-Api-Key=longPassw0rd"], ["send", "http://h/", "-H", ": longPassw0rd"],
      ["send", "http://h/", "--var", "token longPassw0rd"], ["curl", "http://h/", "-F", "token longPassw0rd"],
    ])
  func credentials(words: [String]) async throws {
    let result = try await Program().run(words)
    #expect(result.status != 0 && result.error.hasPrefix("apus: "), "\(result.error)")
    #expect(!result.error.contains("longPassw0rd"), "\(result.error)")
  }

  @Test("An ambiguous name sends nothing, and both requests are named", arguments: ["send", "export curl"])
  func ambiguous(command: String) async throws {
    let sample = try Sample(
      url: "http://127.0.0.1:1", requests: ["a/one": Sample.request(name: "Get"), "b/two": Sample.request(name: "Get")])
    let words = command.split(separator: " ").map(String.init)
    let result = try await sample.program.run(words + ["Get", "-e", "local"])
    #expect(result.status == 2)
    #expect(result.error.hasPrefix("apus: Get names 2 requests: ") && result.error.hasSuffix("; choose one\n"))
    #expect(result.error.contains("/a/one, ") && result.error.contains("/b/two;"), "\(result.error)")
  }
}
