import Basics

/// Tells by three bytes that no secret begins at a place, as at nearly every place of a text: the cost of a search is the
/// cost of this, however many secrets there are.
struct SecretSieve: Sendable {
  /// Three tables of 256 bytes, for the first byte, the second and the third: one bit for each way to begin.
  private var tables = [UInt8](repeating: 0, count: 768)

  // Secrets as they are have four bits between them.
  private static let secondIsEncoded: UInt8 = 1 << 4
  private static let percent: UInt8 = 1 << 5
  private static let escape: UInt8 = 1 << 6
  private static let substitute: UInt8 = 1 << 7

  /// What an encoded character may begin with, and what quoting puts between two characters.
  private static let leads = Array("%\\&^`'\"".utf8)

  init() { for byte in 0..<256 { tables[512 + byte] = Self.escape | Self.substitute } }

  /// - Parameter secret: of three bytes at least.
  mutating func insert(_ secret: [UInt8], number: Int) {
    let (one, two, three) = (secret[0], secret[1], secret[2])
    let bit: UInt8 = 1 << (number % 4)
    let seconds = Self.leads + Self.substitutes(two)
    add(bit, [one], [two], [three] + Self.leads + Self.substitutes(three))
    add(Self.secondIsEncoded, [one], seconds, [two] + seconds + Self.escapes(two) + Self.percents(two).high)
    // Behind a line end a block of YAML is indented.
    if two == 0x0A { add(Self.secondIsEncoded, [one], [two], [0x20]) }
    let hex = Self.percents(one)
    add(Self.percent, Array("%".utf8), hex.high, hex.low)
    add(Self.escape, Array("\\&`".utf8), Self.escapes(one), [])
    add(Self.substitute, Self.substitutes(one), [two] + seconds, [])
  }

  private mutating func add(_ bit: UInt8, _ first: [UInt8], _ second: [UInt8], _ third: [UInt8]) {
    for byte in first { tables[Int(byte)] |= bit }
    for byte in second { tables[256 + Int(byte)] |= bit }
    for byte in third { tables[512 + Int(byte)] |= bit }
  }

  /// The single bytes that stand for another one: `+` for a blank, CR LF for a line end.
  private static func substitutes(_ byte: UInt8) -> [UInt8] {
    switch byte {
    case 0x20: [UInt8(ascii: "+")]
    case 0x0A: [0x0D, UInt8(ascii: "^")]
    default: []
    }
  }

  /// The digits behind `%`, also where that is encoded itself (`%2541`).
  private static func percents(_ byte: UInt8) -> (high: [UInt8], low: [UInt8]) {
    let (high, low) = (Hexadecimal.digit(byte >> 4), Hexadecimal.digit(byte & 15))
    func both(_ digit: UInt8) -> [UInt8] { digit > 0x39 ? [digit, digit & 0xDF] : [digit] }
    return (both(high) + Array("2".utf8), both(low) + Array("5".utf8))
  }

  /// The bytes that may follow `\`, `&` or a backtick in an escape of `byte`.
  private static func escapes(_ byte: UInt8) -> [UInt8] {
    // A number in one of the bases, a name in HTML, or the character itself where it is no letter.
    var found = Array("uUx#".utf8) + [0x30 + (byte >> 6)]
    if !byte.isASCIIAlphanumeric { found += Array("algqntbfevrNLP_0".utf8) + [byte] }
    return found
  }

  /// The three tables, one behind the other.
  func withTables<R>(_ body: (UnsafePointer<UInt8>) -> R) -> R? {
    tables.withUnsafeBufferPointer { $0.baseAddress.map(body) }
  }

  /// The first place from `start` on where a secret may begin; `nil` for none.
  static func next(
    in text: UnsafeRawBufferPointer, from start: Int, to end: Int, _ tables: UnsafePointer<UInt8>
  ) -> Int? {
    let last = end - 3
    guard start <= last, let base = text.baseAddress else { return nil }
    let bytes = base.assumingMemoryBound(to: UInt8.self)
    let (first, second, third) = (tables, tables + 256, tables + 512)
    var place = start
    while place <= last {
      let hit = first[Int(bytes[place])] & second[Int(bytes[place &+ 1])]
      if hit != 0, hit & third[Int(bytes[place &+ 2])] != 0 { return place }
      place &+= 1
    }
    return nil
  }
}
