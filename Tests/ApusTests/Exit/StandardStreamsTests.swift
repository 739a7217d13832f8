import TestSupport
import Testing

/// A program started without a standard stream does not use its next file or connection in its place.
@Suite struct StandardStreamsTests {
  @Test(
    "Reading or writing a closed stream fails and affects nothing else",
    arguments: [
      ("apus list >&-", "apus: cannot write the output: Bad file descriptor\n"),
      ("apus json fmt - <&-", "apus: cannot read standard input: Bad file descriptor\n"),
    ])
  func closed(line: String, words: String) async throws {
    let sample = try Sample(url: "http://127.0.0.1:1", requests: ["saved": Sample.request()])
    let result = try await sample.program.shell(line)
    #expect(result.status == 3 && result.error == words, "\(result.error)")
  }

  #if os(Linux)
  @Test(
    "A full disk is reported with the file's name",
    arguments: [
      ("apus export http . -e local -o /dev/full", "/dev/full"), ("apus list >/dev/full", "the output"),
      ("apus run -e local --report json=list.json --report tap=/dev/full", "/dev/full"),
    ])
  func full(line: String, name: String) async throws {
    let sample = try Sample(url: "http://127.0.0.1:1", requests: ["saved": Sample.request()])
    let result = try await sample.program.shell(line)
    #expect(result.status == 3, "\(result.error)")
    #expect(result.error.hasSuffix("apus: cannot write \(name): No space left on device\n"), "\(result.error)")
  }
  #endif

  @Test("Without standard error, everything else works")
  func silent() async throws {
    let sample = try Sample(url: "http://127.0.0.1:1", requests: ["saved": Sample.request()])
    let shown = try await sample.program.shell("apus export http . -e local")
    let silent = try await sample.program.shell("apus export http . -e local 2>&-")
    #expect(silent.status == 0 && silent.output == shown.output && !shown.output.isEmpty)
  }
}
