import Basics

/// The type of a setting: how its values are edited, shown, compared and written, and its default.
package struct SettingType: Sendable {
  typealias Place<Value> = any WritableKeyPath<RequestSettings, Value?> & Sendable

  /// The choices; `nil` if the value is typed.
  package let choices: [String]?
  /// The default, as text.
  package let usualText: String
  /// The valid values, for messages.
  private let expected: String
  /// The text of a node, as `set` takes it; the format allows more spellings than the editor.
  private let written: @Sendable (YAMLNode) -> String
  private let value: Values

  /// The operations on the values, for any type of them.
  private struct Values: Sendable {
    let isValid: @Sendable (String) -> Bool
    let text: @Sendable (RequestSettings) -> String
    let set: @Sendable (String, inout RequestSettings) -> Void
    let complete: @Sendable (inout RequestSettings) -> Void
    let field: @Sendable (_ key: String, _ name: String) -> Field<RequestSettings>
  }

  /// - Parameters:
  ///   - usual: the default, for conflicts and new files.
  ///   - parse: returns `nil` for an invalid text.
  ///   - words: the value in a conflict.
  private init<Value: Hashable & Sendable>(
    _ place: Place<Value>, usual: Value? = nil, usualText: String, choices: [String]? = nil, expected: String,
    parse: @escaping @Sendable (String) -> Value?, text: @escaping @Sendable (Value) -> String,
    words: (@Sendable (Value) -> String)? = nil, json: @escaping @Sendable (Value) -> JSONValue,
    written: @escaping @Sendable (YAMLNode) -> String = { $0.text ?? "" }
  ) {
    self.usualText = usualText
    self.choices = choices.map { [""] + $0 }
    self.expected = expected
    self.written = written
    let type = FieldType<Value?>(
      empty: nil, words: { ($0 ?? usual).map(words ?? text) ?? "" },
      // A value of the wrong kind is damage: the request is not sent with a default instead.
      read: { node, key, reader in
        if node.text == "inherit" { return nil }
        let value = parse(written(node))
        if value == nil { reader.damaged(node, "\(key) takes \(expected)") }
        return value
      },
      node: { $0.flatMap { YAMLNode(setting: json($0)) } }, json: { $0.map(json) },
      // A value that a file cannot have is reported and ignored.
      readJSON: { json, place, reader in
        let value = json.settingTexts.lazy.compactMap(parse).first
        if value == nil { reader.report(place, "this is not \(expected): left out") }
        return value
      })
    value = Values(
      isValid: { parse($0) != nil }, text: { $0[keyPath: place].map(text) ?? "" },
      set: { written, settings in
        if written.isEmpty { settings[keyPath: place] = nil }
        if let value = parse(written) { settings[keyPath: place] = value }
      },
      complete: { $0[keyPath: place] = $0[keyPath: place] ?? usual },
      field: { key, name in Field(name, place, type, json: [key], what: key, keys: { _ in [key] }) })
  }

  static func flag(_ place: Place<Bool>, usually usual: Bool) -> SettingType {
    SettingType(
      place, usual: usual, usualText: usual ? "yes" : "no", choices: ["yes", "no"], expected: "true or false",
      parse: { ["yes": true, "no": false][$0] }, text: { $0 ? "yes" : "no" }, words: { "\($0)" }, json: { .bool($0) },
      written: { node in (Bool(node.text ?? "") ?? node.bool).map { $0 ? "yes" : "no" } ?? node.text ?? "" })
  }

  static func count(_ place: Place<Int>, usually usual: Int, in range: ClosedRange<Int> = 0...Int.max) -> SettingType {
    let limits = range.upperBound == .max ? ", 0 or more" : " from \(range.lowerBound) to \(range.upperBound)"
    return SettingType(
      place, usual: usual, usualText: "\(usual)", expected: "a whole number\(limits)",
      parse: { Int($0).flatMap { range.contains($0) ? $0 : nil } }, text: { "\($0)" }, json: { .number("\($0)") },
      written: { node in
        node.number.flatMap { Int(exactly: $0.rounded(.towardZero)) }.map(String.init) ?? node.text ?? ""
      })
  }

  /// 0 and absent mean no limit.
  static func milliseconds(_ place: Place<Double>) -> SettingType {
    SettingType(
      place, usual: 0, usualText: "none", expected: "milliseconds, 0 or more",
      parse: { Double($0).flatMap { $0 >= 0 && $0.isFinite ? $0 : nil } }, text: NumberText.text,
      json: { .number("\($0)") }, written: { node in (node.number ?? 0) < 0 ? "0" : node.text ?? "" })
  }

  /// In bytes.
  static func size(_ place: Place<Int>, usually usual: Int) -> SettingType {
    SettingType(
      place, usualText: ByteCount(usual).exactText, expected: "a size such as 500 MB or 2 GB, 0 for any",
      parse: { ByteCount($0)?.bytes }, text: { ByteCount($0).exactText }, json: { .number("\($0)") })
  }

  /// If absent, the enclosing level decides.
  static func cookies(_ place: Place<CookieUse>) -> SettingType {
    word(place, usualText: CookieUse.keep.rawValue, expected: "keep, session or off")
  }

  /// Like `cookies`.
  static func history(_ place: Place<HistoryUse>) -> SettingType {
    word(place, usualText: HistoryUse.keep.rawValue, expected: "keep or off")
  }

  /// If absent, client and server negotiate.
  static func tls(_ place: Place<TLSLimit>, usually usual: String) -> SettingType {
    word(place, usualText: usual, expected: "1.2 or 1.3")
  }

  /// One of several words; `false` in a file stands for `off`.
  private static func word<Word: RawRepresentable<String> & CaseIterable & Hashable & Sendable>(
    _ place: Place<Word>, usualText: String, expected: String
  ) -> SettingType {
    SettingType(
      place, usualText: usualText, choices: Word.allCases.map(\.rawValue), expected: expected,
      parse: { Word(rawValue: $0) }, text: \.rawValue, json: { .string($0.rawValue) },
      written: { node in node.text == "false" ? CookieUse.off.rawValue : node.text ?? "" })
  }

  /// If absent, the default statuses apply.
  static func statuses(_ place: Place<StatusList>) -> SettingType {
    SettingType(
      place, usualText: RequestSettings.usualRetryStatusText, expected: "statuses such as 429, 503 or 5xx",
      parse: { StatusList($0) }, text: \.text, json: { .string($0.text) },
      written: { node in node.items?.compactMap(\.text).joined(separator: ", ") ?? node.text ?? "" })
  }
}

