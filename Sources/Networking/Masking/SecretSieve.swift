/// Tells by three bytes that no secret begins at a place, as at nearly every place of a text: the cost of a search is the
/// cost of this, however many secrets there are.
struct SecretSieve: Sendable {
  /// One bit for each way to begin: five for secrets as they are, three for those whose first or second byte is encoded.
  private var first = [UInt8](repeating: 0, count: 256)
  private var second = [UInt8](repeating: 0, count: 256)
  private var third = [UInt8](repeating: 0, count: 256)

  private static let secondIsEncoded: UInt8 = 1 << 5
  private static let firstIsEncoded: UInt8 = 1 << 6
  private static let firstIsPlus: UInt8 = 1 << 7

  init() {
    for byte in third.indices { third[byte] = Self.secondIsEncoded | Self.firstIsEncoded | Self.firstIsPlus }
  }

  /// What an encoded character may begin with, and what quoting puts between two characters.
  static let leads = Array("%\\&^`'\"".utf8)

  /// - Parameter secret: of three bytes at least.
  mutating func insert(_ secret: [UInt8], number: Int) {
    let bit: UInt8 = 1 << (number % 5)
    first[Int(secret[0])] |= bit | Self.secondIsEncoded
    second[Int(secret[1])] |= bit
    third[Int(secret[2])] |= bit
    for lead in Self.leads + Self.substitutes(secret[1]) { second[Int(lead)] |= Self.secondIsEncoded }
    for lead in Self.leads + Self.substitutes(secret[2]) { third[Int(lead)] |= bit }
    for lead in Array("%\\&`".utf8) { first[Int(lead)] |= Self.firstIsEncoded }
    for byte in Self.behindLead(secret[0]) { second[Int(byte)] |= Self.firstIsEncoded }
    for lead in Self.substitutes(secret[0]) { first[Int(lead)] |= Self.firstIsPlus }
    for byte in [secret[1]] + Self.leads + Self.substitutes(secret[1]) { second[Int(byte)] |= Self.firstIsPlus }
  }

  /// The single bytes that stand for another one: `+` for a blank, CR LF for a line end.
  private static func substitutes(_ byte: UInt8) -> [UInt8] {
    switch byte {
    case 0x20: [UInt8(ascii: "+")]
    case 0x0A: [0x0D, UInt8(ascii: "^")]
    default: []
    }
  }

  /// What comes behind `%`, `\` or `&` where that stands for `byte`.
  private static func behindLead(_ byte: UInt8) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    let high = digits[Int(byte >> 4)]
    var found = Array("2uUx#0123%ralgqntbfevNLP_".utf8) + [high, byte]
    if high > 0x39 { found.append(high & 0xDF) }
    return found
  }

  /// The first place from `start` on where a secret may begin; `nil` for none.
  func next(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
    let last = text.count - 3
    guard start <= last, let base = text.baseAddress else { return nil }
    return first.withUnsafeBufferPointer { first in
      second.withUnsafeBufferPointer { second in
        third.withUnsafeBufferPointer { third in
          let bytes = base.assumingMemoryBound(to: UInt8.self)
          var (one, two) = (bytes[start], bytes[start + 1])
          for place in start...last {
            let three = bytes[place + 2]
            if first[Int(one)] & second[Int(two)] & third[Int(three)] != 0 { return place }
            (one, two) = (two, three)
          }
          return nil
        }
      }
    }
  }
}
