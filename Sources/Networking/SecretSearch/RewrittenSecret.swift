import Basics

/// How a value looks that was read as what it says, and written again: a number or bytes of a message of Protocol Buffers in
/// JSON, say, which keeps no spelling.
enum RewrittenSecret {
  /// - Parameter secret: without blanks around it.
  static func forms(of secret: some Collection<UInt8>) -> [[UInt8]] { numbers(secret) + binary(secret) }

  /// `12345678.0` as `12345678`, `1.50` as `1.5`, and as a number of 32 bits holds it.
  private static func numbers(_ secret: some Collection<UInt8>) -> [[UInt8]] {
    let digits = secret.filter(\.isASCIIDigit)
    // What has fewer digits stands everywhere by chance.
    guard (4...64).contains(digits.count), secret.count < 80, secret.allSatisfy(isOfNumber),
      let number = Double(String(decoding: secret, as: UTF8.self)), number.isFinite
    else { return [] }
    // With as few digits as say the same number of 32 bits.
    let short = Double("\(Float(number))") ?? number
    return [number, short].flatMap { number in
      let whole = Int64(exactly: number).map { "\($0)" } ?? UInt64(exactly: number).map { "\($0)" }
      return ["\(number)", whole ?? "\(number)"].map { Array($0.utf8) }
    }
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool { byte.isASCIIDigit || "+-.eE".utf8.contains(byte) }

  /// Of Base64 in either alphabet the other one, and the bytes; unless they are a text: a login as it is sent, say, whose user
  /// is no secret.
  private static func binary(_ secret: some Collection<UInt8>) -> [[UInt8]] {
    // Shorter ones are words that happen to be Base64.
    guard secret.count >= 11, let bytes = Base64.decodeLeniently(secret) else { return [] }
    let texts = [Base64.Alphabet.standard, .url].map { Base64.encodedBytes(bytes, $0, isPadded: false) }
    return String(validating: bytes, as: UTF8.self) == nil ? texts + [bytes] : texts
  }
}
