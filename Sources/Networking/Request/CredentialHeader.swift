import Basics

/// Which headers hold credentials meant for one host only.
enum CredentialHeader {
  private static let names: Set<String> = ["authorization", "cookie", "cookie2", "proxy-authorization"]
  private static let marks = ["api-key", "apikey", "token", "secret", "auth", "session", "password", "credential"]

  static func isOne(_ name: String) -> Bool {
    let lower = name.asciiLowercased
    return names.contains(lower) || marks.contains { lower.contains($0) }
  }
}
