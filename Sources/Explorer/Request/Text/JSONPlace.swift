import Basics
import Protobuf

/// Finds where a value stands in a JSON text, by its path from the outermost one.
struct JSONPlace {
  private let text: [UInt8]
  private var index = 0

  /// - Returns: the offset of the name of the last step, or of the value; `nil` if there is none.
  static func offset(of steps: [MessagePath.Step], in text: [UInt8]) -> Int? {
    var place = JSONPlace(text: text)
    return place.find(steps[...])
  }

  private init(text: [UInt8]) { self.text = text }

  private var byte: UInt8? { index < text.count ? text[index] : nil }

  private mutating func find(_ steps: ArraySlice<MessagePath.Step>) -> Int? {
    skip { $0.isASCIIWhitespace }
    guard let step = steps.first else { return index }
    switch (step, byte) {
    case (.index(let number), UInt8(ascii: "[")): return element(number, steps.dropFirst())
    case (.field(let name), UInt8(ascii: "{")), (.key(let name), UInt8(ascii: "{")):
      return member(name, steps.dropFirst())
    default: return nil
    }
  }

  private mutating func element(_ number: Int, _ steps: ArraySlice<MessagePath.Step>) -> Int? {
    index += 1
    for count in 0... {
      skip { $0.isASCIIWhitespace || $0 == UInt8(ascii: ",") }
      guard let byte, byte != UInt8(ascii: "]") else { return nil }
      if count == number { return find(steps) }
      skipValue()
    }
    return nil
  }

  private mutating func member(_ name: String, _ steps: ArraySlice<MessagePath.Step>) -> Int? {
    index += 1
    while true {
      skip { $0.isASCIIWhitespace || $0 == UInt8(ascii: ",") }
      guard byte == UInt8(ascii: "\"") else { return nil }
      let start = index
      skipValue()
      let key = String(decoding: text[start..<index].dropFirst().dropLast(), as: UTF8.self)
      skip { $0.isASCIIWhitespace || $0 == UInt8(ascii: ":") }
      if key == name || Self.plain(key) == Self.plain(name) { return steps.isEmpty ? start : find(steps) }
      skipValue()
    }
  }

  /// A field has a name in its file and another in JSON.
  private static func plain(_ name: String) -> String { name.lowercased().filter { $0 != "_" } }

  private mutating func skip(_ isSkipped: (UInt8) -> Bool) { while let byte, isSkipped(byte) { index += 1 } }

  /// Goes behind the value that begins here; always forward.
  private mutating func skipValue() {
    let start = index
    var depth = 0
    repeat {
      guard let byte else { return }
      switch byte {
      case UInt8(ascii: "\""): skipString()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        index += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        index += 1
      case UInt8(ascii: ","), UInt8(ascii: ":"),
        _ where byte.isASCIIWhitespace:
        index += 1
      default: skip { !$0.isASCIIWhitespace && !",:{}[]\"".utf8.contains($0) }
      }
    } while depth > 0
    if index == start { index += 1 }
  }

  private mutating func skipString() {
    index += 1
    while let byte, byte != UInt8(ascii: "\"") { index += byte == UInt8(ascii: "\\") ? 2 : 1 }
    index = min(index + 1, text.count)
  }
}
