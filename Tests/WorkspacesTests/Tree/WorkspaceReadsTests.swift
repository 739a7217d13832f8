import Synchronization
import TestSupport
import Testing

@testable import Workspaces

/// Counts accesses to the disk.
@Suite struct WorkspaceReadsTests {
  private final class Counter: Sendable {
    let counts = Mutex<[String: Int]>([:])

    func count(_ path: String) { counts.withLock { $0[path, default: 0] += 1 } }
    var total: Int { counts.withLock { $0.values.reduce(0, +) } }
  }

  private static func folder(holding count: Int) throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    for number in 0..<count { try folder.write("f\(number)/x.txt", "") }
    return folder
  }

  @Test("Only the given number of subfolders is searched for collections, and none below a collection")
  func opening() throws {
    let folder = try Self.folder(holding: 300)
    let counter = Counter()
    var files = FileSystem.live
    files.stamp = { path throws(FileError) in
      counter.count(path)
      return try FileSystem.live.stamp(path)
    }
    #expect(throws: WorkspaceError.self) { try Workspace.open(folder.path, files: files, lookingInto: 10) }
    let few = counter.total
    #expect(throws: WorkspaceError.self) { try Workspace.open(folder.path, files: files) }
    #expect(counter.total - few > 10 * few)
    try folder.write("opencollection.yml", "opencollection: 1.0.0\n")
    let before = counter.total
    #expect(try Workspace.open(folder.path, files: files).path == FileSystem.live.resolve(folder.path))
    #expect(counter.total - before < 10)
  }

  @Test(
    "The text of a request shows whether it needs an answer or sets a variable from its own",
    arguments: [
      ("http:\n  url: http://h/{{a|b}}\n", true), ("http:\n  url: http://h/{{users/login | $.token}}\n", true),
      ("runtime:\n  actions:\n    - type: set-variable\n", true), ("vars:post-response {\n  a: res.body.a\n}\n", true),
      ("http:\n  body:\n    data: |-\n      {\"a\": {{b}}}\n", false),
      ("http:\n  url: http://h/a|b?{{c}}|{{d}}\n", false),
      ("", false), ("{", false),
    ])
  func answers(text: String, expected: Bool) {
    #expect(RequestSource(path: "/r.yml", bytes: Array(text.utf8)).mayUseAnswers == expected)
  }
}
