/// A JSON list of records with an exact number of bytes, generated in pieces so that memory use is independent of size.
struct LargeJSON {
  private var left: Int
  private var id = 0
  /// Larger than any record with its comma and line end.
  private static let reserve = 400

  /// - Parameter bytes: at least 2.
  init(bytes: Int) {
    left = bytes
  }

  static func document(bytes: Int) -> String {
    var producer = LargeJSON(bytes: bytes)
    var text = ""
    while let piece = producer.next() { text += piece }
    return text
  }

  /// The next piece of about 64 KB; `nil` after the last byte.
  mutating func next() -> String? {
    guard left > 0 else { return nil }
    var piece = id == 0 ? "[" : ""
    if id == 0 { left -= 1 }
    while piece.utf8.count < 65536, left > Self.reserve {
      id += 1
      let record = (id == 1 ? "\n" : ",\n") + Self.record(id)
      left -= record.utf8.count
      piece += record
    }
    if left <= Self.reserve {
      // Blanks fill the remaining space, which is too small for a record.
      piece += String(repeating: " ", count: left - 1) + "]"
      left = 0
    }
    return piece
  }

  private static func record(_ id: Int) -> String {
    let tags = ["red", "green", "blue", "ünïcode", "日本語"]
    return """
        {"id": \(id), "name": "Item \(id)", "price": \(id % 997).\(id % 10)5, "inStock": \(id % 3 != 0), \
      "tags": ["\(tags[id % 5])", "\(tags[id * 3 % 5])"], "parent": \(id % 7 == 0 ? "null" : "\(id / 2)"), \
      "position": {"x": \(id * 31 % 1000), "y": -\(id * 17 % 1000)}}
      """
  }
}
