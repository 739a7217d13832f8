import Basics
package import Terminal

/// What `apus keys` says about a key: what the terminal sent, how it is read, and what it does where.
package struct KeyReport {
  private let table: CommandTable

  package init(_ table: CommandTable) { self.table = table }

  /// - Parameter bytes: as the terminal sent them.
  package func lines(bytes: [UInt8], events: [Event]) -> [String] {
    let sent = Self.words(for: bytes)
    guard !events.isEmpty else { return ["nothing  sent as \(sent): no key that Apus knows"] }
    return events.flatMap { event -> [String] in
      switch event {
      case .key(let key): ["\(key.name)  sent as \(sent)"] + uses(of: key).map { "    \($0)" }
      case .paste(let text): ["a paste of \(Quantity.count(text.count)) characters"]
      default: []
      }
    }
  }

  private func uses(of key: Key) -> [String] {
    let records = table.records.filter { $0.keys.contains(key) }
    let isTyped: Bool
    switch key.code {
    case .character: isTyped = !key.modifiers.contains(.control) && !key.modifiers.contains(.alt)
    default: isTyped = false
    }
    let uses = records.map { command in
      let places = Context.allCases.filter { table.command(for: key, in: $0) == command }
      let isEverywhere = ContextSet(places).isSuperset(of: Context.everywhere)
      let words = isEverywhere ? "everywhere" : places.map(\.place).joined(separator: ", ")
      return "\(command.name): \(command.title)\(words.isEmpty ? ", but other commands have the key" : " (\(words))")"
    }
    if uses.isEmpty { return [isTyped ? "no command; typed in texts" : "no command"] }
    return uses + (isTyped ? ["in texts it is typed"] : [])
  }

  /// `Esc [ 1 5 ~ (1b 5b 31 35 7e)`
  private static func words(for bytes: [UInt8]) -> String {
    let shown = bytes.prefix(32)
    let hex = shown.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
    let isASCII = shown.allSatisfy { $0 < 0x80 }
    let names = isASCII ? shown.map { name(of: $0) }.joined(separator: " ") : String(decoding: shown, as: UTF8.self)
    return "\(VisibleText.of(names)) (\(hex)\(bytes.count > shown.count ? " …" : ""))"
  }

  private static func name(of byte: UInt8) -> String {
    switch byte {
    case 0x1B: "Esc"
    case 0x20: "Space"
    case 0x7F: "Del"
    case 0..<0x20: "^\(Character(Unicode.Scalar(byte + 0x40)))"
    default: String(Character(Unicode.Scalar(byte)))
    }
  }
}
