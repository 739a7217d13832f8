import Foundation
import TestSupport
import Testing

/// The completion scripts, run in their real shells.
@Suite struct CompletionTests {
  private static func sample() throws -> Sample {
    try Sample(url: "http://h", requests: ["users/get-user": Sample.request(), "users/list": Sample.request()])
  }

  /// The completions that bash offers for the last word.
  private func offered(_ words: [String], in sample: Sample) async throws -> [String] {
    let script = """
      export LC_ALL=C.UTF-8
      source <(apus completion bash)
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}; COMP_TYPE=9
      _apus "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    try sample.folder.write("complete.bash", script)
    let line = (["bash", "complete.bash"] + words).map { "'\($0)'" }.joined(separator: " ")
    let result = try await sample.program.shell(line)
    #expect(result.error.isEmpty, "\(words): \(result.error)")
    return result.lines.map { String($0).trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  @Test("In bash, commands, options, saved requests and environments are completed")
  func bash() async throws {
    let sample = try Self.sample()
    #expect(try await offered(["apus", "ru"], in: sample) == ["run"])
    #expect(try await offered(["apus", "send", "users/ge"], in: sample) == ["users/get-user"])
    #expect(try await offered(["apus", "send", "users/list", "--env", "li"], in: sample) == ["live"])
    #expect(try await offered(["apus", "run", "users/l"], in: sample) == ["users/list"])
    #expect(try await offered(["apus", "export", "hu"], in: sample) == ["hurl"])
    #expect(try await offered(["apus", "env", "show", "lo"], in: sample) == ["local"])
    #expect(try await offered(["apus", "send", "--no-enc"], in: sample) == ["--no-encode-url"])
    #expect(try await offered(["apus", "import", "--from", "po"], in: sample) == ["postman"])
  }

  @Test("In bash, names with blanks, quotes and shell characters are offered literally and never run")
  func names() async throws {
    let names = ["users/hello wörld", "users/$(touch pwned)", "users/`touch pwned`", "users/it's \"so\"", "日本/a;b"]
    let sample = try Sample(
      url: "http://h", requests: Dictionary(uniqueKeysWithValues: names.map { ($0, Sample.request()) }))
    let quoted = [
      "users/hello\\ wörld", "users/\\$\\(touch\\ pwned\\)", "users/\\`touch\\ pwned\\`",
      "users/it\\'s\\ \\\"so\\\"", "日本/a\\;b",
    ]
    #expect(try await Set(offered(["apus", "send", ""], in: sample)) == Set(quoted))
    #expect(try await offered(["apus", "send", "users/hello\\ w"], in: sample) == ["users/hello\\ wörld"])
    #expect(try await offered(["apus", "send", "\"users/$"], in: sample) == ["users/\\$(touch pwned)"])
    #expect(try await offered(["apus", "send", "日"], in: sample) == ["日本/a\\;b"])
    #expect(!FileManager.default.fileExists(atPath: "\(sample.folder.path)/pwned"))
  }

  @Test("In bash, a completion is inserted as one word")
  func bashPrompt() async throws {
    let sample = try Sample(url: "http://h", requests: ["users/`touch pwned` it's $HOME": Sample.request()])
    let path = URL(fileURLWithPath: try Program.path()).deletingLastPathComponent().path
    try sample.folder.write(
      ".bashrc",
      "PATH='\(path)':$PATH; cd '\(sample.folder.path)'; source <(apus completion bash); PS1='ready> '\n"
        + "apus() { if [[ -n $SAP_SHELL ]]; then command apus \"$@\"; else printf 'got <%s>\\n' \"$2\"; fi; }\n")
    let terminal = try PseudoTerminal(
      "/bin/bash", ["--rcfile", "\(sample.folder.path)/.bashrc", "-i"], columns: 120,
      environment: ["HOME": sample.folder.path])
    try terminal.waitForOutput("ready> ")
    terminal.type("apus send us\t\r")
    try terminal.waitForOutput("got <users/`touch pwned` it's $HOME>")
    #expect(!FileManager.default.fileExists(atPath: "\(sample.folder.path)/pwned"))
    terminal.type("exit\r")
  }

  @Test("In zsh, a saved request and an environment are completed at the prompt")
  func zsh() async throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/zsh") else {
      try Test.cancel("no zsh: its completion is not tested")
    }
    let sample = try Self.sample()
    let script = try await sample.program.run("completion", "zsh")
    try sample.folder.write("functions/_apus", script.output)
    let path = URL(fileURLWithPath: try Program.path()).deletingLastPathComponent().path
    try sample.folder.write(
      ".zshrc",
      "path=('\(path)' $path); fpath=('\(sample.folder.path)/functions' $fpath); cd '\(sample.folder.path)'\n"
        + "autoload -Uz compinit; compinit -u -D; PS1='ready> '\n")
    let terminal = try PseudoTerminal(
      "/usr/bin/zsh", ["-i"], columns: 120, environment: ["ZDOTDIR": sample.folder.path, "HOME": sample.folder.path])
    try terminal.waitForOutput("ready> ")
    terminal.type("apus send users/ge\t")
    try terminal.waitForOutput("t-user")
    terminal.type("--env li\t")
    try terminal.waitForOutput("ve")
    terminal.type("\u{3}\u{4}exit\r")
  }

  @Test("In fish, a saved request and an environment are completed at the prompt")
  func fish() async throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/fish") else {
      try Test.cancel("no fish: its completion is not tested")
    }
    let sample = try Self.sample()
    let script = try await sample.program.run("completion", "fish")
    try sample.folder.write(".config/fish/completions/apus.fish", script.output)
    let path = URL(fileURLWithPath: try Program.path()).deletingLastPathComponent().path
    let start = """
      set -g fish_greeting; fish_add_path -gP '\(path)'; cd '\(sample.folder.path)'
      function fish_prompt; echo 'ready> '; end
      """
    let terminal = try PseudoTerminal(
      "/usr/bin/fish", ["-i", "-C", start], columns: 120, environment: ["HOME": sample.folder.path])
    try terminal.waitForOutput("ready> ")
    terminal.type("apus send users/ge\t")
    try terminal.waitForOutput("users/get-user")
    terminal.type("--env li\t")
    try terminal.waitForOutput("live")
    terminal.type("\u{3}\u{4}")
  }

  @Test("Every option name is valid in fish")
  func optionNames() async throws {
    let script = try await Program().run("completion", "fish")
    let lines = script.lines.filter { $0.contains("__apus_parse_subcommand") }
    #expect(!lines.isEmpty)
    for line in lines {
      #expect(!line.split(separator: "'").contains { $0.contains(".") }, "\(line)")
    }
  }
}
