import Basics

/// IPv6 addresses as text (RFC 5952), without brackets or zone.
enum IPv6 {
  /// The shortest form in lower case; `nil` if it is not an address.
  static func canonical(_ text: String) -> String? {
    pieces(text).map(shortest)
  }

  /// The eight 16-bit pieces.
  static func pieces(_ text: String) -> [UInt16]? {
    var groups = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map { Array($0) }
    guard groups.count >= 3 else { return nil }
    // `::` at an end leaves two empty groups there; one of them is the gap.
    if groups[0].isEmpty {
      guard groups[1].isEmpty else { return nil }
      groups.removeFirst()
    }
    if groups[groups.count - 1].isEmpty {
      guard groups[groups.count - 2].isEmpty else { return nil }
      groups.removeLast()
    }
    var numbers: [UInt16] = []
    var gap: Int?
    for (index, group) in groups.enumerated() {
      if group.isEmpty {
        guard gap == nil else { return nil }
        gap = numbers.count
      } else if index == groups.count - 1, group.contains(UInt8(ascii: ".")) {
        guard let quad = dotted(group) else { return nil }
        numbers += quad
      } else {
        guard group.count <= 4, group.allSatisfy({ $0.hexValue != nil }),
          let number = UInt16(String(decoding: group, as: UTF8.self), radix: 16)
        else { return nil }
        numbers.append(number)
      }
    }
    guard let gap else { return numbers.count == 8 ? numbers : nil }
    guard numbers.count < 8 else { return nil }
    numbers.insert(contentsOf: repeatElement(0, count: 8 - numbers.count), at: gap)
    return numbers
  }

  private static func dotted(_ group: [UInt8]) -> [UInt16]? {
    let parts = group.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var bytes: [UInt16] = []
    for part in parts {
      let text = String(decoding: part, as: UTF8.self)
      guard part.allSatisfy(\.isASCIIDigit), let byte = UInt8(text), text == String(byte) else { return nil }
      bytes.append(UInt16(byte))
    }
    return [bytes[0] << 8 | bytes[1], bytes[2] << 8 | bytes[3]]
  }

  /// Compresses the first longest run of two or more zeros to `::`.
  private static func shortest(_ numbers: [UInt16]) -> String {
    var best = 0..<0
    var start = 0
    while start < numbers.count {
      let end = numbers[start...].firstIndex { $0 != 0 } ?? numbers.endIndex
      if end - start > max(1, best.count) { best = start..<end }
      start = max(end, start + 1)
    }
    let texts = numbers.map { String($0, radix: 16) }
    guard !best.isEmpty else { return texts.joined(separator: ":") }
    return texts[..<best.lowerBound].joined(separator: ":") + "::" + texts[best.upperBound...].joined(separator: ":")
  }
}
