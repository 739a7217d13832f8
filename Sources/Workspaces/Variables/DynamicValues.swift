import Basics

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The sources of `{{$uuid}}` and similar variables: a clock and a random number generator, so that a test can fix
/// both.
package struct DynamicValues: Sendable {
  package var now: @Sendable () -> Date
  /// A number from 0 to the bound, exclusive.
  package var random: @Sendable (_ bound: UInt64) -> UInt64

  package init(now: @escaping @Sendable () -> Date, random: @escaping @Sendable (_ bound: UInt64) -> UInt64) {
    self.now = now
    self.random = random
  }

  package static let live = DynamicValues(now: { Date() }, random: { UInt64.random(in: 0..<max(1, $0)) })

  /// The same values; `use` is called whenever one is made.
  package func telling(_ use: @escaping @Sendable () -> Void) -> DynamicValues {
    DynamicValues(
      now: { [now] in
        use()
        return now()
      },
      random: { [random] bound in
        use()
        return random(bound)
      })
  }

  /// The names offered for completion, without `$`.
  package static let names = [
    "uuid", "guid", "timestamp", "isoTimestamp", "randomInt", "randomUUID", "randomBoolean", "randomAlphaNumeric",
    "randomHexadecimal", "randomPassword", "randomFirstName", "randomLastName", "randomFullName", "randomUserName",
    "randomEmail", "randomPhoneNumber", "randomCity", "randomCountry", "randomCountryCode", "randomCompanyName",
    "randomColor", "randomHexColor", "randomIP", "randomIPV6", "randomPort", "randomDomainName", "randomUrl",
    "randomWord", "randomWords", "randomLoremSentence", "randomPrice", "randomDateRecent", "randomDatePast",
    "randomDateFuture", "randomMACAddress", "randomSemver",
  ]

  /// The value of `name`, which has no `$` and may have arguments (`randomInt 1 100`); `nil` if it is unknown.
  func value(of name: String) -> String? {
    let words = name.split(separator: " ").map(String.init)
    guard let first = words.first else { return nil }
    if first == "randomInt" { return randomInt(Array(words.dropFirst())) }
    guard words.count == 1 else { return nil }
    return moment(first) ?? technical(first) ?? personal(first)
  }

  private func randomInt(_ arguments: [String]) -> String? {
    var (low, high) = (0, 1000)
    if !arguments.isEmpty {
      guard arguments.count == 2, let first = Int(arguments[0]), let second = Int(arguments[1]), first <= second else {
        return nil
      }
      (low, high) = (first, second)
    }
    let (width, overflow) = high.subtractingReportingOverflow(low)
    guard !overflow, width < Int.max else { return nil }
    return String(low + Int(random(UInt64(width) + 1)))
  }

  private func moment(_ name: String) -> String? {
    switch name {
    case "timestamp": String(Int(now().timeIntervalSince1970))
    case "isoTimestamp": ISOTime.text(now())
    case "randomDateRecent": ISOTime.text(now().addingTimeInterval(-Double(random(86_400))))
    case "randomDatePast": ISOTime.text(now().addingTimeInterval(-Double(random(31_536_000))))
    case "randomDateFuture": ISOTime.text(now().addingTimeInterval(Double(random(31_536_000))))
    default: nil
    }
  }

  private func technical(_ name: String) -> String? {
    switch name {
    case "uuid", "guid", "randomUUID": uuid()
    case "randomBoolean": random(2) == 0 ? "false" : "true"
    case "randomAlphaNumeric": letters(1, "abcdefghijklmnopqrstuvwxyz0123456789")
    case "randomHexadecimal": "0x" + letters(1, "0123456789abcdef")
    case "randomPassword": letters(15, "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789")
    case "randomHexColor": "#" + letters(6, "0123456789abcdef")
    case "randomIP": (0..<4).map { _ in String(random(256)) }.joined(separator: ".")
    case "randomIPV6": (0..<8).map { _ in letters(4, "0123456789abcdef") }.joined(separator: ":")
    case "randomMACAddress": (0..<6).map { _ in letters(2, "0123456789abcdef") }.joined(separator: ":")
    case "randomPort": String(1024 + random(64_512))
    case "randomSemver": (0..<3).map { _ in String(random(10)) }.joined(separator: ".")
    case "randomPrice": "\(random(1000)).\(letters(2, "0123456789"))"
    default: nil
    }
  }

  private func uuid() -> String {
    var bytes = (0..<16).map { _ in UInt8(random(256)) }
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    let hex = Hexadecimal.text(bytes)
    let cuts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
    return cuts.map { hex.dropFirst($0.lowerBound).prefix($0.count) }.joined(separator: "-")
  }

  func letters(_ count: Int, _ alphabet: String) -> String {
    let characters = Array(alphabet)
    return String((0..<count).map { _ in characters[Int(random(UInt64(characters.count)))] })
  }
}
