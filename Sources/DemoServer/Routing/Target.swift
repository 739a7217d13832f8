/// A request target taken apart: path segments and query, percent-decoded (RFC 3986).
struct Target: Sendable {
  let path: [String]
  let query: [(name: String, value: String)]

  /// - Parameter target: in origin form (`/users?page=2`) or absolute form (`http://host/users`).
  init(_ target: String) {
    var rest = Substring(target)
    if let scheme = rest.firstRange(of: "://"), !rest[..<scheme.lowerBound].contains("/") {
      let authority = rest[scheme.upperBound...]
      rest = authority.firstIndex(where: { $0 == "/" || $0 == "?" }).map { authority[$0...] } ?? "/"
    }
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = (parts.first ?? "").split(separator: "/").map { Self.decoded($0, plusIsSpace: false) }
    query =
      parts.count < 2
      ? []
      : parts[1].split(separator: "&").map { pair in
        let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (
          Self.decoded(halves.first ?? "", plusIsSpace: true),
          halves.count > 1 ? Self.decoded(halves[1], plusIsSpace: true) : ""
        )
      }
  }

  /// Text with `%XX` replaced; a `%` that starts no such pair stays, bytes that are not UTF-8 become U+FFFD.
  static func decoded(_ text: Substring, plusIsSpace: Bool) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else { return String(text) }
    let input = Array(text.utf8)
    var output: [UInt8] = []
    output.reserveCapacity(input.count)
    var index = 0
    while index < input.count {
      let byte = input[index]
      if byte == UInt8(ascii: "%"), index + 2 < input.count, let high = hexadecimal(input[index + 1]),
        let low = hexadecimal(input[index + 2])
      {
        output.append(high << 4 | low)
        index += 3
        continue
      }
      output.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      index += 1
    }
    return String(decoding: output, as: UTF8.self)
  }

  static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
