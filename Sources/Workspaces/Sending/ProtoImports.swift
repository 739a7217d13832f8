import Basics

/// The names after `import` in the text of a `.proto` file, also in comments: good enough to look at these files first.
enum ProtoImports {
  static func names(in text: [UInt8]) -> [String] {
    var names: [String] = []
    var rest = text[...]
    let word = Array("import".utf8)
    while let found = rest.firstRange(of: word) {
      rest = rest[found.upperBound...]
      var tail = rest.drop { $0.isASCIIWhitespace }
      for modifier in ["public", "weak"] where tail.starts(with: modifier.utf8) {
        tail = tail.dropFirst(modifier.utf8.count).drop { $0.isASCIIWhitespace }
      }
      guard let quote = tail.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { continue }
      tail = tail.dropFirst()
      guard let end = tail.firstIndex(of: quote) else { continue }
      names.append(String(decoding: tail[..<end], as: UTF8.self))
      rest = tail[end...]
    }
    return names
  }
}
