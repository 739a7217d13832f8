/// Matches a text against the trie of secrets from all possible starts at once, reading every character both literally
/// and as an escape.
///
/// An automaton whose states are nodes of the trie. Of all readings that reach the same node at the same position, only
/// the one with the earliest start is kept, because it covers the others. So each position costs at most as many steps
/// as the trie is deep, however many readings lead there.
struct SecretWalk {
  private struct State {
    var node: SecretTrie.Node
    /// Where the secret begins, and whether it is preceded by neither a letter nor a digit.
    var start: Int
    var isAlone: Bool

    /// States with equal keys continue identically.
    var key: Int64 { Int64(node) << 1 | (isAlone ? 1 : 0) }
  }

  private let trie: SecretTrie
  /// The states at each of the next positions.
  private var near: [[State]]
  /// States further ahead, after long indentation.
  private var far: [(place: Int, state: State)] = []
  private var waiting = 0
  private var seen: [Int64: Int] = [:]
  private static let window = 32
  /// Up to this many states, duplicates are rare.
  private static let fewStates = 8

  init(_ trie: SecretTrie) {
    self.trie = trie
    near = Array(repeating: [], count: Self.window)
  }

  /// Whether no partial match is in progress.
  var isIdle: Bool { waiting == 0 }

  /// Advances to `place`.
  /// - Parameter begins: whether a secret may begin there.
  /// - Parameter found: called with the ranges of secrets that end now, in no particular order.
  mutating func step(_ text: UnsafeRawBufferPointer, at place: Int, begins: Bool, _ found: (Range<Int>) -> Void) {
    var states = takeStates(at: place)
    guard place < text.count else { return }
    if begins { states.append(State(node: SecretTrie.root, start: place, isAlone: Self.isAlone(before: place, text))) }
    if states.count > Self.fewStates { removeTwins(in: &states) }
    if !states.isEmpty { advance(states, in: text, at: place, found) }
    states.removeAll(keepingCapacity: true)
    near[place % Self.window] = states
  }

  private mutating func takeStates(at place: Int) -> [State] {
    var states: [State] = []
    swap(&states, &near[place % Self.window])
    if !far.isEmpty {
      states += far.filter { $0.place == place }.map(\.state)
      far.removeAll { $0.place == place }
    }
    waiting -= states.count
    return states
  }

  /// Of identical states, keeps the one with the earliest start.
  private mutating func removeTwins(in states: inout [State]) {
    seen.removeAll(keepingCapacity: true)
    var count = 0
    for state in states {
      if let twin = seen[state.key] {
        states[twin].start = min(states[twin].start, state.start)
      } else {
        seen[state.key] = count
        states[count] = state
        count += 1
      }
    }
    states.removeLast(states.count - count)
  }

  private mutating func advance(
    _ states: [State], in text: UnsafeRawBufferPointer, at place: Int, _ found: (Range<Int>) -> Void
  ) {
    let byte = text[place]
    let quoting = Self.quoting(in: text, at: place)
    let mayEscape =
      byte < 0x30 || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "^") || byte == UInt8(ascii: "`")
    let readings = mayEscape ? EscapedCharacter.readings(in: text, at: place) : []
    for state in states {
      // Within a secret, quoting marks have no meaning: `'\''`, `^"`, `\\\"`, `''`.
      if let quoting, state.node != SecretTrie.root { wait(state, at: place + quoting, from: place) }
      if let next = trie.child(state.node, byte) { reach(next, state, to: place + 1, from: place, text, found) }
      for character in readings {
        var node: SecretTrie.Node? = state.node
        for byte in character.bytes { node = node.flatMap { trie.child($0, byte) } }
        if let node { reach(node, state, to: place + character.length, from: place, text, found) }
      }
    }
  }

  private mutating func reach(
    _ node: SecretTrie.Node, _ state: State, to end: Int, from place: Int, _ text: UnsafeRawBufferPointer,
    _ found: (Range<Int>) -> Void
  ) {
    if let reach = trie.reach(node), reach == .anywhere || state.isAlone && !Self.isWord(at: end, text) {
      found(state.start..<end)
    }
    wait(State(node: node, start: state.start, isAlone: state.isAlone), at: end, from: place)
  }

  private mutating func wait(_ state: State, at next: Int, from place: Int) {
    waiting += 1
    if next - place < Self.window {
      near[next % Self.window].append(state)
    } else {
      far.append((next, state))
    }
  }

  /// The text that a shell needs around a control character.
  private static let printf = [Array(#""$(printf '"#.utf8), Array(#"')""#.utf8)]

  private static func quoting(in text: UnsafeRawBufferPointer, at place: Int) -> Int? {
    switch text[place] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      return printf.first { text[place...].starts(with: $0) }?.count ?? 1
    case UInt8(ascii: "\\"), UInt8(ascii: "^"), UInt8(ascii: "`"): return 1
    default: return nil
    }
  }

  /// Whether neither a letter nor a digit precedes the position; digits of an escape do not count.
  private static func isAlone(before place: Int, _ text: UnsafeRawBufferPointer) -> Bool {
    place == 0 || !isWord(text[place - 1]) || endsEscape(place, in: text)
  }

  private static func endsEscape(_ place: Int, in text: UnsafeRawBufferPointer) -> Bool {
    func stands(_ mark: Unicode.Scalar, _ distance: Int) -> Bool {
      place >= distance && text[place - distance] == UInt8(ascii: mark)
    }
    if stands("%", 3) { return isHex(text[place - 2]) && isHex(text[place - 1]) }
    if stands("\\", 2) { return true }
    if stands("\\", 6), stands("u", 5) { return text[(place - 4)..<place].allSatisfy(isHex) }
    return false
  }

  private static func isWord(at place: Int, _ text: UnsafeRawBufferPointer) -> Bool {
    place < text.count && isWord(text[place])
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte >= 0x80
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
  }
}
