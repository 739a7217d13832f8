import TestSupport

extension String {
  /// The text with the characters of those escapes that `SampleJSON` writes and the pretty view decodes.
  var withShownEscapes: String { replacing("\\u00e9", with: "é").replacing("\\ud83d\\ude00", with: "😀") }
}

/// Random documents of every shape.
struct SampleJSON {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// A valid document with about `size` values and white space anywhere.
  mutating func document(size: Int) -> [UInt8] {
    var text = ""
    var left = size
    value(&text, &left, depth: 0)
    return Array(text.utf8)
  }

  private mutating func space() -> String {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: " "
    case 1: "\n  "
    case 2: "\r\n\t"
    case 3: "                    "
    default: ""
    }
  }

  private mutating func string() -> String {
    let pieces = [
      "a", "name", "\\n", "\\u00e9", "é", "漢字", "\\\"", "\\\\", "x y", "{", "]", ",", ":", "😀", "\\ud83d\\ude00",
    ]
    let count = Int.random(in: 0..<6, using: &random)
    var text = "\""
    for _ in 0..<count { text += pieces.randomElement(using: &random) ?? "" }
    if Int.random(in: 0..<60, using: &random) == 0 { text += String(repeating: "long ", count: 40) }
    return text + "\""
  }

  private mutating func value(_ text: inout String, _ left: inout Int, depth: Int) {
    left -= 1
    text += space()
    let choice = Int.random(in: 0..<10, using: &random)
    if depth == 0 || (choice < 4 && left > 0 && depth < 40) {
      let isObject = Bool.random(using: &random)
      text += isObject ? "{" : "["
      let count = depth == 0 ? Int.max : Int.random(in: 0..<8, using: &random)
      var made = 0
      while made < count, left > 0 {
        if made > 0 { text += "," }
        if isObject { text += space() + string() + space() + ":" }
        value(&text, &left, depth: depth + 1)
        made += 1
      }
      text += space() + (isObject ? "}" : "]")
    } else if choice < 7 {
      text += string()
    } else {
      text +=
        ["0", "-1", "1.10", "1e400", "-0.0E+5", "true", "false", "null", "123456789012345678901"].randomElement(
          using: &random) ?? "0"
    }
    text += space()
  }
}
