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

  /// True if more bytes are needed.
  var isPending: Bool { !pending.isEmpty || paste != nil }
  var isPasting: Bool { paste != nil }
  /// True if the answer about the background has begun: its rest, delayed by a slow line, must not run as keys.
  var isAnswered: Bool { pending.starts(with: KeySequences.backgroundAnswer) }

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

/// Decodes escape sequences: those of xterm and its relatives, and any from the terminal database.
struct KeySequences {
  enum Decoded {
    case incomplete
    /// An event and the number of bytes it took.
    case event(Event, Int)
    /// A sequence with no meaning here.
    case nothing(Int)
    case pasteStart(Int)
  }

  /// Longer sequences are not keys.
  private static let longest = 4_096

  /// `ESC ] 11 ;`
  static let backgroundAnswer: [UInt8] = [0x1B, 0x5D, 0x31, 0x31, 0x3B]

  /// Sequences from the terminal database that the grammar below does not cover.
  private var extra: [(sequence: [UInt8], key: Key)] = []

  /// Adds a terminal's own sequence for a key, unless the grammar covers it.
  mutating func add(_ sequence: [UInt8], _ key: Key) {
    guard sequence.count >= 2 && sequence[0] == 0x1B else { return }
    if case .event(.key, sequence.count) = decode(sequence[...], isFinal: true) { return }
    extra.append((sequence, key))
  }

  /// Decodes one sequence, which begins with an escape. With `isFinal`, an incomplete one is Esc or keys with Alt.
  func decode(_ input: ArraySlice<UInt8>, isFinal: Bool) -> Decoded {
    let bytes = Array(input.prefix(KeySequences.longest))
    for (sequence, key) in extra where bytes.starts(with: sequence) { return .event(.key(key), sequence.count) }
    guard bytes.count > 1 else { return isFinal ? .event(.key(.escape), 1) : .incomplete }
    switch bytes[1] {
    case 0x5B: return controlSequence(bytes, isFinal)
    case 0x4F:
      guard bytes.count > 2 else { return isFinal ? .event(.key(.alt("O")), 2) : .incomplete }
      guard let key = KeyNames.singleShift(bytes[2]) else { return .nothing(3) }
      return .event(.key(key), 3)
    case 0x5D, 0x50, 0x5F, 0x5E, 0x58: return answer(bytes, isFinal)
    case 0x1B: return doubled(input, isFinal)
    default: return alt(bytes, isFinal)
    }
  }

  /// An escape before a sequence adds Alt to its key; a lone escape is Esc.
  private func doubled(_ input: ArraySlice<UInt8>, _ isFinal: Bool) -> Decoded {
    let inner = input.dropFirst()
    guard inner.count > 1 else { return isFinal ? .event(.key(.escape), 1) : .incomplete }
    guard inner[inner.startIndex + 1] == 0x5B || inner[inner.startIndex + 1] == 0x4F else {
      return .event(.key(.escape), 1)
    }
    switch decode(inner, isFinal: isFinal) {
    case .event(.key(let key), let length): return .event(.key(Key(key.code, key.modifiers.union(.alt))), length + 1)
    case .incomplete: return .incomplete
    default: return .event(.key(.escape), 1)
    }
  }

  /// An escape before a character adds Alt to it.
  private func alt(_ bytes: [UInt8], _ isFinal: Bool) -> Decoded {
    if let key = ControlKeys.key(of: bytes[1]) { return .event(.key(Key(key.code, key.modifiers.union(.alt))), 2) }
    let lead = bytes[1]
    let length = lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1
    guard bytes.count > length || isFinal else { return .incomplete }
    let end = min(bytes.count, 1 + length)
    guard let character = String(decoding: bytes[1..<end], as: UTF8.self).first else { return .nothing(end) }
    return .event(.key(.alt(character)), end)
  }

  /// A terminal's answer or message, up to BEL or ST; all but the requested answer is ignored.
  private func answer(_ bytes: [UInt8], _ isFinal: Bool) -> Decoded {
    for index in 2..<max(2, bytes.count) {
      if bytes[index] == 0x07 { return answered(bytes[..<index], index + 1) }
      if bytes[index] == 0x5C && bytes[index - 1] == 0x1B { return answered(bytes[..<(index - 1)], index + 1) }
    }
    if bytes.count == 2 && isFinal { return alt(bytes, true) }
    return isFinal || bytes.count >= KeySequences.longest ? .nothing(bytes.count) : .incomplete
  }

  private func answered(_ bytes: ArraySlice<UInt8>, _ length: Int) -> Decoded {
    guard bytes.starts(with: Self.backgroundAnswer) else { return .nothing(length) }
    let isLight = BackgroundColor.isLight(answer: String(decoding: bytes.dropFirst(2), as: UTF8.self))
    return isLight.map { .event(.background(isLight: $0), length) } ?? .nothing(length)
  }

  private func controlSequence(_ bytes: [UInt8], _ isFinal: Bool) -> Decoded {
    // The Linux console's F1 to F5: ESC [ [ A.
    if bytes.count > 2 && bytes[2] == 0x5B {
      guard bytes.count > 3 else { return isFinal ? .nothing(3) : .incomplete }
      return (0x41...0x45).contains(bytes[3]) ? .event(.key(.function(Int(bytes[3]) - 0x40)), 4) : .nothing(4)
    }
    guard let end = bytes.indices.dropFirst(2).first(where: { ends(bytes, at: $0) }) else {
      if isFinal { return bytes.count == 2 ? .event(.key(.alt("[")), 2) : .nothing(bytes.count) }
      return bytes.count >= KeySequences.longest ? .nothing(bytes.count) : .incomplete
    }
    // A byte that is not allowed in a sequence ends it and is decoded separately.
    guard bytes[end] >= 0x20 && bytes[end] < 0x7F else { return .nothing(end) }
    let sequence = ControlSequence(parameters: bytes[2..<end], final: bytes[end])
    if sequence.final == 0x4D && end == 2 {
      // An old-style mouse report has three more bytes.
      return bytes.count >= 6 || isFinal ? .nothing(min(6, bytes.count)) : .incomplete
    }
    if sequence.isPasteStart { return .pasteStart(end + 1) }
    return sequence.event.map { .event($0, end + 1) } ?? .nothing(end + 1)
  }

  private func ends(_ bytes: [UInt8], at index: Int) -> Bool {
    // rxvt ends keys with Shift in `$`, which is otherwise not a final byte.
    if bytes[index] == 0x24 && index > 2 { return index + 1 == bytes.count || bytes[index + 1] == 0x1B }
    return bytes[index] < 0x20 || bytes[index] >= 0x40
  }
}
