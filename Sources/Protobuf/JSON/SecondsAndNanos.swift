internal import Basics

/// The content of a `Timestamp` or a `Duration`, with its JSON form.
struct SecondsAndNanos: Hashable {
  var seconds: Int64
  var nanos: Int64

  private static let billion: Int64 = 1_000_000_000

  private var isTimestamp: Bool {
    -62_135_596_800...253_402_300_799 ~= seconds && 0..<Self.billion ~= nanos
  }

  private var isDuration: Bool {
    -315_576_000_000...315_576_000_000 ~= seconds && nanos.magnitude < UInt64(Self.billion)
      && !(nanos < 0 && seconds > 0) && !(nanos > 0 && seconds < 0)
  }

  /// RFC 3339 in UTC, with three, six or nine fractional digits if the fraction is not zero; `nil` outside the years 1
  /// to 9999.
  var timestampText: String? {
    guard isTimestamp else { return nil }
    return UTCTime(seconds: Int(seconds)).iso8601.dropLast() + Self.fraction(nanos) + "Z"
  }

  /// `-1.500s`; `nil` beyond 10,000 years or if the signs differ.
  var durationText: String? {
    guard isDuration else { return nil }
    return (seconds < 0 || nanos < 0 ? "-" : "") + String(seconds.magnitude) + Self.fraction(Int64(nanos.magnitude))
      + "s"
  }

  private static func fraction(_ nanos: Int64) -> String {
    if nanos == 0 { return "" }
    if nanos % 1_000_000 == 0 { return "." + UTCTime.padded(Int(nanos / 1_000_000), 3) }
    if nanos % 1_000 == 0 { return "." + UTCTime.padded(Int(nanos / 1_000), 6) }
    return "." + UTCTime.padded(Int(nanos), 9)
  }

  private init?(_ seconds: Int64, _ nanos: Int64, isValid: (Self) -> Bool) {
    self.init(seconds: seconds, nanos: nanos)
    guard isValid(self) else { return nil }
  }

  init(seconds: Int64, nanos: Int64) {
    (self.seconds, self.nanos) = (seconds, nanos)
  }

  /// Parses RFC 3339 with an offset and up to nine fractional digits.
  init?(timestamp text: String) {
    guard let moment = ISOTime.moment(text) else { return nil }
    let bytes = Array(text.utf8)
    var rest = bytes[19...]
    // Protobuf has neither lower case letters nor leap seconds, and no more digits.
    guard bytes[10] == UInt8(ascii: "T"), bytes.last != UInt8(ascii: "z"), !bytes[17..<19].elementsEqual("60".utf8),
      Self.fraction(&rest) != nil
    else { return nil }
    self.init(Int64(moment.seconds), Int64(moment.nanoseconds), isValid: \.isTimestamp)
  }

  /// Parses seconds with up to nine fractional digits and an `s`.
  init?(duration text: String) {
    var rest = Array(text.utf8)[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest = rest.dropFirst() }
    let digits = rest.prefix(while: \.isASCIIDigit)
    rest = rest.dropFirst(digits.count)
    guard let seconds = Int64(String(decoding: digits, as: UTF8.self)), let nanos = Self.fraction(&rest),
      rest.elementsEqual("s".utf8)
    else { return nil }
    self.init(isNegative ? -seconds : seconds, isNegative ? -nanos : nanos, isValid: \.isDuration)
  }

  /// Takes a point and up to nine digits from the start; 0 without a point.
  private static func fraction(_ rest: inout ArraySlice<UInt8>) -> Int64? {
    guard rest.first == UInt8(ascii: ".") else { return 0 }
    let digits = rest.dropFirst().prefix(while: \.isASCIIDigit)
    guard 1...9 ~= digits.count else { return nil }
    rest = rest.dropFirst(1 + digits.count)
    let value = digits.reduce(0) { 10 * $0 + Int64($1 - 0x30) }
    return (digits.count..<9).reduce(value) { value, _ in 10 * value }
  }
}

/// Converts a field mask path between `foo_bar.baz` in messages and `fooBar.baz` in JSON.
enum FieldMaskPath {
  /// `nil` if the text would not convert back to the path.
  static func jsonText(_ path: String) -> String? {
    var text: [UInt8] = []
    var isAfterUnderscore = false
    for byte in path.utf8 {
      guard !byte.isASCIIUppercase else { return nil }
      if isAfterUnderscore {
        guard byte.isASCIILowercase else { return nil }
        text.append(byte & 0xDF)
        isAfterUnderscore = false
      } else if byte == UInt8(ascii: "_") {
        isAfterUnderscore = true
      } else {
        text.append(byte)
      }
    }
    return isAfterUnderscore ? nil : String(decoding: text, as: UTF8.self)
  }

  /// `nil` if the text contains an underscore, which JSON paths never do.
  static func path(_ text: some StringProtocol) -> String? {
    var path: [UInt8] = []
    for byte in text.utf8 {
      guard byte != UInt8(ascii: "_") else { return nil }
      if byte.isASCIIUppercase { path.append(UInt8(ascii: "_")) }
      path.append(byte.asciiLowercased)
    }
    return String(decoding: path, as: UTF8.self)
  }
}
