import Terminal

/// Turns the bytes from a terminal into events: a pure state machine that accepts pieces of any size.
///
///     ground ──ESC──► escape ──[──► control sequence ──► key, mouse, focus ──► ground
///        ▲               │ └──O──► one more ─────────────────────────────────────►│
///        │               └──] P _ ^ X──► a terminal's answer, dropped ───────────►│
///        └── paste ends ◄── pasting ◄── ESC [ 2 0 0 ~
///
/// Terminals send each sequence without pauses. When bytes are left over (`isPending`), wait a moment, then call
/// `flush`: a lone escape is then the Esc key.
struct InputDecoder {
  /// Bytes that do not form a complete event yet.
  private var pending: [UInt8] = []
  private var paste: PasteCollector?
  private let table: KeySequences

  init(table: KeySequences = KeySequences()) {
    self.table = table
  }

  /// Whether more bytes are needed.
  var isPending: Bool { !pending.isEmpty || paste != nil }
  var isPasting: Bool { paste != nil }
  /// Whether the answer about the background has begun: its rest, cut off by a slow line, must not run as keys.
  var isAnswered: Bool { pending.starts(with: KeySequences.backgroundAnswer) }

  /// The events that these bytes complete.
  mutating func feed(_ bytes: [UInt8]) -> [Event] {
    var input = pending[...] + bytes[...]
    pending = []
    var events: [Event] = []
    while !input.isEmpty {
      if paste != nil {
        guard let rest = collectPaste(input, &events) else { return events }
        input = rest
        continue
      }
      guard let rest = step(input, isFinal: false, &events) else {
        pending = Array(input)
        return events
      }
      input = rest
    }
    return events
  }

  /// Decodes the leftover bytes, because no more are coming.
  mutating func flush() -> [Event] {
    var events: [Event] = []
    if let text = paste?.textSoFar() {
      paste = nil
      return text.isEmpty ? [] : [.paste(text)]
    }
    var input = pending[...]
    pending = []
    while !input.isEmpty, let rest = step(input, isFinal: true, &events) { input = rest }
    return events
  }

  private mutating func collectPaste(_ input: ArraySlice<UInt8>, _ events: inout [Event]) -> ArraySlice<UInt8>? {
    guard let rest = paste?.take(input) else { return nil }
    if let text = paste?.text { events.append(.paste(text)) }
    paste = nil
    return rest
  }

  /// Decodes one event from the front; `nil` if that needs more bytes.
  private mutating func step(_ input: ArraySlice<UInt8>, isFinal: Bool, _ events: inout [Event]) -> ArraySlice<UInt8>? {
    guard let first = input.first else { return input }
    guard first == 0x1B else { return text(input, isFinal: isFinal, &events) }
    switch table.decode(input, isFinal: isFinal) {
    case .incomplete: return nil
    case .event(let event, let length):
      events.append(event)
      return input.dropFirst(length)
    case .nothing(let length): return input.dropFirst(length)
    case .pasteStart(let length):
      paste = PasteCollector()
      return input.dropFirst(length)
    }
  }

  /// Decodes typed text up to the next escape, grapheme by grapheme, so that an emoji is one key.
  private func text(_ input: ArraySlice<UInt8>, isFinal: Bool, _ events: inout [Event]) -> ArraySlice<UInt8>? {
    if let first = input.first, let key = ControlKeys.key(of: first) {
      events.append(.key(key))
      return input.dropFirst()
    }
    let run = input.prefix { $0 >= 0x20 && $0 != 0x7F }
    let whole = isFinal || run.count < input.count ? run.count : UTF8Boundary.wholeLength(of: run)
    guard whole > 0 else { return nil }
    for character in String(decoding: run.prefix(whole), as: UTF8.self) {
      events.append(.key(.character(character)))
    }
    return input.dropFirst(whole)
  }
}

/// Finds the end of whole characters in UTF-8.
enum UTF8Boundary {
  /// The length without a truncated character at the end.
  static func wholeLength(of bytes: ArraySlice<UInt8>) -> Int {
    for back in 1...3 where back <= bytes.count {
      let byte = bytes[bytes.endIndex - back]
      if byte < 0x80 { return bytes.count }
      if byte >= 0xC0 {
        let need = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
        return back < need ? bytes.count - back : bytes.count
      }
    }
    return bytes.count
  }
}
