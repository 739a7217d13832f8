import CrashReports

/// The version in the program's output, exports and requests. `Scripts/version` reads it here for the packages.
enum ProgramVersion {
  static let text = "0.1.0"

  /// True for the unoptimized build of `make run` and the tests, which takes half the time.
  static var isForDevelopment: Bool {
    #if DEBUG
    true
    #else
    false
    #endif
  }

  /// The version line for bug reports: `apus 0.1.0 (commit 0123456789ab)` or `apus 0.1.0 (development)`.
  static var line: String {
    if isForDevelopment { return "apus \(text) (development)" }
    return BuildCommit.text.map { "apus \(text) (commit \($0))" } ?? "apus \(text)"
  }
}
