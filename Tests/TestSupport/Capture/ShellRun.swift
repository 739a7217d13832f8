import Foundation

/// Runs a script in a real shell in its own folder, without any of the user's settings.
package struct ShellRun {
  package let status: Int32
  package let errors: String

  package static let shells: [(name: String, path: String)] = [("sh", "/bin/sh"), ("bash", "/bin/bash")]
    .filter { FileManager.default.isExecutableFile(atPath: $0.1) }

  package init(
    _ text: String, shell: String = "/bin/sh", in folder: TemporaryDirectory, variables: [String: String] = [:],
    path: String? = nil
  ) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: shell)
    // As an argument, the text would be limited to 128 KiB.
    let scripts = try TemporaryDirectory("script")
    process.arguments = [try scripts.write("command", text)]
    process.currentDirectoryURL = folder.url
    let home = ["HOME": folder.path, "LC_ALL": "C.UTF-8", "PATH": path ?? "/usr/local/bin:/usr/bin:/bin"]
    process.environment = home.merging(variables) { _, new in new }
    let pipe = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = pipe
    try process.start()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    status = process.terminationStatus
    errors = String(decoding: data, as: UTF8.self)
  }
}
