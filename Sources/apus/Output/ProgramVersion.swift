import CrashReports

/// The version that the program, its exports and its requests give. `Scripts/version` reads it here for the packages.
enum ProgramVersion {
  static let text = "0.1.0"

  /// With the commit, for reports of faults: `apus 0.1.0 (commit 0123456789ab)`.
  static var line: String {
    let line = "apus \(text)"
    return BuildCommit.text.map { "\(line) (commit \($0))" } ?? line
  }
}
