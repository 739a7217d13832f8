/// Follows the trie of secrets through a text from one position, reading each character literally and as an escape.
struct SecretWalk {
  private struct Spot: Hashable {
    var place: Int
    var node: SecretTrie.Node
  }

  private struct State {
    var place: Int
    var node: SecretTrie.Node
    /// How many quoting marks directly precede it; they belong to a secret only if more of it follows.
    var marks = 0
  }

  private let trie: SecretTrie
  private var open: [State] = []
  /// With how few marks each spot was reached: more of them lead nowhere else. Only where many readings lead to the same
  /// spot, which is rare.
  private var seen: [Spot: Int] = [:]
  private static let stepsWithoutMemory = 256
  /// As many as quoting within quoting writes before one character. Without an end to them a long run of backslashes would
  /// be walked through from each of its places.
  static let mostMarks = 16

  init(_ trie: SecretTrie) { self.trie = trie }

  /// How many bytes the longest secret takes that begins at `start`; `nil` where none does.
  mutating func longest(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
    open.removeAll(keepingCapacity: true)
    if !seen.isEmpty { seen.removeAll() }
    open.append(State(place: start, node: SecretTrie.root))
    var longest: Int?
    var steps = 0
    while let state = open.popLast() {
      steps += 1
      if steps > Self.stepsWithoutMemory, !isNew(state) { continue }
      if state.marks == 0, let reach = trie.reach(state.node), state.place - start > longest ?? 0,
        reach == .anywhere || Self.standsAlone(start..<state.place, in: text)
      {
        longest = state.place - start
      }
      advance(state, in: text, from: start)
    }
    return longest
  }

  private mutating func isNew(_ state: State) -> Bool {
    let spot = Spot(place: state.place, node: state.node)
    if let marks = seen[spot], marks <= state.marks { return false }
    seen[spot] = state.marks
    return true
  }

  private mutating func advance(_ state: State, in text: UnsafeRawBufferPointer, from start: Int) {
    guard state.place < text.count else { return }
    let byte = text[state.place]
    // Quoting marks within a secret mean nothing: `'\''`, `^"`, `\\\"`, `''`. They are tried last, so that a position
    // is usually reached with few of them first.
    if state.node != SecretTrie.root, state.marks < Self.mostMarks,
      let length = Self.quoting(in: text, at: state.place)
    {
      open.append(State(place: state.place + length, node: state.node, marks: state.marks + 1))
    }
    if let next = trie.child(state.node, byte) { open.append(State(place: state.place + 1, node: next)) }
    guard byte < 0x30 || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "^") || byte == UInt8(ascii: "`") else {
      return
    }
    for character in EscapedCharacter.readings(in: text, at: state.place) {
      var node: SecretTrie.Node? = state.node
      for byte in character.bytes { node = node.flatMap { trie.child($0, byte) } }
      if let node { open.append(State(place: state.place + character.length, node: node)) }
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

  /// Whether neither a letter nor a digit touches the range; the digits of an escape before it do not.
  private static func standsAlone(_ range: Range<Int>, in text: UnsafeRawBufferPointer) -> Bool {
    if range.upperBound < text.count, isWord(text[range.upperBound]) { return false }
    guard range.lowerBound > 0, isWord(text[range.lowerBound - 1]) else { return true }
    return endsEscape(range.lowerBound, in: text)
  }

  private static func endsEscape(_ place: Int, in text: UnsafeRawBufferPointer) -> Bool {
    func stands(_ mark: Unicode.Scalar, _ distance: Int) -> Bool {
      place >= distance && text[place - distance] == UInt8(ascii: mark)
    }
    if stands("%", 3) { return text[place - 2].isHexDigit && text[place - 1].isHexDigit }
    if stands("\\", 2) { return true }
    if stands("\\", 6), stands("u", 5) { return text[(place - 4)..<place].allSatisfy(\.isHexDigit) }
    return false
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte >= 0x80
  }
}