extension SettingType {
  /// Empty if the setting is absent.
  package func text(in settings: RequestSettings) -> String { value.text(settings) }

  /// The meaning of a value that needs an explanation.
  package func note(in settings: RequestSettings) -> String {
    usualText == "none" && value.text(settings) == "0" ? "no limit" : ""
  }

  /// Sets a typed or chosen value; an invalid text changes nothing.
  package func set(_ text: String, in settings: inout RequestSettings) { value.set(text.trimmed, &settings) }

  /// The reason why a text is not a valid value; `nil` if it is valid.
  package func problem(of text: String) -> String? {
    isValid(text.trimmed) ? nil : expected.prefix(1).uppercased() + expected.dropFirst()
  }

  private func isValid(_ text: String) -> Bool { text.isEmpty || value.isValid(text) }

  /// Sets an absent setting to its default.
  func complete(_ settings: inout RequestSettings) { value.complete(&settings) }

  /// The setting as a field of a file and of our JSON.
  func field(_ key: String, named name: String) -> Field<RequestSettings> { value.field(key, name) }

  /// A value as written in a file, as `set` takes it; `nil` if it is not valid.
  func text(written text: String) -> String? {
    let text = written(.bare(text))
    return !text.isEmpty && isValid(text) ? text : nil
  }
}

extension YAMLNode {
  fileprivate init?(setting json: JSONValue) {
    switch json {
    case .bool(let value): self = .bool(value)
    case .number(let digits): self = .bare(NumberText.text(Double(digits) ?? 0))
    case .string(let text): self = .string(text)
    case .null, .array, .object: return nil
    }
  }
}

extension JSONValue {
  /// The texts that may stand for a value; `1.0` is also a whole number.
  fileprivate var settingTexts: [String] {
    let text: String
    switch self {
    case .bool(let value): text = value ? "yes" : "no"
    case .number(let digits): text = digits
    case .string(let string): text = string
    case .null, .array, .object: return []
    }
    return [text] + (JSONValue.number(text).double.flatMap { Int(exactly: $0) }.map { [String($0)] } ?? [])
  }
}
