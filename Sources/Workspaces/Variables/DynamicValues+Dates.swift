import Basics
import Essentials
import Libc

/// `{{$datetime 'YYYY-MM-DD' -1 d}}`, `{{$localDatetime rfc1123}}` and `{{$timestamp 1 h}}`, as in REST Client.
extension DynamicValues {
  /// - Parameter arguments: a date format, unless it is a timestamp, then a number and a unit.
  /// - Returns: `nil` if they are not understood.
  func moment(_ name: String, _ arguments: String) -> String? {
    guard var words = Self.words(arguments) else { return nil }
    let form = name == "timestamp" || words.isEmpty ? nil : words.removeFirst()
    guard let time = words.isEmpty ? now().timeIntervalSince1970 : shifted(words) else { return nil }
    switch name {
    case "timestamp": return String(Int(time.rounded(.down)))
    case "datetime": return DateForm(time, offset: 0).text(form ?? .plain("iso8601"))
    default:
      let offset = Self.localOffset(at: time)
      return DateForm(time + Double(offset), offset: offset, isLocal: true).text(form ?? .plain("iso8601"))
    }
  }

  /// A word, or a text in quotes.
  fileprivate enum Word {
    case plain(String)
    case quoted(String)
  }

  private static func words(_ text: String) -> [Word]? {
    var words: [Word] = []
    var rest = Substring(text.trimmed)
    while let first = rest.first {
      if first == "'" || first == "\"" {
        guard let end = rest.dropFirst().firstIndex(of: first) else { return nil }
        words.append(.quoted(String(rest[..<end].dropFirst())))
        rest = rest[end...].dropFirst()
      } else {
        words.append(.plain(String(rest.prefix { $0 != " " })))
        rest = rest.drop { $0 != " " }
      }
      rest = rest.drop { $0 == " " }
    }
    return words
  }

  private static let secondsOfUnit = [
    "ms": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800,
  ]
  private static let monthsOfUnit = ["M": 1, "Q": 3, "y": 12]

  private func shifted(_ words: [Word]) -> Double? {
    guard words.count == 2, case .plain(let number) = words[0], case .plain(let unit) = words[1],
      let count = Int(number), count.magnitude < 1_000_000_000
    else { return nil }
    let time = now().timeIntervalSince1970
    if let seconds = Self.secondsOfUnit[unit] { return time + Double(count) * seconds }
    return Self.monthsOfUnit[unit].map { Self.shifted(time, months: count * $0) }
  }

  /// The same day of another month, or the last day of that month.
  private static func shifted(_ time: Double, months: Int) -> Double {
    let whole = Int(time.rounded(.down))
    var moment = UTCTime(seconds: whole)
    let total = moment.date.year * 12 + moment.date.month - 1 + months
    func first(_ total: Int) -> CivilDate {
      let year = total >= 0 ? total / 12 : (total - 11) / 12
      return CivilDate(year: year, month: total - year * 12 + 1, day: 1)
    }
    let length = first(total + 1).days - first(total).days
    let day = min(moment.date.day, length)
    moment.date = CivilDate(days: first(total).days + day - 1)
    return Double(moment.seconds) + time - Double(whole)
  }

  private static func localOffset(at time: Double) -> Int {
    var seconds = time_t(time)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return parts.tm_gmtoff
  }
}

/// A moment as text: the two standard forms, or one of Day.js's tokens (`YYYY-MM-DD[T]HH:mm:ss.SSSZ`).
private struct DateForm {
  private let time: Double
  private let moment: UTCTime
  private let offset: Int
  private let isLocal: Bool

  /// - Parameters:
  ///   - time: in the zone to write.
  ///   - offset: of the zone from UTC, in seconds.
  init(_ time: Double, offset: Int, isLocal: Bool = false) {
    self.time = time
    self.offset = offset
    self.isLocal = isLocal
    moment = UTCTime(seconds: Int(time.rounded(.down)))
  }

  func text(_ form: DynamicValues.Word) -> String? {
    switch form {
    case .quoted(let format): written(format)
    case .plain("iso8601"): isLocal ? written("YYYY-MM-DDTHH:mm:ssZ") : ISOTime.text(seconds: time)
    case .plain("rfc1123"): isLocal ? written("ddd, DD MMM YYYY HH:mm:ss ZZ") : moment.httpDate
    case .plain: nil
    }
  }

  /// Characters that are not tokens are kept. `yyyy` is a token of another library; it is refused instead of kept.
  private func written(_ format: String) -> String? {
    guard !format.contains("yy") else { return nil }
    var result = ""
    var rest = Substring(format)
    while let first = rest.first {
      if first == "[", let end = rest.firstIndex(of: "]") {
        result += rest[..<end].dropFirst()
        rest = rest[end...].dropFirst()
        continue
      }
      let longest =
        ["Y", "M", "d"].contains(first) ? 4 : first == "S" ? 3 : ["a", "A", "X", "x"].contains(first) ? 1 : 2
      let run = String(rest.prefix { $0 == first }.prefix(longest))
      result += token(run) ?? run
      rest = rest.dropFirst(run.count)
    }
    return result
  }

  private func token(_ run: String) -> String? {
    let date = moment.date
    switch run {
    case "YYYY": return UTCTime.padded(date.year, 4)
    case "YY": return UTCTime.padded(date.year % 100, 2)
    case "MMMM": return Self.months[date.month - 1]
    case "MMM": return CivilDate.months[date.month - 1]
    case "dddd": return Self.weekdays[date.weekday]
    case "ddd": return CivilDate.weekdays[date.weekday]
    case "dd": return String(CivilDate.weekdays[date.weekday].prefix(2))
    case "d": return String(date.weekday)
    case "A": return moment.hour < 12 ? "AM" : "PM"
    case "a": return moment.hour < 12 ? "am" : "pm"
    case "SSS": return UTCTime.padded(Int((time * 1000).rounded(.down)) - moment.seconds * 1000, 3)
    case "X": return String(moment.seconds - offset)
    case "x": return String(Int((time * 1000).rounded(.down)) - offset * 1000)
    case "Z", "ZZ": return zone(run == "Z" ? ":" : "")
    default: return number(run)
    }
  }

  private func number(_ run: String) -> String? {
    let value: Int
    switch run.first {
    case "M": value = moment.date.month
    case "D": value = moment.date.day
    case "H": value = moment.hour
    case "h": value = (moment.hour + 11) % 12 + 1
    case "m": value = moment.minute
    case "s": value = moment.second
    default: return nil
    }
    return run.count > 2 ? nil : UTCTime.padded(value, run.count)
  }

  private func zone(_ colon: String) -> String {
    let minutes = Int(offset.magnitude) / 60
    return "\(offset < 0 ? "-" : "+")\(UTCTime.padded(minutes / 60, 2))\(colon)\(UTCTime.padded(minutes % 60, 2))"
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
  private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
}
