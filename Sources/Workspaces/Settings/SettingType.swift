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
    return "waits without a limit"
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
    let text = text.trimmed
    guard !text.isEmpty else { return nil }
    return switch self {
    case .flag, .cookies, .history, .tls: nil
    case .count: Self.count(text) == nil ? "A whole number, 0 or more" : nil
    case .milliseconds: Self.milliseconds(text) == nil ? "Milliseconds, 0 or more" : nil
    case .statuses: StatusList(text) == nil ? "Statuses such as 429, 503 or 5xx" : nil
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
  /// Reads the value of a node; an invalid one counts as the default, and is reported if that hides a mistake.
  func read(_ node: YAMLNode?, _ key: String, into settings: inout RequestSettings, _ reader: inout NodeReader) {
    guard let node else { return }
    switch self {
    case .flag(let place, _): settings[keyPath: place] = Self.flag(node)
    case .count(let place, let usual):
      guard !node.isNull else { return }
      settings[keyPath: place] = Self.count(node) ?? usual
    case .milliseconds(let place):
      settings[keyPath: place] = node.number.map { $0.isFinite && $0 > 0 ? $0 : 0 }
    case .size(let place, _):
      guard !node.isNull else { return }
      settings[keyPath: place] = node.text.flatMap { ByteCount($0) }?.bytes
      if settings[keyPath: place] == nil {
        reader.hint(node, "\(key) is not a size such as 2GB; the default is used")
      }
    case .cookies(let place): settings[keyPath: place] = Self.cookies(node, key, &reader)
    case .history(let place): settings[keyPath: place] = Self.history(node, key, &reader)
    case .statuses(let place):
      guard !node.isNull else { return }
      // A list is accepted, too: [429, 503].
      let text = node.text ?? node.items?.compactMap(\.text).joined(separator: ", ")
      settings[keyPath: place] = text.flatMap { StatusList($0) }
      if settings[keyPath: place] == nil {
        reader.hint(node, "\(key) has no statuses such as 429, 503 or 5xx; the default is used")
      }
    case .tls(let place, _):
      guard !node.isNull else { return }
      // A bare number is accepted, too: `1.3`.
      settings[keyPath: place] = node.text.flatMap { TLSLimit(rawValue: $0) }
      if settings[keyPath: place] == nil { reader.hint(node, "\(key) is not 1.2 or 1.3; both sides choose") }
    }
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

  /// Also used for folders and collections. Some programs read a bare `off` in YAML as false.
  static func cookies(_ node: YAMLNode, _ key: String, _ reader: inout NodeReader) -> CookieUse? {
    guard !node.isNull else { return nil }
    if node.text == "false" { return .off }
    let use = node.text.flatMap { CookieUse(rawValue: $0) }
    if use == nil { reader.hint(node, "\(key) is not keep, session or off; what is around the request decides") }
    return use
  }

  /// Like `cookies`.
  static func history(_ node: YAMLNode, _ key: String, _ reader: inout NodeReader) -> HistoryUse? {
    guard !node.isNull else { return nil }
    if node.text == "false" { return .off }
    let use = node.text.flatMap { HistoryUse(rawValue: $0) }
    if use == nil { reader.hint(node, "\(key) is not keep or off; what is around the request decides") }
    return use
  }

  private static func flag(_ node: YAMLNode) -> Bool? {
    switch node.text {
    case "true": true
    case "false": false
    default: node.bool
    }
  }

  private static func count(_ node: YAMLNode) -> Int? {
    guard let value = node.number, value.isFinite, value >= 0 else { return nil }
    return Int(exactly: min(value, 1_000_000).rounded(.towardZero))
  }
}
