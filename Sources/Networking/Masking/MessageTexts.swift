import Basics

/// Where the texts of messages stand: the string values of JSON, each with the path that leads to it, else the whole
/// message. What a service streams text by text stands at one path of message after message.
///
/// As with values of secret names, the JSON is not parsed: this also reads what is cut off.
struct MessageTexts {
  struct Text {
    var range: Range<Int>
    /// The names that lead to it.
    var path: UInt64
    /// The same with the places in arrays.
    var place: UInt64
    /// The names with what says which of several texts it belongs to: `"index": 1`.
    var strand: UInt64
  }

  private struct Level {
    var isObject: Bool
    var path: UInt64
    var place: UInt64
    /// The name of the member that is read.
    var member: UInt64
    var item: UInt64 = 0
    /// What the members said that tell texts apart.
    var mark: UInt64 = 0
    /// The first text inside.
    var first: Int
  }

  /// Members whose values tell apart texts that are streamed at the same time.
  private static let marks = Set(["index", "output_index", "content_index", "id", "item_id", "type"].map(hash))
  /// What is deeper has the path of this depth.
  private static let deepest = 24
  /// In bytes; a longer message is read as one text, which bounds the texts that are kept.
  private static let longest = 1 << 20

  /// The texts of the message so far.
  private(set) var texts: [Text] = []
  private var levels: [Level] = []
  /// Containers beyond the deepest that are open.
  private var surplus = 0
  private var isJSON: Bool?
  private var size = 0

  /// Forgets the message.
  mutating func begin() {
    texts.removeAll(keepingCapacity: true)
    levels.removeAll(keepingCapacity: true)
    surplus = 0
    isJSON = nil
    size = 0
  }

  /// Reads a message, or the next of the lines that it is written in.
  /// - Parameter start: where the bytes stand.
  mutating func read(_ bytes: UnsafeRawBufferPointer, at start: Int) {
    size += bytes.count
    if isJSON == nil { isJSON = bytes.first { !MessageScanner.isBlank($0) }.map { "{[\"".utf8.contains($0) } }
    guard isJSON == true, size <= Self.longest else {
      return add(0..<bytes.count, start, path: 0, place: 0)
    }
    readJSON(bytes, start)
  }

  private mutating func readJSON(_ bytes: UnsafeRawBufferPointer, _ start: Int) {
    var place = 0
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        place = readString(bytes, from: place + 1, start)
        continue
      case UInt8(ascii: "{"): open(isObject: true)
      case UInt8(ascii: "["): open(isObject: false)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): close()
      case UInt8(ascii: ","): if let last = levels.indices.last { levels[last].item += 1 }
      default: break
      }
      place += 1
    }
  }

  /// - Returns: the place behind it, and behind the value of a member that tells texts apart.
  private mutating func readString(_ bytes: UnsafeRawBufferPointer, from first: Int, _ start: Int) -> Int {
    var end = first
    while end < bytes.count, bytes[end] != 0x22 { end += bytes[end] == 0x5C ? 2 : 1 }
    end = min(end, bytes.count)
    let content = bytes[first..<end]
    var next = end + 1
    while next < bytes.count, bytes[next].isASCIIWhitespace { next += 1 }
    guard let last = levels.indices.last else {
      add(first..<end, start, path: 1, place: 1)
      return end + 1
    }
    guard levels[last].isObject, surplus == 0 else {
      add(first..<end, start, path: levels[last].path, place: Self.mixed(levels[last].place, levels[last].item))
      return end + 1
    }
    guard next < bytes.count, bytes[next] == UInt8(ascii: ":") else {
      let member = levels[last].member
      add(
        first..<end, start, path: Self.mixed(levels[last].path, member), place: Self.mixed(levels[last].place, member)
      )
      return end + 1
    }
    levels[last].member = Self.hash(content)
    if Self.marks.contains(levels[last].member) {
      let value = bytes[(next + 1)...].drop(while: \.isASCIIWhitespace).prefix(64).prefix { !",}] ".utf8.contains($0) }
      levels[last].mark = Self.mixed(Self.mixed(levels[last].mark, levels[last].member), Self.hash(value))
    }
    return next + 1
  }

  private mutating func add(_ range: Range<Int>, _ start: Int, path: UInt64, place: UInt64) {
    guard !range.isEmpty else { return }
    texts.append(
      Text(range: start + range.lowerBound..<start + range.upperBound, path: path, place: place, strand: path))
  }

  private mutating func open(isObject: Bool) {
    guard levels.count < Self.deepest else {
      surplus += 1
      return
    }
    guard let outer = levels.last else {
      levels.append(Level(isObject: isObject, path: 1, place: 1, member: 0, first: texts.count))
      return
    }
    let step = outer.isObject ? outer.member : outer.item
    levels.append(
      Level(
        isObject: isObject, path: outer.isObject ? Self.mixed(outer.path, outer.member) : outer.path,
        place: Self.mixed(outer.place, step), member: 0, first: texts.count))
  }

  private mutating func close() {
    if surplus > 0 {
      surplus -= 1
      return
    }
    guard let level = levels.popLast(), level.mark != 0 else { return }
    for number in level.first..<texts.count { texts[number].strand = Self.mixed(texts[number].strand, level.mark) }
  }

  private static func mixed(_ left: UInt64, _ right: UInt64) -> UInt64 {
    (left ^ right &* 0x9E37_79B9_7F4A_7C15) &* 0x0000_0100_0000_01B3 &+ 1
  }

  private static func hash(_ name: String) -> UInt64 { hash(name.utf8) }

  /// FNV-1a: two paths that share a number are read as one, which only hides more.
  private static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }
}
