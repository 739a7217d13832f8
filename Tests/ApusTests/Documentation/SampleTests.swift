import DemoServer
import Foundation
import TestSupport
import Testing

/// Runs the samples of the documentation in a copy of the demo workspace, against the demo API.
@Suite("The samples of the documentation") struct SampleTests {
  /// A page, and the blocks of shell in it.
  struct Page: CustomTestStringConvertible {
    let name: String
    let samples: [String]
    /// Lines with an Apus command in a block that no test runs.
    let unrun: [String]
    var testDescription: String { name }

    init(_ name: String, _ text: String) {
      self.name = name
      var samples: [String] = []
      var unrun: [String] = []
      var language: Substring?
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        if line.hasPrefix("```") {
          let isEnd = language != nil
          language = isEnd ? nil : line.dropFirst(3)
          if language == "sh" { samples.append("") }
        } else if language == "sh" {
          samples[samples.count - 1] += line + "\n"
        } else if language != nil, line.hasPrefix("apus ") {
          unrun.append(String(line))
        }
      }
      self.samples = samples
      self.unrun = unrun
    }
  }

  static let pages: [Page] = {
    let root = Repository.root
    // An unreadable folder has no pages, which a test detects.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(root.path)/Documentation")) ?? []
    let paths = ["README.md"] + names.filter { $0.hasSuffix(".md") }.sorted().map { "Documentation/\($0)" }
    // As above.
    return paths.compactMap { path in
      (try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)).map { Page(path, $0) }
    }
  }()

  @Test(
    "Every sample of a page works as described, in order",
    arguments: pages.filter { !$0.samples.isEmpty })
  func samples(page: Page) async throws {
    let server = try await DemoServer.start(port: 0)
    let home = try TemporaryDirectory("home")
    let demo = "\(home.path)/demo"
    try FileManager.default.copyItem(atPath: "\(Repository.root.path)/Workspaces/demo", toPath: demo)
    let environment = "\(demo)/environments/local.yml"
    let local = try String(contentsOfFile: environment, encoding: .utf8)
    #expect(local.contains(Self.address))
    try local.replacing(Self.address, with: server.url).write(toFile: environment, atomically: true, encoding: .utf8)
    var program = Program(in: demo)
    program.variables = ["HOME": home.path]
    let script = page.samples.joined().replacing(Self.address, with: server.url)
    let result = try await program.shell("set -eu\n" + script)
    #expect(result.status == 0, "\(page.name): \(result.error)\n\(result.text.suffix(2_000))")
    #expect(!result.output.isEmpty)
    await server.stop()
  }

  @Test("User pages have samples, and all of them are run") func coverage() {
    let wanted = ["README.md", "Documentation/CommandLine.md", "Documentation/Files.md", "Documentation/Using.md"]
    #expect(wanted.filter { name in !Self.pages.contains { $0.name == name && !$0.samples.isEmpty } } == [])
    #expect(Self.pages.flatMap(\.unrun) == [])
  }

  @Test("Samples are found, and unmarked ones are detected") func reading() {
    let page = Page(
      "page", "text\n```sh\napus list\n# why\n```\n```\napus send x\n```\n```yaml\na: b\n```\napus prose\n")
    #expect(page.samples == ["apus list\n# why\n"] && page.unrun == ["apus send x"])
  }

  /// The default address of the demo API.
  private static let address = "http://127.0.0.1:4010"
}
