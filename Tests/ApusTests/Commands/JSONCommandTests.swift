import TestSupport
import Testing

@Suite struct JSONCommandTests {
  @Test("Formatting and minifying keep strings and numbers unchanged; checking prints nothing")
  func styles() async throws {
    let text = Array(#"{"a":[1.50,1e400,-0],"ü":"\u00e9\/"}"#.utf8)
    let formatted = try await Program().run("json", "fmt", input: text)
    #expect(formatted.text == "{\n  \"a\": [\n    1.50,\n    1e400,\n    -0\n  ],\n  \"ü\": \"\\u00e9\\/\"\n}\n")
    let wide = try await Program().run("json", "fmt", "--indent", "4", "-", input: Array("[1]".utf8))
    #expect(wide.text == "[\n    1\n]\n")
    let shortened = try await Program().run("json", "min", "-", input: formatted.output)
    #expect(shortened.output == text + [0x0a])
    let checked = try await Program().run("json", "check", "-", input: text)
    #expect(checked.status == 0)
    #expect(checked.output.isEmpty)
  }

  @Test("Invalid JSON exits with 1 and names line and column")
  func fault() async throws {
    let result = try await Program().run("json", "check", input: Array("[1,\n 2,,]".utf8))
    #expect(result.status == 1)
    #expect(result.error == "apus: standard input: line 2, column 4: expected a value, found ,\n")
  }

  @Test("A file is read; a missing one exits with 3")
  func files() async throws {
    let folder = try TemporaryDirectory()
    try folder.write("a.json", "[1, 2]")
    let program = Program(in: folder.path)
    #expect(try await program.run("json", "min", "a.json").text == "[1,2]\n")
    let missing = try await program.run("json", "min", "b.json")
    #expect(missing.status == 3)
    #expect(missing.error == "apus: cannot read b.json: No such file or directory\n")
  }

  @Test("Several documents are rejected without --lines")
  func sequences() async throws {
    let text = Array("{\"a\":1}\n{\"a\":2}\n".utf8)
    #expect(try await Program().run("json", "check", input: text).status == 1)
    #expect(try await Program().run("json", "min", "--lines", input: text).output == text)
  }

  @Test("A closed pipe ends the output quietly")
  func brokenPipe() async throws {
    let line = "yes 1 | head -n 300000 | apus json fmt --lines 2>error | head -n 1; cat error"
    let folder = try TemporaryDirectory()
    let result = try await Program(in: folder.path).shell(line)
    #expect(result.text == "1\n")
  }
}
