/// Encodes host names beyond ASCII for DNS: `xn--…` (RFC 3492).
package enum Punycode {
  static let longestLabel = 1000

  /// The host with every label encoded that needs it; `nil` if a label cannot be encoded. Letters are lowercased first,
  /// and the dots of other scripts count as dots, as in UTS #46.
  package static func host(_ text: String) -> String? {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
    var labels: [String] = []
    let scalars = text.lowercased().unicodeScalars
    for label in scalars.split(omittingEmptySubsequences: false, whereSeparator: { ".。．｡".unicodeScalars.contains($0) })
    {
      if label.allSatisfy(\.isASCII) {
        labels.append(String(label))
      } else {
        // Encoding is quadratic, and DNS limits a label to 63 characters.
        guard label.count <= longestLabel, let encoded = encode(Array(label).map(\.value)) else { return nil }
        labels.append("xn--" + encoded)
      }
    }
    return labels.joined(separator: ".")
  }

  /// RFC 3492, section 6.3; `nil` on overflow.
  static func encode(_ input: [UInt32]) -> String? {
    var output = input.filter { $0 < 0x80 }.map { UInt8(truncatingIfNeeded: $0) }
    var handled = UInt32(output.count)
    let basicCount = handled
    if basicCount > 0 { output.append(UInt8(ascii: "-")) }
    var (code, delta, bias): (UInt32, UInt32, UInt32) = (128, 0, 72)
    while handled < input.count {
      guard let next = input.filter({ $0 >= code }).min() else { return nil }
      let (product, overflow) = (next - code).multipliedReportingOverflow(by: handled + 1)
      let (sum, overflowed) = delta.addingReportingOverflow(product)
      guard !overflow, !overflowed else { return nil }
      (delta, code) = (sum, next)
      for value in input {
        if value < code {
          guard delta < .max else { return nil }
          delta += 1
        }
        guard value == code else { continue }
        append(delta, bias: bias, to: &output)
        bias = adapt(delta, count: handled + 1, isFirst: handled == basicCount)
        (delta, handled) = (0, handled + 1)
      }
      guard delta < .max else { return nil }
      (delta, code) = (delta + 1, code + 1)
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// One number as a variable-length integer, least significant digit first.
  private static func append(_ number: UInt32, bias: UInt32, to output: inout [UInt8]) {
    var (rest, step) = (number, UInt32(36))
    while true {
      let threshold = step <= bias ? 1 : min(step - bias, 26)
      guard rest >= threshold else { break }
      output.append(digit(threshold + (rest - threshold) % (36 - threshold)))
      rest = (rest - threshold) / (36 - threshold)
      step += 36
    }
    output.append(digit(rest))
  }

  static func adapt(_ delta: UInt32, count: UInt32, isFirst: Bool) -> UInt32 {
    var (rest, step) = (isFirst ? delta / 700 : delta / 2, UInt32(0))
    rest += rest / count
    while rest > 455 {
      rest /= 35
      step += 36
    }
    return step + 36 * rest / (rest + 38)
  }

  private static func digit(_ value: UInt32) -> UInt8 {
    let byte = UInt8(truncatingIfNeeded: value)
    return byte < 26 ? 0x61 + byte : 0x30 + byte - 26
  }
}
