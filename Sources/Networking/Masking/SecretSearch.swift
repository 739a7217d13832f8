import Synchronization

/// Makes the matcher of some secrets when it is needed first: a redaction is put together in several steps, and most of
/// them are never looked at.
// A class because the copies of a redaction share it.
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
