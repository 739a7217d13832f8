import Basics

/// Recognises credentials by shape: a token of a known service, a JWT, a private key, or a long text that nobody would
/// have written by hand.
package enum CredentialShape {
  /// Prefixes of the keys and tokens of well-known services.
  private static let prefixes = [
    "sk-", "sk_live_", "sk_test_", "rk_live_", "rk_test_", "pk_live_", "whsec_", "ghp_", "gho_", "ghu_", "ghs_", "ghr_",
    "github_pat_", "glpat-", "xoxb-", "xoxp-", "xoxa-", "xoxr-", "xapp-", "AKIA", "ASIA", "AIza", "ya29.", "SG.",
    "npm_",
    "dop_v1_", "shpat_", "shpss_", "hf_", "hvs.", "pypi-", "sq0atp-", "sq0csp-", "EAACEdEose0cBA", "lin_api_", "figd_",
    "Bearer ", "Basic ",
  ]

  package static func isOne(_ value: String) -> Bool {
    let bytes = Array(value.utf8)
    if value.contains("-----BEGIN ") { return true }
    if bytes.count >= 16, prefixes.contains(where: { bytes.starts(with: $0.utf8) }) { return true }
    return isJSONWebToken(bytes) || isRandom(bytes)
  }

  /// Three dot-separated parts in Base64, the first of which is an object.
  private static func isJSONWebToken(_ bytes: [UInt8]) -> Bool {
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count >= 3 && bytes.starts(with: "eyJ".utf8) && parts[1].count > 3
  }

  /// At least 20 characters, letters and digits mixed, with few repetitions.
  private static func isRandom(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 20, bytes.count <= 4096, bytes.allSatisfy(isTokenByte), !isIdentifier(bytes) else {
      return false
    }
    let digits = bytes.count { $0.isASCIIDigit }
    let capitals = bytes.count { $0.isASCIIUppercase }
    let small = bytes.count { $0.isASCIILowercase }
    guard digits >= 2, small + capitals >= 4 else { return false }
    return hasManyDifferent(bytes)
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || "+/=_-.~".utf8.contains(byte)
  }

  /// UUIDs and timestamps look like tokens but are not credentials.
  private static func isIdentifier(_ bytes: [UInt8]) -> Bool {
    let dashes = bytes.indices.filter { bytes[$0] == UInt8(ascii: "-") }
    if bytes.count == 36, dashes == [8, 13, 18, 23] { return true }
    return bytes.first(where: { !$0.isASCIIDigit && !"-:.TZ+".utf8.contains($0) }) == nil
  }

  private static func hasManyDifferent(_ bytes: [UInt8]) -> Bool {
    var counts = [Int](repeating: 0, count: 256)
    for byte in bytes { counts[Int(byte)] += 1 }
    // Of 20 characters at least 10 differ, and none makes up more than a fifth.
    let different = counts.count { $0 > 0 }
    return different >= 10 && (counts.max() ?? 0) * 5 <= bytes.count + 4
  }
}
