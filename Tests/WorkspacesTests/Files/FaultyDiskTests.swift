import TestSupport
import Testing

@testable import SaveProbe
@testable import Workspaces

/// Checks the test disk that stops a change at every step: a call that it does not know would never be stopped.
@Suite struct FaultyDiskTests {
  private typealias Call = @Sendable (FileSystem, String) throws -> Void

  /// All calls that change a disk, by the names of their members.
  private static let calls: [String: Call] = [
    "create": { try $0.create($1, [1, 2], 0o600) },
    "write": { try $0.write($1, [1, 2], 0o600) },
    "append": { try $0.append($1, [1, 2], 0o600) },
    "rename": { try $0.rename($1, $1 + "-2") },
    "place": { try $0.place($1, $1 + "-2") },
    "remove": { try $0.remove($1) },
    "synchronize": { try $0.synchronize($1) },
    "settle": { try $0.settle($1) },
    "makeDirectory": { try $0.makeDirectory($1, 0o700) },
    "hold": { try $0.hold($1)?.release() },
  ]

  @Test("Each member of a disk either changes nothing or is known to the faulty one")
  func members() {
    let members = Set(Mirror(reflecting: FileSystem.live).children.compactMap(\.label))
    #expect(members == SteppedDisk.reading.union(Self.calls.keys))
  }

  @Test(
    "Each call that changes a disk is counted, and fails at its number", arguments: calls.keys.sorted(),
    [FaultyDisk.Fault.full, .torn, .once])
  func counted(
    name: String, fault: FaultyDisk.Fault
  ) throws {
    let folder = try TemporaryDirectory("faulty")
    let call = try #require(Self.calls[name])
    let disk = FaultyDisk(failingAt: 1, fault)
    let error = #expect(throws: FileError.self) { try call(disk.files, folder.path("new")) }
    #expect(error?.reason == .full && disk.count == 1)
    let isWrite = ["create", "write", "append"].contains(name)
    #expect(folder.files() == (isWrite && fault == .torn ? ["new"] : []))
  }
}
