/// Decompresses gzip (RFC 1952 over RFC 1951) to search it for secrets: a body requested without decompression is kept
/// compressed. Small rather than fast; other answers are decompressed on arrival.
struct Inflate {
  private let input: UnsafeRawBufferPointer
  private var place: Int
  private var bits: UInt32 = 0
  private var count = 0
  private var output: [UInt8] = []
  private let limit: Int

  private struct Damaged: Error {}

  /// The content; `nil` for what is no gzip, is damaged, or has more than `limit` bytes inside.
  static func gzip(_ input: UnsafeRawBufferPointer, limit: Int) -> [UInt8]? {
    guard let start = contentStart(input) else { return nil }
    var reader = Inflate(input: input, place: start, limit: limit)
    // Why it cannot be read is of no use to anybody.
    return try? reader.read()
  }

  private init(input: UnsafeRawBufferPointer, place: Int, limit: Int) {
    self.input = input
    self.place = place
    self.limit = limit
  }

  /// Behind the header with its optional name, comment and check.
  private static func contentStart(_ input: UnsafeRawBufferPointer) -> Int? {
    guard input.count > 18, input[0] == 0x1F, input[1] == 0x8B, input[2] == 8 else { return nil }
    let flags = input[3]
    var place = 10
    if flags & 4 != 0 { place += 2 + Int(input[10]) + Int(input[11]) << 8 }
    for flag: UInt8 in [8, 16] where flags & flag != 0 {
      guard place < input.count, let end = input[place...].firstIndex(of: 0) else { return nil }
      place = end + 1
    }
    if flags & 2 != 0 { place += 2 }
    return place < input.count ? place : nil
  }

  private mutating func read() throws(Damaged) -> [UInt8] {
    while true {
      let isLast = try take(1) == 1
      switch try take(2) {
      case 0: try readStored()
      case 1: try readBlock(Self.fixed.literals, Self.fixed.distances)
      case 2:
        let (literals, distances) = try readCodes()
        try readBlock(literals, distances)
      default: throw Damaged()
      }
      if isLast { return output }
    }
  }

  private mutating func take(_ number: Int) throws(Damaged) -> Int {
    while count < number {
      guard place < input.count else { throw Damaged() }
      bits |= UInt32(input[place]) << UInt32(count)
      place += 1
      count += 8
    }
    defer {
      bits >>= UInt32(number)
      count -= number
    }
    return Int(bits & (1 << UInt32(number) - 1))
  }

  private mutating func put(_ byte: UInt8) throws(Damaged) {
    guard output.count < limit else { throw Damaged() }
    output.append(byte)
  }

  private mutating func readStored() throws(Damaged) {
    (bits, count) = (0, 0)
    guard place + 4 <= input.count else { throw Damaged() }
    let length = Int(input[place]) | Int(input[place + 1]) << 8
    place += 4
    guard place + length <= input.count, output.count + length <= limit else { throw Damaged() }
    output += input[place..<place + length]
    place += length
  }

  /// A code of Huffman's by the number of words of each length, and the words in order.
  private struct Code {
    var counts = [Int](repeating: 0, count: 16)
    var symbols: [Int] = []

    init(_ lengths: some Collection<Int>) {
      let numbered = lengths.enumerated().filter { $0.element > 0 }
      for (_, length) in numbered { counts[length] += 1 }
      symbols = numbered.sorted { ($0.element, $0.offset) < ($1.element, $1.offset) }.map(\.offset)
    }
  }

  private mutating func symbol(_ code: Code) throws(Damaged) -> Int {
    var (word, first, index) = (0, 0, 0)
    for length in 1...15 {
      word |= try take(1)
      let count = code.counts[length]
      if word - count < first { return code.symbols[index + word - first] }
      index += count
      first = (first + count) << 1
      word <<= 1
    }
    throw Damaged()
  }

  private static let fixed: (literals: Code, distances: Code) = {
    let literals = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
    return (Code(literals), Code([Int](repeating: 5, count: 30)))
  }()

  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private mutating func readCodes() throws(Damaged) -> (Code, Code) {
    let literals = try take(5) + 257
    let distances = try take(5) + 1
    let lengths = try take(4) + 4
    var own = [Int](repeating: 0, count: 19)
    for index in 0..<lengths { own[Self.order[index]] = try take(3) }
    let code = Code(own)
    var all: [Int] = []
    while all.count < literals + distances {
      let symbol = try self.symbol(code)
      switch symbol {
      case ..<16: all.append(symbol)
      case 16:
        guard let last = all.last else { throw Damaged() }
        all += [Int](repeating: last, count: 3 + (try take(2)))
      case 17: all += [Int](repeating: 0, count: 3 + (try take(3)))
      default: all += [Int](repeating: 0, count: 11 + (try take(7)))
      }
    }
    guard all.count == literals + distances else { throw Damaged() }
    return (Code(all[..<literals]), Code(all[literals...]))
  }

  private static let lengths = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
  ]
  private static let distances = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
    8193, 12289, 16385, 24577,
  ]

  private mutating func readBlock(_ literals: Code, _ distances: Code) throws(Damaged) {
    while true {
      let symbol = try self.symbol(literals)
      if symbol == 256 { return }
      if symbol < 256 {
        try put(UInt8(truncatingIfNeeded: symbol))
        continue
      }
      guard symbol < 286 else { throw Damaged() }
      let index = symbol - 257
      let length = Self.lengths[index] + (try take(index < 8 || index == 28 ? 0 : (index - 4) / 4))
      let far = try self.symbol(distances)
      guard far < 30 else { throw Damaged() }
      let distance = Self.distances[far] + (try take(far < 4 ? 0 : (far - 2) / 2))
      guard distance <= output.count else { throw Damaged() }
      for _ in 0..<length { try put(output[output.count - distance]) }
    }
  }
}
