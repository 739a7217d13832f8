import Basics

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
    case .tls(let place, _):
      guard !node.isNull else { return }
      // A bare number, too: `1.3`.
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
    case .tls(let place, _): settings[keyPath: place].map { .string($0.rawValue) }
    }
  }

  /// Also as a folder or collection says it. YAML reads a bare `off` as false in some programs.
  static func cookies(_ node: YAMLNode, _ key: String, _ reader: inout NodeReader) -> CookieUse? {
    guard !node.isNull else { return nil }
    if node.text == "false" { return .off }
    let use = node.text.flatMap { CookieUse(rawValue: $0) }
    if use == nil { reader.hint(node, "\(key) is not keep, session or off; what is around the request decides") }
    return use
  }

  /// As with cookies.
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
