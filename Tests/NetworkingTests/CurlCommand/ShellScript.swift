import Foundation
import TestSupport

/// Runs a command line with `sh`, as if pasted by a user.
enum ShellScript {
  /// The exit status. The script runs in `folder`, which is also its home, so that no user settings apply.
  static func run(_ text: String, in folder: String) async throws -> Int32 {
    // A script rather than `-c`: one argument is limited to 128 kB.
    let script = folder + "/.script"
    try Data(text.utf8).write(to: URL(filePath: script))
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [script]
    process.currentDirectoryURL = URL(filePath: folder)
    process.environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder]
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    return try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do { try process.start() } catch { continuation.resume(throwing: error) }
    }
  }
}
