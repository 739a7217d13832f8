import Foundation
import TestSupport
import Testing

@testable import Workspaces

@Suite("Secrets in memory") struct ProcessMemoryTests {
  @Test("A process that has read a secret leaves no core dump when it crashes")
  func dumps() throws {
    let folder = try TemporaryDirectory("dumps")
    try folder.write("c/opencollection.yml", "info:\n  name: C\n")
    // Created here, read below.
    let workspace = try Workspace.open(folder.path("c"), stateFolder: folder.path("c-state"))
    try workspace.secretStore(of: workspace.path).set(["t": "s3cret"], of: "dev")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // As on a machine with core dumps enabled; if the limit cannot be raised, it stays as it is.
    let probe = try Executable.path("SaveProbe")
    process.arguments = ["-c", "ulimit -S -c $(ulimit -H -c); exec '\(probe)' '\(folder.path("c"))' secret kill 1000"]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardInput = FileHandle.nullDevice
    try process.start()
    let said = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let lines = said.split(separator: "\n")
    #expect(lines.count == 3 && lines[1] == "1" && lines[2] == "false", "\(said)")
    // The limit that the shell could set determines the state before.
    #expect(lines.first == "true" || Self.hardLimit == "0")
  }

  private static var hardLimit: String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "ulimit -H -c"]
    let pipe = Pipe()
    process.standardOutput = pipe
    // Without a shell there is no limit to query, and the comparison fails as it should.
    try? process.start()
    let said = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: said, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
