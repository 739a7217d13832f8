import Foundation
import TestSupport
import Testing

@Suite("Typical mistakes")
struct MistakeTests {
  private static let start = """
    import Foundation
    import Networking
    struct Order: Codable, Sendable { var total = 0 }
    struct Opaque: Sendable {}
    func use(_ client: Client) async throws { _ = try await client.get("/") }

    """

  /// A function for each mistake, because the compiler checks `try` and `await` only in functions without other errors.
  private static func function(_ number: Int, _ mistake: Mistake) -> String {
    """
    func mistake\(number)(client: Client, request: Request, response: Response, socket: WebSocket) async throws {
      var (config, execution, order) = (RequestConfig(), ExecutionConfig(), Order())
      \(mistake.code)
    }

    """
  }

  /// The errors of the compiler for a file, by their lines.
  private static func errors(in file: String, _ more: [String] = []) throws -> [Int: String] {
    let compiler = try Tool.required("swiftc")
    guard let build = Executable.build(withModule: "Networking") else {
      try Test.cancel("the modules of this build are not beside the tests")
    }
    let sources = Repository.root.appending(path: "Sources")
    let modules = try FileManager.default.contentsOfDirectory(atPath: sources.path).filter { $0.hasPrefix("C") }
    let maps = modules.map { build.appending(path: "\($0).build/module.modulemap").path }
    var options = ["-typecheck", "-swift-version", "6", "-diagnostic-style", "llvm"]
    options += [
      "-module-cache-path", build.appending(path: "ModuleCache").path, "-I", build.appending(path: "Modules").path,
    ]
    options += modules.flatMap { ["-I", sources.appending(path: $0).path] }
    options += maps.filter(FileManager.default.fileExists).flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
    let folder = try TemporaryDirectory("mistakes")
    let words = ([compiler] + options + more + [file]).map { "'\($0)'" }
    let run = try ShellRun("exec " + words.joined(separator: " "), in: folder)
    var found: [Int: String] = [:]
    for line in run.errors.split(separator: "\n") where line.hasPrefix(file + ":") {
      let parts = line.dropFirst(file.count + 1).split(separator: ":", maxSplits: 3)
      guard parts.count == 4, parts[2] == " error", let number = Int(parts[0]) else { continue }
      found[number, default: ""] += parts[3] + "\n"
    }
    return found
  }

  @Test("Each typical mistake is an error at its line, whose words lead to the right call")
  func messages() throws {
    let functions = Mistake.all.enumerated().map { Self.function($0.offset, $0.element) }
    let source = Self.start + functions.joined()
    let folder = try TemporaryDirectory("mistakes")
    let errors = try Self.errors(in: folder.write("Mistakes.swift", source))
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(Mistake.all.count >= 50)
    for (index, mistake) in Mistake.all.enumerated() {
      let number = Self.start.split(separator: "\n").count + 4 * index + 3
      try #require(lines[number - 1].hasSuffix(mistake.code))
      #expect(errors[number]?.contains(mistake.words) == true, "\(mistake.code)\n\(errors[number] ?? "no error")")
    }
  }
  @Test("The samples compile in another package, which sees only what is public")
  func samples() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "ArticleSamples.swift")
    let errors = try Self.errors(in: file.path, ["-default-isolation", "MainActor"])
    #expect(errors.isEmpty, "\(errors)")
  }
}
