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
  package static let names = generators.map(\.key) + functions.map(\.key) + texts.map(\.key)

  /// True if `{{$name}}` is one of them; `name` has no `$` and may have arguments.
  package static func knows(_ name: String) -> Bool { live.value(of: name) != nil }

  private static let generatorsByName = Dictionary(uniqueKeysWithValues: generators.map { ($0.key, $0.value) })
  private static let functionsByName = Dictionary(uniqueKeysWithValues: functions.map { ($0.key, $0.value) })
  private static let textsByName = Dictionary(uniqueKeysWithValues: texts.map { ($0.key, $0.value) })

  /// The value of `name`, which has no `$` and may have arguments (`randomInt 1 100`); `nil` if it is unknown.
  func value(of name: String) -> String? {
    let first = String(name.prefix { $0 != " " })
    let arguments = String(name.dropFirst(first.count)).trimmed
    if let function = Self.functionsByName[first] { return function(self, arguments) }
    guard arguments.isEmpty else { return nil }
    return Self.generatorsByName[first]?(self) ?? Self.textsByName[first].map(text)
  }

  /// One of the texts of a recipe.
  func text(_ recipe: String) -> String {
    let texts = recipe.split(separator: "|")
    let chosen = Int(random(UInt64(texts.count)))
    guard texts.indices.contains(chosen) else { return "" }
    let parts = texts[chosen].split(separator: "{", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(digits(parts[0])) { text, part in
      let name = part.prefix { $0 != "}" }
      return text + (value(of: String(name)) ?? "") + digits(part.dropFirst(name.count + 1))
    }
  }

  private func digits(_ text: Substring) -> String {
    text.contains("#") ? text.map { $0 == "#" ? String(random(10)) : String($0) }.joined() : String(text)
  }

  func joined(_ count: Int, _ separator: String, _ part: (DynamicValues) -> String) -> String {
    (0..<count).map { _ in part(self) }.joined(separator: separator)
  }

  func randomInt(_ arguments: String) -> String? {
    let words = arguments.split(separator: " ")
    var (low, high) = (0, 1000)
    if !words.isEmpty {
      guard words.count == 2, let first = Int(words[0]), let second = Int(words[1]), first <= second else { return nil }
      (low, high) = (first, second)
    }
    let (width, overflow) = high.subtractingReportingOverflow(low)
    guard !overflow, width < Int.max else { return nil }
    return String(low + Int(random(UInt64(width) + 1)))
  }

  func uuid() -> String {
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

  /// In characters.
  private static let longest = 10_000

  /// - Parameters:
  ///   - count: by default, one letter.
  ///   - prefix: before the default letter.
  func letters(_ count: String, _ alphabet: String, prefix: String = "") -> String? {
    if count.isEmpty { return prefix + letters(1, alphabet) }
    guard let count = Int(count), (1...Self.longest).contains(count) else { return nil }
    return letters(count, alphabet)
  }

  /// A latitude or longitude with four decimals.
  func coordinate(_ highest: Int) -> String {
    let value = Int(random(UInt64(highest) * 20_000 + 1)) - highest * 10_000
    let size = value.magnitude
    return (value < 0 ? "-" : "") + "\(size / 10_000)." + UTCTime.padded(Int(size % 10_000), 4)
  }

  /// A German account number with its check digits (ISO 13616).
  func bankAccount() -> String {
    let account = joined(18, "") { String($0.random(10)) }
    // The letters DE as numbers, and 00 for the check digits.
    let remainder = (account + "131400").utf8.reduce(0) { ($0 * 10 + Int($1 - UInt8(ascii: "0"))) % 97 }
    return "DE" + UTCTime.padded(98 - remainder, 2) + account
  }
}
