import Foundation
import TestSupport
import Testing

@Suite struct ConformanceTests {
  @Test func `Random and hostile messages agree with Python protobuf in both directions`()
    async throws
  {
    let probe = try Executable.path("ProtobufProbe")
    let script = Repository.root.appending(path: "Tests/ProtobufTests/Conformance/conformance.py").path
    // The user's own Python does not see the packages of the system.
    let pythons = ([Tool.path("python3"), "/usr/bin/python3"] as [String?]).compactMap(\.self)
    guard let python = pythons.first(where: { (try? Tool.run($0, ["-c", "import google.protobuf"])) != nil }) else {
      try Test.cancel("no python3 with protobuf (python3-protobuf)")
    }
    // Runs on its own thread: waiting for a process must not block the tasks of other tests.
    let (status, text) = try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try Self.run(python, [script, probe, "200", "1"]) })
      }
    }
    #expect(status == 0, "\(text)")
  }

  private static func run(_ path: String, _ arguments: [String]) throws -> (status: Int32, text: String) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.start()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }
}
