import Testing

@testable import apus

@Suite("The editor outside") struct OutsideEditorTests {
  private func arguments(_ environment: [String: String]) -> [String] {
    OutsideEditor(environment).arguments(for: "/tmp/a b.json")
  }

  @Test("VISUAL goes before EDITOR, blank ones name nothing, and vi is there without either")
  func names() {
    #expect(arguments(["VISUAL": "code --wait", "EDITOR": "ed"]) == ["code", "--wait", "/tmp/a b.json"])
    #expect(arguments(["VISUAL": "", "EDITOR": " nano\t-w "]) == ["nano", "-w", "/tmp/a b.json"])
    for environment in [[:], ["EDITOR": ""], ["VISUAL": " ", "EDITOR": "  \t"]] {
      #expect(arguments(environment) == ["vi", "/tmp/a b.json"])
    }
  }

  @Test("Quotes and variables mean what they mean to a shell", arguments: [#"/bin/echo "" -t"#, "/bin/echo '' -t"])
  func shell(editor: String) async throws {
    let arguments = arguments(["EDITOR": editor])
    #expect(arguments[0] == "/bin/sh" && OutsideEditor(["EDITOR": editor]).name == "/bin/echo")
    let result = try await Program().run(path: arguments[0], Array(arguments.dropFirst()))
    #expect(result.text == " -t /tmp/a b.json\n")
  }
}
