import Basics

/// How widely a secret is searched for. Short and common words occur everywhere by chance; masking them would make the
/// text unreadable.
package enum SecretReach: UInt8, Comparable, Sendable {
  /// Masked only where a name marks it as secret: `password=1`, `Authorization: Bearer x`.
  case nowhere
  /// Masked where no letter or digit is adjacent: a value on its own.
  case wholeWord
  /// Masked wherever it occurs.
  case anywhere

  package static func < (left: SecretReach, right: SecretReach) -> Bool { left.rawValue < right.rawValue }

  package init(of secret: some Collection<UInt8>) {
    if secret.count < 3 || Self.common.contains(String(decoding: secret, as: UTF8.self).asciiLowercased) {
      self = .nowhere
    } else if secret.count == 3 || secret.count < 8 && Self.isOneKind(secret) {
      self = .wholeWord
    } else {
      self = .anywhere
    }
  }

  /// Words that are never searched for, even if a secret has this value.
  private static let common: Set<String> = [
    "true", "false", "null", "nil", "none", "undefined", "yes", "no", "off", "test", "user", "username", "admin",
    "guest", "demo", "name", "value", "token", "key", "secret", "password", "string", "number", "example", "local",
    "localhost", "http", "https", "basic", "bearer", "json", "get", "post", "put",
  ]

  /// Only letters of one case, or only digits.
  private static func isOneKind(_ secret: some Collection<UInt8>) -> Bool {
    secret.allSatisfy { $0.isASCIIDigit } || secret.allSatisfy { $0.isASCIILowercase }
      || secret.allSatisfy { $0.isASCIIUppercase }
  }
}
