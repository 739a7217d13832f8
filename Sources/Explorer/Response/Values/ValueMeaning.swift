import Basics
import Documents
import Essentials
import HTTPModel

/// Explains the value under the cursor for the lower border: a time in words, the claims of a token.
struct ValueMeaning {
  let clock: WallClock

  /// Longer values are not read, because the border is drawn in every frame.
  private static let longest = 16 << 10

  /// - Returns: `nil` if the value explains itself.
  func words(for response: ResponsePane) -> String? {
    guard let reading = response.reading, isShort(reading), let value = ValueUnderCursor(response), !value.isContainer
    else { return nil }
    if value.isText, let token = value.token { return token.summary(nowInSeconds: clock.now.timeIntervalSince1970) }
    guard value.path != nil else { return nil }
    return value.isText ? text(value.text) : unixTime(value.text)
  }

  private func isShort(_ reading: ResponsePane.Reading) -> Bool {
    if let range = reading.document.valueRange(at: reading.view) { return range.count <= Self.longest }
    let line = reading.document.lines(in: reading.view).first(where: \.isCursor)
    return line.map { $0.byteRange.count <= Self.longest } ?? false
  }

  private func text(_ text: String) -> String? {
    guard (8...40).contains(text.utf8.count) else { return nil }
    return isoTime(text) ?? unixTime(text) ?? httpDate(text)
  }

  /// Seconds or milliseconds since 1970, from 2001 to 2100. Other numbers are rarely times.
  private func unixTime(_ text: String) -> String? {
    guard text.utf8.allSatisfy({ $0.isASCIIDigit || $0 == UInt8(ascii: ".") }), let number = Double(text) else {
      return nil
    }
    let times = 1e9..<4.102e9
    guard let seconds = [number, number / 1000].first(where: times.contains) else { return nil }
    return clock.words(for: Date(timeIntervalSince1970: seconds))
  }

  /// `2026-11-25T14:02:00Z` and its usual variants; `2026-11-25`, also before a time without a zone.
  private func isoTime(_ text: String) -> String? {
    guard let date = date(text) else { return nil }
    var time = text.replacing(" ", with: "T")
    if let sign = time.utf8.dropFirst(19).last(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }),
      time.utf8.suffix(5).first == sign, time.utf8.suffix(4).allSatisfy(\.isASCIIDigit)
    {
      // `+0100`, without the colon of RFC 3339.
      time.insert(":", at: time.index(time.endIndex, offsetBy: -2))
    }
    if let seconds = ISOTime.seconds(time) { return clock.words(for: Date(timeIntervalSince1970: seconds)) }
    guard text.utf8.count > 10 else { return clock.words(for: date) }
    return ISOTime.seconds(time + "Z") == nil ? nil : "\(clock.words(for: date)), no time zone"
  }

  private func date(_ text: String) -> CivilDate? {
    let parts = text.prefix(10).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2], let year = Int(parts[0]), let month = Int(parts[1]),
      let day = Int(parts[2])
    else { return nil }
    let date = CivilDate(year: year, month: month, day: day)
    return CivilDate(days: date.days) == date ? date : nil
  }

  /// `Wed, 25 Nov 2026 14:02:00 GMT`
  private func httpDate(_ text: String) -> String? {
    guard text.first?.isLetter == true, text.contains(":") else { return nil }
    return HTTPDate.parse(text).map { clock.words(for: $0) }
  }
}
