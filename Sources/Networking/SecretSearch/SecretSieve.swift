import Basics

/// Rules out nearly every position of a text as the start of a secret by looking at three bytes. This dominates the
/// cost of a search, however many secrets there are.
struct SecretSieve: Sendable {
  /// Three tables of 256 bytes, for the first, second and third byte, with one bit for each kind of start.
  private var tables = [UInt8](repeating: 0, count: 768)

  // Unescaped secrets share four bits.
  private static let secondIsEncoded: UInt8 = 1 << 4
  private static let percent: UInt8 = 1 << 5
  private static let escape: UInt8 = 1 << 6
  private static let substitute: UInt8 = 1 << 7

  /// The first bytes of escaped characters, and the characters that quoting inserts.
  private static let leads = Array("%\\&^`'\"".utf8)

  init() { for byte in 0..<256 { tables[512 + byte] = Self.escape | Self.substitute } }

  /// - Parameter secret: at least three bytes.
  mutating func insert(_ secret: [UInt8], number: Int) {
    let (one, two, three) = (secret[0], secret[1], secret[2])
    let bit: UInt8 = 1 << (number % 4)
    let seconds = Self.leads + Self.substitutes(two)
    add(bit, [one], [two], [three] + Self.leads + Self.substitutes(three))
    add(Self.secondIsEncoded, [one], seconds, [two] + seconds + Self.escapes(two) + Self.percents(two).high)
    // After a line end, a YAML block is indented.
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

  /// The bytes that may replace another one: `+` for a space, CR LF for a line end.
  private static func substitutes(_ byte: UInt8) -> [UInt8] {
    switch byte {
    case 0x20: [UInt8(ascii: "+")]
    case 0x0A: [0x0D, UInt8(ascii: "^")]
    default: []
    }
  }

  /// The hexadecimal digits after `%`, also if the percent sign itself is encoded (`%2541`).
  private static func percents(_ byte: UInt8) -> (high: [UInt8], low: [UInt8]) {
    let (high, low) = (Hexadecimal.digit(byte >> 4), Hexadecimal.digit(byte & 15))
    func both(_ digit: UInt8) -> [UInt8] { digit > 0x39 ? [digit, digit & 0xDF] : [digit] }
    return (both(high) + Array("2".utf8), both(low) + Array("5".utf8))
  }

  /// The bytes that may follow `\`, `&` or a backtick in an escape of `byte`.
  private static func escapes(_ byte: UInt8) -> [UInt8] {
    // A number in one of the bases, an HTML entity name, or the character itself if it is not a letter.
    var found = Array("uUx#".utf8) + [0x30 + (byte >> 6)]
    if !byte.isASCIIAlphanumeric { found += Array("algqntbfevrNLP_0".utf8) + [byte] }
    return found
  }

  /// Calls `body` with the three tables, stored consecutively.
  func withTables<R>(_ body: (UnsafePointer<UInt8>) -> R) -> R? {
    tables.withUnsafeBufferPointer { $0.baseAddress.map(body) }
  }

  /// The first position from `start` on where a secret may begin; `nil` for none.
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
