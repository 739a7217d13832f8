import Foundation

/// The spellings that are masked: a secret as it is, and as the program itself writes it.
enum TaintForm: String, CaseIterable {
  case raw, percentUpper, percentLower, plus, json, ascii, html, shell, base64, base64Pair
  case inJSONInJSON

  /// In a JSON string, only those that are the same there, or become another spelling. Only a password is ever written
  /// together with a name; the Base64 of any other pair would be unknown.
  static func cases(of place: TaintSample.Place) -> [TaintForm] {
    if place.request == "json" { return [.raw, .percentUpper, .percentLower, .plus, .json, .base64] }
    return allCases.filter { $0 != .base64Pair || place.name == "basic" }
  }

  func text(_ secret: String) -> String {
    let bytes = Array(secret.utf8)
    func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
    func percent(_ keeps: (UInt8) -> Bool, _ form: (String) -> String) -> String {
      bytes.map { keeps($0) ? String(UnicodeScalar($0)) : "%" + form(hex($0)) }.joined()
    }
    func isPlain(_ byte: UInt8) -> Bool {
      UnicodeScalar(byte).properties.isAlphabetic && byte < 128 || (48...57).contains(byte)
        || "-._~".utf8.contains(byte)
    }
    switch self {
    case .raw: return secret
    case .percentUpper: return percent(isPlain) { $0.uppercased() }
    case .percentLower: return percent(isPlain) { $0 }
    case .plus: return percent(isPlain) { $0.uppercased() }.replacing("%20", with: "+")
    case .json: return Self.json(secret)
    case .ascii:
      return Self.json(secret).utf16.map { unit in
        if let byte = UInt8(exactly: unit), byte < 128 { return String(UnicodeScalar(byte)) }
        return "\\u" + String(repeating: "0", count: 4 - String(unit, radix: 16).count) + String(unit, radix: 16)
      }
      .joined()
    case .html:
      return secret.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
    case .shell: return "'" + secret.replacing("'", with: "'\\''") + "'"
    case .base64: return Data(bytes).base64EncodedString()
    case .base64Pair: return Data("user:\(secret)".utf8).base64EncodedString()
    case .inJSONInJSON: return Self.json(Self.json(secret))
    }
  }

  static func json(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      default: String(scalar)
      }
    }.joined()
  }
}

/// Looks for planted secrets in any spelling, without using any code under test. Every secret begins and ends with a
/// unique mark; a text that contains either half leaks the secret.
enum TaintDetector {
  static let mark = "Zq7x"

  /// The numbers of the secrets of which any part occurs in the bytes.
  static func found(in bytes: [UInt8]) -> Set<String> {
    var found: Set<String> = []
    var seen: Set<[UInt8]> = []
    var open = [(bytes, 0)]
    while let (text, depth) = open.popLast() {
      guard seen.insert(text).inserted else { continue }
      collect(text, into: &found)
      guard depth < 2 else { continue }
      open.append((percentDecoded(text), depth + 1))
      open.append((escapesDecoded(text), depth + 1))
      open.append((entitiesDecoded(text), depth + 1))
      if depth == 0 { open += base64Runs(text).map { ($0, 1) } }
    }
    return found
  }

  private static func collect(_ text: [UInt8], into found: inout Set<String>) {
    let data = Data(text)
    let wanted = Data(mark.utf8)
    var place = data.startIndex
    while let range = data.range(of: wanted, in: place..<data.endIndex) {
      found.insert(String(decoding: data[range.upperBound..<min(range.upperBound + 4, data.endIndex)], as: UTF8.self))
      place = range.upperBound
    }
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 48...57: UInt32(byte - 48)
    case 65...70: UInt32(byte - 55)
    case 97...102: UInt32(byte - 87)
    default: nil
    }
  }

  private static func hex(_ text: [UInt8], _ start: Int, _ count: Int) -> UInt32? {
    guard start + count <= text.count else { return nil }
    var value: UInt32 = 0
    for byte in text[start..<start + count] {
      guard let digit = digit(byte) else { return nil }
      value = value << 4 | digit
    }
    return value
  }

  private static func percentDecoded(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(0x25) else { return text }
    var result: [UInt8] = []
    var index = 0
    while index < text.count {
      if text[index] == 0x25, let value = hex(text, index + 1, 2) {
        result.append(UInt8(value))
        index += 3
      } else {
        result.append(text[index])
        index += 1
      }
    }
    return result
  }

  private static func escapesDecoded(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(0x5C) else { return text }
    var result: [UInt8] = []
    var index = 0
    while index < text.count {
      if text[index] == 0x5C, index + 1 < text.count {
        if text[index + 1] == 0x75, let value = hex(text, index + 2, 4) {
          result += Array(String(UnicodeScalar(value) ?? "?").utf8)
          index += 6
        } else {
          index += 1
        }
      } else {
        result.append(text[index])
        index += 1
      }
    }
    return result
  }

  private static func entitiesDecoded(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(0x26) else { return text }
    var result: [UInt8] = []
    var index = 0
    while index < text.count {
      if text[index] == 0x26, let end = text[index..<min(index + 10, text.count)].firstIndex(of: 0x3B),
        text[index + 1] == 0x23
      {
        let digits = String(decoding: text[(index + 2)..<end], as: UTF8.self)
        let value = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        result += Array(String(value.flatMap(UnicodeScalar.init) ?? "?").utf8)
        index = end + 1
      } else {
        result.append(text[index])
        index += 1
      }
    }
    return result
  }

  /// Every run of the Base64 alphabet long enough to contain a mark, decoded at each of four offsets.
  private static func base64Runs(_ text: [UInt8]) -> [[UInt8]] {
    func isOne(_ byte: UInt8) -> Bool {
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
        || [0x2B, 0x2F, 0x2D, 0x5F].contains(byte)
    }
    var all: [[UInt8]] = [[], [], [], []]
    for run in text.split(whereSeparator: { !isOne($0) }) where run.count >= 12 {
      let plain = run.map { $0 == 0x2D ? 0x2B : $0 == 0x5F ? 0x2F : $0 }
      for shift in 0..<4 {
        let part = plain.dropFirst(shift)
        let whole = part.prefix(part.count / 4 * 4)
        if let data = Data(base64Encoded: Data(whole)) { all[shift] += Array(data) + [0x0A] }
      }
    }
    return all
  }
}
