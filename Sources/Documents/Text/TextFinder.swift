import Basics

/// Finds a plain text in UTF-8, a word of memory at a time.
struct TextFinder: Sendable {
  private let needle: [UInt8]
  private let scalars: [[Unicode.Scalar]]
  private let ignoresCase: Bool
  /// The byte of the needle to search for first, the rarest in texts, and its index.
  private let pivot: Int
  private let first: UInt64
  private let second: UInt64
  /// True if every byte of the needle is ASCII, so that case differs in one bit.
  private let isASCII: Bool

  init(_ text: String, ignoresCase: Bool) {
    self.ignoresCase = ignoresCase
    let needle = Array(text.utf8)
    self.needle = needle
    isASCII = needle.allSatisfy { $0 < 0x80 }
    let scalars = text.unicodeScalars.map { ignoresCase ? CaseFolding.variants(of: $0) : [$0] }
    self.scalars = scalars
    let canUseAll = isASCII || !ignoresCase
    let choices = canUseAll ? Array(needle.indices) : [0]
    let pivot = choices.min { Self.frequency(text: needle[$0]) < Self.frequency(text: needle[$1]) } ?? 0
    self.pivot = pivot
    let byte = needle.isEmpty ? 0 : needle[pivot]
    var other = byte
    if ignoresCase, !needle.isEmpty {
      if isASCII {
        if byte.isASCIILetter { other = byte ^ 0x20 }
      } else {
        other = scalars.first?.last.flatMap { Array(String($0).utf8).first } ?? byte
      }
    }
    first = WordScan.broadcast(byte)
    second = WordScan.broadcast(other)
  }

  /// The maximum length of a match, in bytes.
  var longest: Int { isASCII || !ignoresCase ? needle.count : scalars.count * 4 }

  /// The first match that lies entirely in `from..<to`.
  func firstMatch(_ base: UnsafeRawPointer, from: Int, to: Int) -> Range<Int>? {
    guard !needle.isEmpty else { return nil }
    var i = from + pivot
    while i < to {
      guard let candidate = nextCandidate(base, i, to) else { return nil }
      let start = candidate - pivot
      if let end = match(base, at: start, to) { return start..<end }
      i = candidate + 1
    }
    return nil
  }

  @inline(__always)
  private func nextCandidate(_ base: UnsafeRawPointer, _ start: Int, _ end: Int) -> Int? {
    var i = start
    let a = first
    let b = second
    if a == b {
      while i &+ 32 <= end, !Self.hits4(base, i, a) { i &+= 32 }
    }
    while i &+ 8 <= end {
      let word = WordScan.load(base, i)
      let hits = WordScan.equal(word, to: a) | WordScan.equal(word, to: b)
      if hits != 0 { return i &+ WordScan.firstByte(of: hits) }
      i &+= 8
    }
    while i < end {
      let c = UInt64(base.load(fromByteOffset: i, as: UInt8.self))
      if c == a & 0xFF || c == b & 0xFF { return i }
      i &+= 1
    }
    return nil
  }

  /// True if any of 32 bytes equals one in `a`.
  @inline(__always)
  private static func hits4(_ base: UnsafeRawPointer, _ i: Int, _ a: UInt64) -> Bool {
    let w0 = WordScan.load(base, i) ^ a
    let w1 = WordScan.load(base, i &+ 8) ^ a
    let w2 = WordScan.load(base, i &+ 16) ^ a
    let w3 = WordScan.load(base, i &+ 24) ^ a
    let z0 = (w0 &- WordScan.ones) & ~w0
    let z1 = (w1 &- WordScan.ones) & ~w1
    let z2 = (w2 &- WordScan.ones) & ~w2
    let z3 = (w3 &- WordScan.ones) & ~w3
    return (z0 | z1 | z2 | z3) & WordScan.highs != 0
  }

  private func match(_ base: UnsafeRawPointer, at start: Int, _ end: Int) -> Int? {
    if isASCII || !ignoresCase {
      guard start + needle.count <= end else { return nil }
      for k in needle.indices {
        let c = base.load(fromByteOffset: start + k, as: UInt8.self)
        if c == needle[k] { continue }
        guard ignoresCase, c ^ needle[k] == 0x20, c.isASCIILetter else { return nil }
      }
      return start + needle.count
    }
    var i = start
    for variants in scalars {
      guard i < end else { return nil }
      let (scalar, length) = UTF8Sequence.scalar(base, i, end)
      guard let scalar, variants.contains(scalar) else { return nil }
      i += length
    }
    return i
  }

  /// A rough frequency of a byte in typical texts.
  private static func frequency(text c: UInt8) -> Int {
    switch c {
    case 0x20, 0x22: 100
    case 0x65, 0x61, 0x74, 0x69, 0x6F, 0x6E, 0x72, 0x73: 60
    case 0x2C, 0x3A: 70
    case 0x64, 0x6C, 0x6D, 0x63, 0x75, 0x70: 40
    case 0x30...0x39: 35
    case 0x61...0x7A: 20
    case 0x41...0x5A: 10
    case 0x80...: 15
    default: 12
    }
  }
}
