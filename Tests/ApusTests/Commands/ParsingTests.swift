import TestSupport
import Testing

@Suite struct ParsingTests {
  @Test("--version prints only the version and the library")
  func version() async throws {
    let result = try await Program().run("--version")
    let lines = result.text.split(separator: "\n")
    #expect(lines.count == 2 && lines[0].hasPrefix("apus 0.1.0") && lines[1].hasPrefix("libcurl/"), "\(result.text)")
    #expect(result.error.isEmpty)
    #expect(result.status == 0)
  }

  @Test(
    "Help is printed on standard output with status 0",
    arguments: [["help"], ["--help"], ["help", "demo"], ["json", "fmt", "-h"]])
  func help(arguments: [String]) async throws {
    let result = try await Program().run(arguments)
    #expect(result.status == 0)
    #expect(result.text.hasPrefix("OVERVIEW: "))
    #expect(result.error.isEmpty)
  }

  @Test("Each shell accepts its completion script", arguments: ["bash", "zsh", "fish"])
  func completion(shell: String) async throws {
    let result = try await Program().run("completion", shell)
    #expect(result.status == 0)
    #expect(result.text.contains("apus"))
    if shell == "bash" {
      let checked = try await Program().shell("apus completion bash | bash -n")
      #expect(checked.status == 0, "\(checked.error)")
    }
  }

  @Test("The manual page names every command and formats without warnings")
  func manual() async throws {
    let page = try await Program().run("manual")
    #expect(page.status == 0, "\(page.error)")
    for name in ["send", "run", "export", "history list", "json fmt", "env set", "curl"] {
      #expect(page.text.contains(".SS apus \(name)\n"), "\(name)")
    }
    #expect(page.text.contains("\\fB\\-o\\fR, \\fB\\-\\-output\\fR"))
    let lines = page.text.split(separator: "\n")
    #expect(lines.allSatisfy { !$0.hasPrefix("'") } && page.text.utf8.allSatisfy { $0 < 0x80 })
    guard let groff = Tool.path("groff") else { try Test.cancel("no groff: the manual page is not formatted") }
    let shown = try await Program().run(path: groff, ["-ww", "-man", "-Tutf8", "-P-c"], input: page.output)
    #expect(shown.status == 0 && shown.error.isEmpty, "\(shown.error)")
    let words = shown.text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(words.contains("fish: apus completion fish > ~/.config/fish/completions/apus.fish"))
    #expect(shown.text.contains("The trusted authorities in place of the system's"))
    #expect(shown.text.contains("'Name:' removes it") && !shown.text.contains("\u{2019}"))
  }
}
