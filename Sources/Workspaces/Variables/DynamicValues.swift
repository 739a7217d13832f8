import Basics
package import Essentials

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

  /// The names offered for completion, without `$`.
  package static let names = [
    "uuid", "guid", "timestamp", "isoTimestamp", "datetime", "localDatetime", "randomInt", "randomUUID",
    "randomBoolean", "randomAlphabetic", "randomAlphaNumeric",
    "randomHexadecimal", "randomPassword", "randomFirstName", "randomLastName", "randomFullName", "randomUserName",
    "randomEmail", "randomPhoneNumber", "randomCity", "randomCountry", "randomCountryCode", "randomCompanyName",
    "randomColor", "randomHexColor", "randomIP", "randomIPV6", "randomPort", "randomDomainName", "randomUrl",
    "randomWord", "randomWords", "randomLoremSentence", "randomPrice", "randomDateRecent", "randomDatePast",
    "randomDateFuture", "randomMACAddress", "randomSemver",
  ]

  /// True if `{{$name}}` is one of them; `name` has no `$` and may have arguments.
  package static func knows(_ name: String) -> Bool { live.value(of: name) != nil }

  /// The value of `name`, which has no `$` and may have arguments (`randomInt 1 100`); `nil` if it is unknown.
  func value(of name: String) -> String? {
    let first = String(name.prefix { $0 != " " })
    let rest = String(name.dropFirst(first.count)).trimmed
    switch first {
    case "randomInt": return randomInt(rest.split(separator: " ").map(String.init))
    case "timestamp", "datetime", "localDatetime": return moment(first, rest)
    case "randomAlphabetic", "randomAlphaNumeric", "randomHexadecimal":
      if let count = Int(rest), (1...Self.longest).contains(count) {
        return letters(count, Self.alphabets[first] ?? "")
      }
    default: break
    }
    guard rest.isEmpty else { return nil }
    return moment(first) ?? technical(first) ?? personal(first)
  }

  /// In characters.
  private static let longest = 10_000
  private static let alphabets = [
    "randomAlphabetic": "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "randomAlphaNumeric": "abcdefghijklmnopqrstuvwxyz0123456789", "randomHexadecimal": "0123456789abcdef",
  ]

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
    case "randomAlphabetic", "randomAlphaNumeric": letters(1, Self.alphabets[name] ?? "")
    case "randomHexadecimal": "0x" + letters(1, Self.alphabets[name] ?? "")
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

extension DynamicValues {
  /// Names, places and words from short lists, sufficient for test data.
  func personal(_ name: String) -> String? {
    switch name {
    case "randomFirstName": pick(Self.firstNames)
    case "randomLastName": pick(Self.lastNames)
    case "randomFullName": "\(pick(Self.firstNames)) \(pick(Self.lastNames))"
    case "randomUserName": pick(Self.firstNames).lowercased() + String(random(1000))
    case "randomEmail": "\(pick(Self.firstNames).lowercased())\(random(1000))@example.com"
    case "randomPhoneNumber": "555-\(letters(3, "0123456789"))-\(letters(4, "0123456789"))"
    case "randomCity": pick(Self.cities)
    case "randomCountry": pick(Self.countries.map(\.name))
    case "randomCountryCode": pick(Self.countries.map(\.code))
    case "randomCompanyName": "\(pick(Self.lastNames)) \(pick(["Inc", "Group", "and Sons", "LLC"]))"
    case "randomColor": pick(["red", "green", "blue", "violet", "amber", "teal", "grey", "white"])
    case "randomDomainName": "\(pick(Self.words)).example"
    case "randomUrl": "https://\(pick(Self.words)).example"
    case "randomWord": pick(Self.words)
    case "randomWords": (0..<3).map { _ in pick(Self.words) }.joined(separator: " ")
    case "randomLoremSentence": "Lorem " + (0..<6).map { _ in pick(Self.words) }.joined(separator: " ") + "."
    default: nil
    }
  }

  private func pick(_ list: [String]) -> String {
    let index = Int(random(UInt64(list.count)))
    return list.indices.contains(index) ? list[index] : ""
  }

  private static let firstNames = [
    "Ada", "Bela", "Chiara", "Dmitri", "Elif", "Farid", "Grace", "Hana", "Ivo", "Jonas", "Kofi", "Linh", "Mara", "Noor",
  ]
  private static let lastNames = [
    "Abe", "Bauer", "Costa", "Dubois", "Eriksen", "Ferrari", "Garcia", "Hopper", "Ito", "Jansen", "Kaya", "Lovelace",
  ]
  private static let cities = ["Athens", "Bergen", "Cairo", "Dakar", "Kyoto", "Lima", "Oslo", "Porto", "Quito", "Riga"]
  private static let countries = [
    (name: "Brazil", code: "BR"), (name: "Chile", code: "CL"), (name: "Egypt", code: "EG"), (name: "Ghana", code: "GH"),
    (name: "Japan", code: "JP"), (name: "Kenya", code: "KE"), (name: "Norway", code: "NO"),
    (name: "Portugal", code: "PT"), (name: "Viet Nam", code: "VN"),
  ]
  private static let words = [
    "acorn", "bridge", "cloud", "drift", "ember", "field", "grove", "harbor", "island", "juniper", "kettle", "lantern",
    "meadow", "north", "orchard", "pebble",
  ]
}
