import TestSupport

/// Random keys over random texts, for vim and `VimEditor`. Esc is `\u{2}`, Enter `\u{3}`, Backspace `\u{4}` and ^R
/// `\u{5}`.
struct VimCase {
  private(set) var lines: [String] = []
  private(set) var line = 0
  private(set) var column = 0
  private(set) var keys = ""
  private var random: SeededGenerator

  init(_ generator: inout SeededGenerator) {
    random = SeededGenerator(seed: generator.next())
    lines = (0..<number(1...6)).map { _ in
      (0..<number(0...4)).map { _ in one(of: Self.words) }.joined(separator: " ")
    }
    line = number(0...lines.count - 1)
    column = number(0...max(0, lines[line].count - 1))
    addKeys()
  }

  private static let words = [
    "foo", "bar", "x", "get_user", "42", #"{"a": 1}"#, "(b, c)", "[1, 2]", #""q r""#, "'s'", "é", "ü!", "--", "a.b",
    "<p>hi</p>", "  ", "\t", "", "if (x) {", "}", "  end", #"say "hi" now"#, "f(g(h), i)", "ab", "a",
  ]

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  private mutating func one(of choices: [String]) -> String { choices[number(0...choices.count - 1)] }
  private mutating func isOne(in count: Int) -> Bool { number(1...count) == 1 }
  private mutating func count() -> String { isOne(in: 3) ? one(of: ["2", "3"]) : "" }
  private mutating func sign() -> String { one(of: ["a", "b", "o", "x", "1", "(", " ", "\"", "é"]) }

  /// Omits `.` for a change that types text if the change may fail: vim would then run the text as commands.
  private mutating func addKeys() {
    var (repeats, hasTyped) = (true, false)
    for _ in 0..<number(1...8) {
      var command = command()
      if command.hasSuffix(".") {
        if !repeats { continue }
        if hasTyped { command = "." }
      }
      if command.contains("\u{2}") { hasTyped = true }
      let isVisual = command.first.map { "vV".contains($0) } ?? false
      if isVisual, command.contains("$") { repeats = false }
      if !isVisual, command.contains("\u{2}"), command.lowercased().contains("c") { repeats = false }
      keys += command
    }
  }

  private mutating func motion() -> String {
    if isOne(in: 20) { return "0" }
    let simple = ["h", "j", "k", "l", "w", "b", "e", "^", "$", "gg", "G", "w", "e", "b", ";", ",", "l", "j"]
    return count() + (isOne(in: 5) ? one(of: ["f", "t", "F", "T"]) + sign() : one(of: simple))
  }

  private mutating func object() -> String {
    one(of: ["i", "a"]) + one(of: ["w", "\"", "(", "[", "{", "'", "t", "b", "B"])
  }

  private mutating func typed(_ letters: [String]) -> String {
    (0..<number(0...4)).map { _ in one(of: letters) }.joined() + "\u{2}"
  }

  /// The text typed where the command may fail: run as commands, it has the same effect in both.
  private static let plain = ["a", "b", "é", "1", "x"]

  private mutating func operation(_ register: String) -> String {
    let name = one(of: ["d", "c", "y", ">", "<", "d", "c", "y"])
    var keys = register
    switch number(1...10) {
    case 1: keys += count() + name + name
    case 2...4: keys += name + object()
    default: keys += count() + name + motion()
    }
    return name == "c" ? keys + typed(Self.plain) : keys
  }

  private mutating func visual() -> String {
    var keys = one(of: ["v", "V"])
    for _ in 0..<number(0...3) { keys += motion() }
    if isOne(in: 5) { keys += "o" + motion() }
    let end = one(of: ["d", "y", "~", ">", "<", "J", "rz", "ré", "x", "c", "s", "\u{2}"])
    return keys + end + ("cs".contains(end) ? typed(Self.plain) : "")
  }

  private mutating func command() -> String {
    let register = isOne(in: 3) ? one(of: ["\"a", "\"b", "\"A"]) : ""
    switch number(1...100) {
    case 1...25: return motion()
    case 26...42: return operation(register)
    case 43...50: return register + count() + one(of: ["p", "P"])
    case 51...58: return count() + one(of: ["x", "X", "D", "J", "~", "rz", "rQ", "ré"])
    case 59...65:
      return count() + one(of: ["i", "a", "I", "A", "o", "O"]) + typed(["a", "b", " ", "Z", "é", "\u{3}", "1", "("])
    case 66: return "iab\u{4}c\u{2}"
    case 67...72: return one(of: ["u", "u", "\u{5}", ".", "2u", ".", "3."])
    case 73...80: return one(of: ["C", "s", "S", "cc"]) + typed(Self.plain)
    case 81...84: return one(of: ["/a\u{3}", "/foo\u{3}", "/x\u{3}", "/zz\u{3}", "n", "N", "dn"])
    case 85...94: return visual()
    default: return one(of: ["yy", "dd", "Y", ">>", "<<", "2>>", "3dd", "2yy"])
    }
  }
}

extension VimCase {
  /// The lines of a script that runs the keys in vim and adds the result to `g:out`: line, column, text.
  var script: [String] {
    let prefix = String(lines[line].prefix(column))
    return [
      "silent! enew!", "set ul=-1", "call setline(1,['x'])", #"call feedkeys("x","tx")"#,
      "call setline(1,[\(lines.map { "'" + $0.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'" }.joined(separator: ","))])",
      "set ul=1000",
      #"call setreg('a','q','v') | call setreg('b','q','v') | call setreg('"','q','v') | let @/=''"#,
      "call setcharsearch({'char':'q','forward':1,'until':0})", "call cursor(\(line + 1),\(prefix.utf8.count + 1))",
      #"silent! call feedkeys("\#(keys.map { Self.written($0) }.joined())","tx")"#,
      #"silent! call feedkeys("\<Esc>\<Esc>","tx")"#,
      #"call add(g:out,(line(".")-1)."\t".(strchars(strpart(getline("."),0,col(".")-1)))."\t".join(getline(1,"$"),"\x01"))"#,
    ]
  }

  private static func written(_ key: Character) -> String {
    switch key {
    case "\u{2}": #"\<Esc>"#
    case "\u{3}": #"\<CR>"#
    case "\u{4}": #"\<BS>"#
    case "\u{5}": #"\<C-R>"#
    case "\"", "\\": "\\\(key)"
    case "<": #"\<lt>"#
    default: String(key)
    }
  }
}
