import Basics

/// The type of a setting: how its values are edited, shown and compared, and its default.
package enum SettingType: Sendable {
  package typealias Place<Value> = any WritableKeyPath<RequestSettings, Value?> & Sendable

  case flag(Place<Bool>, usually: Bool)
  case count(Place<Int>, usually: Int)
  /// 0 and absent mean no limit.
  case milliseconds(Place<Double>)
  /// In bytes.
  case size(Place<Int>, usually: Int)
  /// If absent, the enclosing level decides.
  case cookies(Place<CookieUse>)
  /// Like `cookies`.
  case history(Place<HistoryUse>)
  /// If absent, the default statuses apply.
  case statuses(Place<StatusList>)
  /// If absent, client and server negotiate.
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
    case .count, .milliseconds, .size, .statuses: nil
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
    case .statuses: RequestSettings.usualRetryStatusText
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
    case .statuses(let place): settings[keyPath: place]?.text ?? ""
    case .tls(let place, _): settings[keyPath: place]?.rawValue ?? ""
    }
  }

  /// The meaning of a value that needs an explanation.
  package func note(in settings: RequestSettings) -> String {
    guard case .milliseconds(let place) = self, settings[keyPath: place] == 0 else { return "" }
    return "no limit"
  }

  /// Sets a typed or chosen value; an invalid text changes nothing.
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
    case .statuses(let place):
      if text.isEmpty { settings[keyPath: place] = nil }
      if let list = StatusList(text) { settings[keyPath: place] = list }
    case .tls(let place, _): settings[keyPath: place] = TLSLimit(rawValue: text)
    }
  }

  /// The reason why a text is not a valid value; `nil` if it is valid.
  package func problem(of text: String) -> String? {
    isValid(text.trimmed) ? nil : expected.prefix(1).uppercased() + expected.dropFirst()
  }

  private func isValid(_ text: String) -> Bool {
    if let choices { return choices.contains(text) }
    return switch self {
    case .count: text.isEmpty || Self.count(text) != nil
    case .milliseconds: text.isEmpty || Self.milliseconds(text) != nil
    case .statuses: text.isEmpty || StatusList(text) != nil
    case .size: text.isEmpty || ByteCount(text) != nil
    case .flag, .cookies, .history, .tls: false
    }
  }

  private var expected: String {
    switch self {
    case .flag: "true or false"
    case .count: "a whole number, 0 or more"
    case .milliseconds: "milliseconds, 0 or more"
    case .statuses: "statuses such as 429, 503 or 5xx"
    case .size: "a size such as 500 MB or 2 GB, 0 for any"
    case .cookies: "keep, session or off"
    case .history: "keep or off"
    case .tls: "1.2 or 1.3"
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
    case .cookies, .history, .statuses, .tls: break
    }
  }

  func isSame(_ left: RequestSettings, _ right: RequestSettings) -> Bool {
    switch self {
    case .flag(let place, _): left[keyPath: place] == right[keyPath: place]
    case .count(let place, _), .size(let place, _): left[keyPath: place] == right[keyPath: place]
    case .milliseconds(let place): left[keyPath: place] == right[keyPath: place]
    case .cookies(let place): left[keyPath: place] == right[keyPath: place]
    case .history(let place): left[keyPath: place] == right[keyPath: place]
    case .statuses(let place): left[keyPath: place] == right[keyPath: place]
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
    case .statuses(let place): settings[keyPath: place] = source[keyPath: place]
    case .tls(let place, _): settings[keyPath: place] = source[keyPath: place]
    }
  }

  /// The value as shown in a conflict.
  func words(in settings: RequestSettings) -> String {
    switch self {
    case .flag(let place, let usual): "\(settings[keyPath: place] ?? usual)"
    case .count(let place, let usual): "\(settings[keyPath: place] ?? usual)"
    case .milliseconds(let place): NumberText.text(settings[keyPath: place] ?? 0)
    case .size, .cookies, .history, .statuses, .tls: text(in: settings)
    }
  }
}

extension SettingType {
  /// Reads the value of a node. A value of the wrong kind is damage: the request is not sent with a default instead.
  ///
  /// The format allows `inherit` for each, flags as text, numbers with a fraction, lists of statuses and a timeout of -1.
  func read(_ node: YAMLNode?, _ key: String, into settings: inout RequestSettings, _ reader: inout NodeReader) {
    guard let node, !node.isNull, node.text != "inherit" else { return }
    var text = node.text ?? ""
    switch self {
    case .flag: text = (Bool(text) ?? node.bool).map { $0 ? "yes" : "no" } ?? text
    case .cookies, .history: text = text == "false" ? CookieUse.off.rawValue : text
    case .count: text = node.number.flatMap { Int(exactly: $0.rounded(.towardZero)) }.map(String.init) ?? text
    case .milliseconds: text = (node.number ?? 0) < 0 ? "0" : text
    case .statuses: text = node.items?.compactMap(\.text).joined(separator: ", ") ?? text
    case .size, .tls: break
    }
    guard !text.isEmpty, isValid(text) else { return reader.damaged(node, "\(key) takes \(expected)") }
    set(text, in: &settings)
  }

  /// `nil` if the setting is absent.
  func node(in settings: RequestSettings) -> YAMLNode? {
    switch self {
    case .flag(let place, _): settings[keyPath: place].map { .bool($0) }
    case .count(let place, _), .size(let place, _): settings[keyPath: place].map { .bare(String($0)) }
    case .milliseconds(let place): settings[keyPath: place].map { .bare(NumberText.text($0)) }
    case .cookies(let place): settings[keyPath: place].map { .string($0.rawValue) }
    case .history(let place): settings[keyPath: place].map { .string($0.rawValue) }
    case .statuses(let place): settings[keyPath: place].map { .string($0.text) }
    case .tls(let place, _): settings[keyPath: place].map { .string($0.rawValue) }
    }
  }
}

extension SettingType {
  /// The value in our JSON; `nil` if the setting is absent.
  func json(in settings: RequestSettings) -> JSONValue? {
    switch self {
    case .flag(let place, _): settings[keyPath: place].map { .bool($0) }
    case .count(let place, _), .size(let place, _): settings[keyPath: place].map { .number(String($0)) }
    case .milliseconds(let place): settings[keyPath: place].flatMap { $0.isFinite ? .number("\($0)") : nil }
    case .cookies, .history, .statuses, .tls: text(in: settings).isEmpty ? nil : .string(text(in: settings))
    }
  }

  func read(_ json: JSONValue, _ place: String, into settings: inout RequestSettings, _ reader: inout NeutralReader) {
    switch self {
    case .flag(let path, _): settings[keyPath: path] = reader.flag(json, at: place)
    case .count(let path, _), .size(let path, _):
      settings[keyPath: path] = reader.number(json, at: place).flatMap { Int(exactly: $0) }
    case .milliseconds(let path): settings[keyPath: path] = reader.number(json, at: place)
    case .cookies, .history, .statuses, .tls: set(reader.text(json, at: place) ?? "", in: &settings)
    }
  }
}
