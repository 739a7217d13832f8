import Foundation
import TestSupport
import Testing

@Suite struct ConformanceTests {
  @Test func `Random messages of random types are the same to Python's protobuf, both ways, and hostile ones, too`()
    async throws
  {
    let probe = try Executable.path("ProtobufProbe")
    let script = Repository.root.appending(path: "Tests/ProtobufTests/Conformance/conformance.py").path
    // The user's own Python does not see the system's packages.
    let pythons = ([Tool.path("python3"), "/usr/bin/python3"] as [String?]).compactMap(\.self)
    guard let python = pythons.first(where: { (try? Tool.run($0, ["-c", "import google.protobuf"])) != nil }) else {
      Notice.show("no python3 with protobuf (python3-protobuf): messages are not compared with it")
      return
    }
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = [script, probe, "200", "1"]
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
  }
}
