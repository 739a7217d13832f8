import CrashReports

/// The version that the program, its exports and its requests give. `Scripts/version` reads it here for the packages.
enum ProgramVersion {
  static let text = "0.1.0"

  /// What `make run` and the tests build in half the time: nothing in it is optimized.
  static var isForDevelopment: Bool {
    #if DEBUG
    true
    #else
    false
    #endif
  }

  /// For reports of faults: `apus 0.1.0 (commit 0123456789ab)`, or `apus 0.1.0 (development)`.
  static var line: String {
    if isForDevelopment { return "apus \(text) (development)" }
    return BuildCommit.text.map { "apus \(text) (commit \($0))" } ?? "apus \(text)"
  }
}
