import Basics

/// The values of a key: what may be written, and where the value goes.
package enum ConfigurationKind: Sendable {
  package typealias Place<Value: Hashable & Sendable> =
    any WritableKeyPath<Configuration, Configuration.Given<Value>?> & Sendable

  case flag(Place<Bool>)
  case number(Place<Int>, ClosedRange<Int>)
  /// One of the words, or a number.
  case count(Place<String>, words: [String], ClosedRange<Int>)
  /// In bytes: `64MB`.
  case size(Place<Int>)
  case choice(Place<String>, [String])
  /// The name of a built-in value or of a file, which who uses it looks for.
  case name(Place<String>)
  case text(Place<String>)
  /// Commands with their keys.
  case bindings
}

extension ConfigurationKind {
  /// Sets what a scalar says, or tells what is expected instead.
  func set(_ text: String, _ origin: ConfigurationOrigin, in configuration: inout Configuration) -> String? {
    switch self {
    case .flag(let place):
      guard text == "true" || text == "false" else { return "true or false" }
      configuration[keyPath: place] = .init(text == "true", origin)
    case .number(let place, let range):
      guard let number = Self.number(text), range.contains(number) else { return Self.words(for: range) }
      configuration[keyPath: place] = .init(number, origin)
    case .count(let place, let words, let range):
      guard words.contains(text) || Self.number(text).map(range.contains) == true else {
        return "\(words.joined(separator: ", ")), or \(Self.words(for: range))"
      }
      configuration[keyPath: place] = .init(text, origin)
    case .size(let place):
      guard let size = ByteCount(text) else { return "a size such as 64MB or 2GB" }
      configuration[keyPath: place] = .init(size.bytes, origin)
    case .choice(let place, let words):
      guard words.contains(text) else {
        let meant = NearestWord.of(text, in: words).map { "; did you mean `\($0)`?" } ?? ""
        return "one of \(words.joined(separator: ", "))\(meant)"
      }
      configuration[keyPath: place] = .init(text, origin)
    case .name(let place):
      guard !text.isEmpty else { return "a name" }
      configuration[keyPath: place] = .init(text, origin)
    case .text(let place): configuration[keyPath: place] = .init(text, origin)
    case .bindings: return "commands with their keys, such as { send: [ctrl+r, f5] }"
    }
    return nil
  }

  /// Takes the value of `lower` if there is none.
  func fill(_ configuration: inout Configuration, from lower: Configuration) {
    switch self {
    case .flag(let place): Self.fill(&configuration, from: lower, place)
    case .number(let place, _), .size(let place): Self.fill(&configuration, from: lower, place)
    case .count(let place, _, _), .choice(let place, _), .name(let place), .text(let place):
      Self.fill(&configuration, from: lower, place)
    case .bindings: configuration.bindings = configuration.bindings ?? lower.bindings
    }
  }

  /// Which file gives the value; `nil` for the default.
  package func origin(in configuration: Configuration) -> ConfigurationOrigin? {
    switch self {
    case .flag(let place): configuration[keyPath: place]?.origin
    case .number(let place, _), .size(let place): configuration[keyPath: place]?.origin
    case .count(let place, _, _), .choice(let place, _), .name(let place), .text(let place):
      configuration[keyPath: place]?.origin
    case .bindings: configuration.bindings?.origin
    }
  }

  private static func fill<Value>(
    _ configuration: inout Configuration, from lower: Configuration,
    _ place: WritableKeyPath<Configuration, Configuration.Given<Value>?>
  ) {
    if configuration[keyPath: place] == nil { configuration[keyPath: place] = lower[keyPath: place] }
  }

  /// Digits only: `1e3` and `0x10` are no numbers here.
  private static func number(_ text: String) -> Int? {
    text.utf8.allSatisfy(\.isASCIIDigit) ? Int(text) : nil
  }

  private static func words(for range: ClosedRange<Int>) -> String {
    "a whole number from \(range.lowerBound) to \(range.upperBound)"
  }
}
