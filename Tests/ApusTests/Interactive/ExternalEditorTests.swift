import Testing

@testable import apus

@Suite("The external editor") struct OutsideEditorTests {
  private func arguments(_ environment: [String: String]) -> [String] {
    ExternalEditor(environment).arguments(for: "/tmp/a b.json")
  }

  @Test("VISUAL precedes EDITOR, blank values are ignored, and vi is the default")
  func names() {
    #expect(arguments(["VISUAL": "code --wait", "EDITOR": "ed"]) == ["code", "--wait", "/tmp/a b.json"])
    #expect(arguments(["VISUAL": "", "EDITOR": " nano\t-w "]) == ["nano", "-w", "/tmp/a b.json"])
    for environment in [[:], ["EDITOR": ""], ["VISUAL": " ", "EDITOR": "  \t"]] {
      #expect(arguments(environment) == ["vi", "/tmp/a b.json"])
    }
  }

  @Test("Quotes and variables work as in a shell", arguments: [#"/bin/echo "" -t"#, "/bin/echo '' -t"])
  func shell(editor: String) async throws {
    let arguments = arguments(["EDITOR": editor])
    #expect(arguments[0] == "/bin/sh" && ExternalEditor(["EDITOR": editor]).name == "/bin/echo")
    let result = try await Program().run(path: arguments[0], Array(arguments.dropFirst()))
    #expect(result.text == " -t /tmp/a b.json\n")
  }
}
