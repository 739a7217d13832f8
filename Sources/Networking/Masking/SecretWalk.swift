/// Reads a text along the tree of the secrets, from every place where one may begin at once: every character as it stands,
/// and as what it is an escape of.
///
/// It is an automaton whose states are the nodes of the tree. Of all readings that come to the same node at the same place,
/// only the one that began first is followed, as what the others cover lies within what it covers. So a place costs at most
/// as many steps as the tree is deep, however many readings lead there.
struct SecretWalk {
  private struct State {
    var node: SecretTrie.Node
    /// Where the secret begins, and whether no letter and no digit stand before it.
    var start: Int
    var isAlone: Bool

    /// States of equal keys go on equally.
    var key: Int64 { Int64(node) << 1 | (isAlone ? 1 : 0) }
  }

  private let trie: SecretTrie
  /// The states at each of the next places.
  private var near: [[State]]
  /// Those that lie further ahead: behind a long indentation.
  private var far: [(place: Int, state: State)] = []
  private var waiting = 0
  private var seen: [Int64: Int] = [:]
  private static let window = 32
  /// As many states are rarely twice there.
  private static let fewStates = 8

  init(_ trie: SecretTrie) {
    self.trie = trie
    near = Array(repeating: [], count: Self.window)
  }

  /// Whether no secret goes on from what was read.
  var isIdle: Bool { waiting == 0 }

  /// Reads on at `place`.
  /// - Parameter begins: whether a secret may begin there.
  /// - Returns: where secrets end that were read to their end now, in no order.
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

  /// Of states that go on equally the one that began first stays.
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
      // Within a secret the marks of quoting stand for nothing: `'\''`, `^"`, `\\\"`, `''`.
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

  /// What a shell needs around a control character.
  private static let printf = [Array(#""$(printf '"#.utf8), Array(#"')""#.utf8)]

  private static func quoting(in text: UnsafeRawBufferPointer, at place: Int) -> Int? {
    switch text[place] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      return printf.first { text[place...].starts(with: $0) }?.count ?? 1
    case UInt8(ascii: "\\"), UInt8(ascii: "^"), UInt8(ascii: "`"): return 1
    default: return nil
    }
  }

  /// Whether neither a letter nor a digit stands right before a place; the digits of an escape do not count.
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
