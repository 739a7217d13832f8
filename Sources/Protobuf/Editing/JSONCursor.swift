internal import Basics

/// Where a cursor stands in a JSON text that is still being written: what is open around it, and what may come there.
///
/// Reads from the start to the cursor and trusts nothing: a text that is not JSON has a place all the same.
struct JSONCursor {
  /// One object or array that is open.
  struct Level {
    var isObject: Bool
    /// The name of the member that is read, in an object.
    var key: String?
    /// The element that is read, in an array.
    var index = 0
    /// The names that the object has before the cursor.
    var names: [String] = []
    /// Where it opens.
    var start: Int
  }

  enum Place: Equatable {
    /// A name of a member.
    case name
    case value
    /// After a name or a value, where only punctuation goes.
    case nothing
  }

  private(set) var levels: [Level] = []
  private(set) var place = Place.value
  /// What of the word at the cursor was written, without its quote.
  private(set) var typed = ""
  /// Where the word at the cursor begins, with its quote.
  private(set) var wordStart: Int
  /// Whether the word begins with a quote.
  private(set) var isQuoted = false

  private static let deepest = 200

  init(_ text: [UInt8], at cursor: Int) {
    let end = min(max(cursor, 0), text.count)
    wordStart = end
    var index = 0
    while index < end {
      switch text[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): open(text[index] == UInt8(ascii: "{"), index)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): close()
      case UInt8(ascii: ","): comma()
      case UInt8(ascii: ":"): place = .value
      case UInt8(ascii: "\""):
        guard let stop = Self.stringEnd(text, index, end) else {
          word(text, index, end)
          return
        }
        string(text, index, stop)
        index = stop
        continue
      case let byte where byte.isBlankOrLineEnd: break
      default:
        let stop = text[index..<end].firstIndex { !Self.isWord($0) } ?? end
        guard stop < end else {
          word(text, index, end)
          return
        }
        if place == .value { place = .nothing }
        index = max(stop, index + 1)
        continue
      }
      index += 1
    }
  }

  private mutating func open(_ isObject: Bool, _ start: Int) {
    guard levels.count < Self.deepest else { return }
    levels.append(Level(isObject: isObject, start: start))
    place = isObject ? .name : .value
  }

  private mutating func close() {
    _ = levels.popLast()
    place = .nothing
  }

  private mutating func comma() {
    guard let last = levels.indices.last else { return }
    levels[last].index += 1
    levels[last].key = nil
    place = levels[last].isObject ? .name : .value
  }

  private mutating func string(_ text: [UInt8], _ start: Int, _ stop: Int) {
    if place == .name, let last = levels.indices.last {
      let name = JSONString.decoded(text[start..<stop]) ?? ""
      levels[last].key = name
      levels[last].names.append(name)
    }
    place = .nothing
  }

  private mutating func word(_ text: [UInt8], _ start: Int, _ end: Int) {
    wordStart = start
    isQuoted = text[start] == UInt8(ascii: "\"")
    typed = String(decoding: text[(isQuoted ? start + 1 : start)..<end], as: UTF8.self)
  }

  /// After the quote that ends a string; `nil` if it does not end before the cursor.
  static func stringEnd(_ text: [UInt8], _ start: Int, _ end: Int) -> Int? {
    var index = start + 1
    while index < end {
      switch text[index] {
      case UInt8(ascii: "\""): return index + 1
      case UInt8(ascii: "\\"): index += 2
      default: index += 1
      }
    }
    return nil
  }

  static func isWord(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte >= 0x80 || [0x2B, 0x2D, 0x2E, 0x5F, 0x24, 0x40].contains(byte)
  }
}
