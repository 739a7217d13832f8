import Testing

@Suite struct ParsingTests {
  @Test("--version prints the version and nothing else")
  func version() async throws {
    let result = try await Program().run("--version")
    #expect(result.text == "0.1.0\n")
    #expect(result.error.isEmpty)
    #expect(result.status == 0)
  }

  @Test(
    "Help goes to standard output and is a success",
    arguments: [["help"], ["--help"], ["help", "demo"], ["json", "fmt", "-h"]])
  func help(arguments: [String]) async throws {
    let result = try await Program().run(arguments)
    #expect(result.status == 0)
    #expect(result.text.hasPrefix("OVERVIEW: "))
    #expect(result.error.isEmpty)
  }

  @Test(
    "A wrong command line is one line on standard error and status 2",
    arguments: [
      ["--nonsense"], ["json", "fmt", "a", "b"], ["json", "fmt", "--indent", "x"],
      ["json", "fmt", "--indent", "99"], ["demo", "--port", "70000"], ["completion", "tcsh"],
    ])
  func wrong(arguments: [String]) async throws {
    let result = try await Program().run(arguments)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.error.hasPrefix("apus: "))
    #expect(result.error.split(separator: "\n").count == 1)
  }

  @Test("Each shell's completion script is one that the shell accepts", arguments: ["bash", "zsh", "fish"])
  func completion(shell: String) async throws {
    let result = try await Program().run("completion", shell)
    #expect(result.status == 0)
    #expect(result.text.contains("apus"))
    if shell == "bash" {
      let checked = try await Program().shell("apus completion bash | bash -n")
      #expect(checked.status == 0, "\(checked.error)")
    }
  }
}
