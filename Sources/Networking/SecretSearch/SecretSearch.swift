import Synchronization

/// Builds the matcher for some secrets on first use: a redaction is assembled in several steps, and most intermediate
/// values are never used.
// A class because copies of a redaction share it.
final class SecretSearch: Sendable {
  private let secrets: Set<String>
  private let made = Mutex<SecretMatcher?>(nil)

  init(_ secrets: Set<String>) { self.secrets = secrets }

  var matcher: SecretMatcher {
    made.withLock { made in
      if let made { return made }
      let matcher = SecretMatcher(secrets)
      made = matcher
      return matcher
    }
  }
}
