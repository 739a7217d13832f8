import Foundation
import TestSupport
import Testing

@Suite("The command config") struct ConfigCommandTests {
  private let home: TemporaryDirectory
  private let program: Program

  init() throws {
    home = try TemporaryDirectory("home")
    program = Program(in: home.path)
  }

  @Test("Config prints every key with its default and purpose, as a valid file")
  func printed() async throws {
    let printed = try await program.run("config")
    #expect(printed.status == 0 && printed.error.isEmpty)
    for line in ["theme: auto", "  timeout: 0", "  bodies: 64MB", "  processEnvironment: ask", "  motion: true"] {
      #expect(printed.text.contains("\n\(line) "), "\(line)")
    }
    try home.write(".config/apus/config.yml", printed.text)
    #expect(try await program.run("config", "--check").status == 0)
  }

  @Test("--path prints the location, even without a file")
  func path() async throws {
    #expect(try await program.run("config", "--path").text == home.path(".config/apus/config.yml") + "\n")
    var other = program
    other.variables = ["XDG_CONFIG_HOME": home.path("x")]
    #expect(try await other.run("config", "--path").text == home.path("x/apus/config.yml") + "\n")
    let check = try await program.run("config", "--check")
    #expect(check.status == 0 && check.text.contains("does not exist"))
  }

  @Test("--check reports each error in settings, keys and theme with its position, and exits with 1")
  func check() async throws {
    try home.write(
      ".config/apus/config.yml",
      "theme: mine\nkeys: own\nsend:\n  timeout: soon\nbindings: { zoom: x, send: x, sned: y }\n")
    try home.write(".config/apus/themes/mine.yml", "accnt: red\n")
    try home.write(".config/apus/keys/own.yml", "base: vim\nquit: nokey\n")
    let result = try await program.run("config", "--check")
    #expect(result.status == 1 && result.text.isEmpty)
    for fault in [
      "config.yml:4:12: `send.timeout` is `soon`", "there is no command `sned`", "x runs `zoom`, no longer `send`",
      "keys/own.yml:2:7: `nokey` is not a key", "themes/mine.yml:1:1: no theme has a `accnt`",
    ] { #expect(result.error.contains(fault), "\(fault) in \(result.error)") }
  }

  @Test("A missing theme or key file is reported at the setting that names it")
  func missingNames() async throws {
    try home.write(".config/apus/config.yml", "# mine\ntheme: 7\nkeys: 8\n")
    let result = try await program.run("config", "--check")
    #expect(result.status == 1)
    #expect(result.error.contains("config.yml:2:8: there is no theme `7`; `apus themes` lists them"), "\(result.error)")
    #expect(result.error.contains("config.yml:3:7: there is no file keys/8.yml"), "\(result.error)")
  }

  @Test("--edit creates a commented file, opens the editor, and then reports errors")
  func edit() async throws {
    var program = program
    let editor = try home.writeProgram("ed.sh", "#!/bin/sh\necho 'thme: dark' >> \"$1\"\n")
    program.variables = ["EDITOR": editor]
    let result = try await program.run("config", "--edit")
    #expect(result.status == 0 && result.error.contains("there is no setting `thme`; did you mean `theme`?"))
    let text = try home.readText(".config/apus/config.yml")
    #expect(text.contains("#theme: auto") && text.hasSuffix("thme: dark\n"))
    let mode = try FileManager.default.attributesOfItem(atPath: home.path(".config/apus/config.yml"))[.posixPermissions]
    #expect(mode as? Int == 0o600)
    // The editor of the settings takes precedence.
    let other = try home.writeProgram("other.sh", "#!/bin/sh\necho 'clipboard: osc52' > \"$1\"\n")
    try home.write(".config/apus/config.yml", "editor: { command: \(other) }\n")
    #expect(try await program.run("config", "--edit").status == 0)
    #expect(try home.readText(".config/apus/config.yml") == "clipboard: osc52\n")
    program.variables = ["EDITOR": "/no/such/editor"]
    let failed = try await program.run("config", "--edit")
    #expect(failed.status == 3 && failed.error.contains("could not be started"))
  }

  @Test func `Without an editor of the user, --edit needs a terminal`() async throws {
    let result = try await program.run("config", "--edit")
    #expect(result.status == 2 && result.error.hasPrefix("apus: vi needs a terminal; the file is "), "\(result.error)")
  }

  @Test("--commands lists the commands with their current keys")
  func commands() async throws {
    try home.write(".config/apus/config.yml", "bindings: { send: f9 }\n")
    let lines = try await program.run("config", "--commands").lines
    #expect(lines.contains { $0.hasPrefix("send ") && $0.contains("F9 ") && $0.hasSuffix("Send the request") })
    #expect(lines.contains { $0.hasPrefix("chooseTheme ") })
  }

  @Test("Usage errors are one line")
  func usage() async throws {
    let both = try await program.run("config", "--path", "--check")
    #expect(both.status == 2 && both.error.contains("Only one of --path, --edit, --check and --commands"))
    let keys = try await program.run("keys")
    #expect(keys.status == 2 && keys.error.contains("not a terminal"))
  }

  @Test("A send uses the settings and reports their errors, and -m overrides them")
  func sending() async throws {
    let server = try AnsweringServer { request in
      request.target == "/moved" ? Answer.redirect(302, to: "/there") : Answer.text("here")
    }
    let sample = try Sample(
      url: server.url, requests: ["moved": Sample.request("GET", "{{base_url}}/moved", name: "Moved")])
    var program = Program(in: sample.folder.path)
    program.variables = ["XDG_CONFIG_HOME": home.path("settings")]
    #expect(try await program.run("send", "moved", "-e", "local").text == "here")
    try home.write("settings/apus/config.yml", "send: { followRedirects: false, timout: 1 }\n")
    let sent = try await program.run("send", "moved", "-e", "local", "-i")
    #expect(sent.status == 0 && sent.text.contains("302"))
    #expect(sent.error.contains("config.yml:1:33: there is no setting `send.timout`; did you mean `timeout`?"))
    #expect(try await program.run("send", "moved", "-e", "local", "-L").text == "here")
    let run = try await program.run("run", ".", "-e", "local")
    #expect(run.text.contains("302") || run.error.contains("302"))
  }

  @Test func `In a pipe the list of themes has one name a line, and errors go to standard error.`() async throws {
    try home.write(".config/apus/themes/mine.yml", "accent: red\n")
    try home.write(".config/apus/themes/bad.yml", "accent: reddish\n")
    let run = try await program.run("themes")
    #expect(run.lines.prefix(5) == ["dark", "light", "contrast", "terminal", "catppuccin-latte"])
    #expect(run.lines.contains("tokyo-night") && run.lines.suffix(2) == ["bad", "mine"])
    #expect(run.error.contains("themes/bad.yml:1:9: `reddish` is not a colour"))
  }

  @Test func `A theme of the user's replaces the shipped one of the same name.`() async throws {
    try home.write(".config/apus/themes/nord.yml", "accent: reddish\n")
    let run = try await program.run("themes")
    #expect(run.lines.filter { $0 == "nord" } == ["nord"] && run.error.contains("themes/nord.yml:1:9"))
  }

  @Test func `The settings can name a shipped theme, and a missing one is an error.`() async throws {
    try home.write(".config/apus/config.yml", "theme: gruvbox-light\n")
    #expect(try await program.run("config", "--check").status == 0)
    try home.write(".config/apus/config.yml", "theme: gruvbocks\n")
    #expect(try await program.run("config", "--check").error.contains("there is no theme `gruvbocks`"))
  }
}
