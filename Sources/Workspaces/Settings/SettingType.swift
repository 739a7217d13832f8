import Basics

/// The values of a setting: how they are typed, shown and compared, and the meaning of an absent one.
package enum SettingType: Sendable {
  package typealias Place<Value> = any WritableKeyPath<RequestSettings, Value?> & Sendable

  case flag(Place<Bool>, usually: Bool)
  case count(Place<Int>, usually: Int)
  /// 0 and absent mean no limit.
  case milliseconds(Place<Double>)
  /// In bytes.
  case size(Place<Int>, usually: Int)
  /// Absent, what is around the request decides.
  case cookies(Place<CookieUse>)
  /// As with cookies.
  case history(Place<HistoryUse>)
  /// Absent, both sides choose.
  case tls(Place<TLSLimit>, usually: String)
}

extension SettingType {
  /// The choices; `nil` if the value is typed.
  package var choices: [String]? {
    switch self {
    case .flag: ["", "yes", "no"]
    case .history: [""] + HistoryUse.allCases.map(\.rawValue)
    case .cookies: [""] + CookieUse.allCases.map(\.rawValue)
    case .tls: [""] + TLSLimit.allCases.map(\.rawValue)
    case .count, .milliseconds, .size: nil
    }
  }

  /// The default, as text.
  package var usualText: String {
    switch self {
    case .flag(_, let usual): usual ? "yes" : "no"
    case .count(_, let usual): "\(usual)"
    case .milliseconds: "none"
    case .size(_, let usual): ByteCount(usual).exactText
    case .cookies: CookieUse.keep.rawValue
    case .history: HistoryUse.keep.rawValue
    case .tls(_, let usual): usual
    }
  }

  /// Empty if the setting is absent.
  package func text(in settings: RequestSettings) -> String {
    switch self {
    case .flag(let place, _): settings[keyPath: place].map { $0 ? "yes" : "no" } ?? ""
    case .count(let place, _): settings[keyPath: place].map { "\($0)" } ?? ""
    case .milliseconds(let place): settings[keyPath: place].map(NumberText.text) ?? ""
    case .size(let place, _): settings[keyPath: place].map { ByteCount($0).exactText } ?? ""
    case .cookies(let place): settings[keyPath: place]?.rawValue ?? ""
    case .history(let place): settings[keyPath: place]?.rawValue ?? ""
    case .tls(let place, _): settings[keyPath: place]?.rawValue ?? ""
    }
  }

  /// The meaning of a value that needs an explanation.
  package func note(in settings: RequestSettings) -> String {
    guard case .milliseconds(let place) = self, settings[keyPath: place] == 0 else { return "" }
    return "waits without a limit"
  }

  /// Sets what was typed or chosen; an invalid text changes nothing.
  package func set(_ text: String, in settings: inout RequestSettings) {
    let text = text.trimmed
    switch self {
    case .flag(let place, _): settings[keyPath: place] = text == "yes" ? true : text == "no" ? false : nil
    case .count(let place, _):
      if text.isEmpty { settings[keyPath: place] = nil }
      if let number = Self.count(text) { settings[keyPath: place] = number }
    case .milliseconds(let place):
      if text.isEmpty { settings[keyPath: place] = nil }
      if let number = Self.milliseconds(text) { settings[keyPath: place] = number }
    case .size(let place, _):
      if text.isEmpty { settings[keyPath: place] = nil }
      if let size = ByteCount(text) { settings[keyPath: place] = size.bytes }
    case .cookies(let place): settings[keyPath: place] = CookieUse(rawValue: text)
    case .history(let place): settings[keyPath: place] = HistoryUse(rawValue: text)
    case .tls(let place, _): settings[keyPath: place] = TLSLimit(rawValue: text)
    }
  }

  /// Why a text is not a valid value; `nil` if it is.
  package func problem(of text: String) -> String? {
    let text = text.trimmed
    guard !text.isEmpty else { return nil }
    return switch self {
    case .flag, .cookies, .history, .tls: nil
    case .count: Self.count(text) == nil ? "A whole number, 0 or more" : nil
    case .milliseconds: Self.milliseconds(text) == nil ? "Milliseconds, 0 or more" : nil
    case .size: ByteCount(text) == nil ? "A size such as 500 MB or 2 GB, 0 for any" : nil
    }
  }

  private static func count(_ text: String) -> Int? { Int(text).flatMap { $0 >= 0 ? $0 : nil } }

  private static func milliseconds(_ text: String) -> Double? {
    Double(text).flatMap { $0 >= 0 && $0.isFinite ? $0 : nil }
  }
}

extension SettingType {
  /// Sets an absent setting to its default.
  func complete(_ settings: inout RequestSettings) {
    switch self {
    case .flag(let place, let usual): settings[keyPath: place] = settings[keyPath: place] ?? usual
    case .count(let place, let usual), .size(let place, let usual):
      settings[keyPath: place] = settings[keyPath: place] ?? usual
    case .milliseconds(let place): settings[keyPath: place] = settings[keyPath: place] ?? 0
    case .cookies, .history, .tls: break
    }
  }

  func isSame(_ left: RequestSettings, _ right: RequestSettings) -> Bool {
    switch self {
    case .flag(let place, _): left[keyPath: place] == right[keyPath: place]
    case .count(let place, _), .size(let place, _): left[keyPath: place] == right[keyPath: place]
    case .milliseconds(let place): left[keyPath: place] == right[keyPath: place]
    case .cookies(let place): left[keyPath: place] == right[keyPath: place]
    case .history(let place): left[keyPath: place] == right[keyPath: place]
    case .tls(let place, _): left[keyPath: place] == right[keyPath: place]
    }
  }

  func copy(from source: RequestSettings, to settings: inout RequestSettings) {
    switch self {
    case .flag(let place, _): settings[keyPath: place] = source[keyPath: place]
    case .count(let place, _), .size(let place, _): settings[keyPath: place] = source[keyPath: place]
    case .milliseconds(let place): settings[keyPath: place] = source[keyPath: place]
    case .cookies(let place): settings[keyPath: place] = source[keyPath: place]
    case .history(let place): settings[keyPath: place] = source[keyPath: place]
    case .tls(let place, _): settings[keyPath: place] = source[keyPath: place]
    }
  }

  /// The value as shown in a conflict.
  func words(in settings: RequestSettings) -> String {
    switch self {
    case .flag(let place, let usual): "\(settings[keyPath: place] ?? usual)"
    case .count(let place, let usual): "\(settings[keyPath: place] ?? usual)"
    case .milliseconds(let place): NumberText.text(settings[keyPath: place] ?? 0)
    case .size, .cookies, .history, .tls: text(in: settings)
    }
  }
}
