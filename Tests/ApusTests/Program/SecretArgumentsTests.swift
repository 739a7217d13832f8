import Foundation
import Synchronization
import TestSupport
import Testing

@testable import apus

@Suite("The command line is hidden in the process list")
struct SecretArgumentsTests {
  @Test(
    "Every word but the name of the command is hidden",
    arguments: [
      ("send u -u me:pw", "send _ __ _____"), ("run --var=a=pw", "run __________"),
      ("env set local token pw", "env ___ _____ _____ __"), ("cookies set h sid=1", "cookies ___ _ _____"),
      ("http://me:pw@h", "______________"), ("--var a=pw", "_____ ____"), ("shop ../api", "shop ______"),
      ("send", "send"), ("", ""),
    ])
  func places(_ line: String, _ expected: String) {
    var words = line.split(separator: " ").map(String.init)
    for index in SecretArguments.hidden(in: words) { words[index] = String(repeating: "_", count: words[index].count) }
    #expect(words.joined(separator: " ") == expected)
  }

  #if os(Linux)
  @Test("While the program runs, secrets are not in /proc, and the server receives them", .timeLimit(.minutes(1)))
  func processes() async throws {
    let shown = Lines()
    let server = try AnsweringServer { request in
      for process in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
        guard let line = try? Data(contentsOf: URL(fileURLWithPath: "/proc/\(process)/cmdline")) else { continue }
        let text = String(decoding: line, as: UTF8.self)
        if text.contains("\0send\0") || text.contains("\0curl\0") || text.contains("5c1f") { shown.add(text) }
      }
      return Answer.text(request["Authorization"] ?? "none")
    }
    let folder = try TemporaryDirectory("secrets")
    for command in ["send", "curl"] {
      let result = try await Program(in: folder.path).run(
        command, server.url + "/?key=marker-5c1f", "-u", "me:marker-5c1f", "-H", "X-Api-Key: marker-5c1f")
      #expect(result.text == "Basic bWU6bWFya2VyLTVjMWY=", "\(result.error)")
    }
    #expect(shown.all.count >= 2)
    #expect(shown.all.allSatisfy { !$0.contains("5c1f") })
  }
  #endif
}

#if os(Linux)
private final class Lines: Sendable {
  private let lines = Mutex<[String]>([])
  func add(_ line: String) { lines.withLock { $0.append(line) } }
  var all: [String] { lines.withLock { $0 } }
}
#endif
