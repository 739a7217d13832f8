import Basics
import TestSupport
import Testing

@testable import Documents

/// The pretty lines of a JSON text with folds and a cursor, computed from the printed lines alone.
private struct FoldModel {
  private struct Line {
    var text: String
    var isOpen = false
    var isClose = false
    var depth = 0
    /// The line of the matching bracket.
    var partner: Int?
    /// The line of the opening bracket of the enclosing container.
    var parent: Int?
  }

  private var lines: [Line] = []
  private var depth: Int?
  private var toggled: Set<Int> = []
  private(set) var cursor = 0
  private(set) var shown: [Int] = []

  init(_ bytes: [UInt8]) {
    var open: [Int] = []
    for (number, printed) in ReferenceJSON.prettyLines(bytes).enumerated() {
      let text = String(decoding: printed.drop { $0 == 0x20 }, as: UTF8.self).withShownEscapes
      var line = Line(text: text)
      line.isClose = text.first == "}" || text.first == "]"
      line.isOpen = text.last == "{" || text.last == "["
      if line.isClose, let partner = open.popLast() {
        line.partner = partner
        lines[partner].partner = number
      }
      line.depth = open.count
      line.parent = open.last
      if line.isOpen { open.append(number) }
      lines.append(line)
    }
    refresh()
  }

  var count: Int { lines.count }

  private func isFolded(_ line: Int) -> Bool {
    (depth.map { lines[line].depth >= $0 } ?? false) != toggled.contains(line)
  }

  private mutating func refresh() {
    shown = []
    var line = 0
    while line < lines.count {
      shown.append(line)
      line = lines[line].isOpen && isFolded(line) ? (lines[line].partner ?? line) + 1 : line + 1
    }
    go(to: cursor)
  }

  /// A hidden line is represented by the fold before it.
  mutating func go(to line: Int) { cursor = shown.last { $0 <= max(0, line) } ?? 0 }

  mutating func step(by count: Int) {
    let place = shown.firstIndex(of: cursor) ?? 0
    cursor = shown[max(0, min(shown.count - 1, place + count))]
  }

  mutating func fold(_ change: FoldChange) {
    switch change {
    case .openAll: (depth, toggled) = (nil, [])
    case .closeAll: (depth, toggled) = (0, [])
    case .toDepth(let level): (depth, toggled) = (level, [])
    case .toggle, .open, .close:
      guard let container = lines[cursor].isOpen ? cursor : own ?? lines[cursor].parent else { return }
      let wanted = change == .toggle ? !isFolded(container) : change == .close
      if wanted != isFolded(container) { toggled.formSymmetricDifference([container]) }
    }
    refresh()
  }

  /// The first line of the container that ends on the cursor's line.
  private var own: Int? { lines[cursor].isClose ? lines[cursor].partner : nil }

  mutating func relative(_ motion: DocumentMotion) {
    let first = own ?? cursor
    switch motion {
    case .parent:
      if let parent = lines[first].parent { go(to: parent) }
    case .firstChild:
      guard lines[cursor].isOpen else { return }
      if isFolded(cursor) { toggled.formSymmetricDifference([cursor]) }
      let child = cursor + 1
      refresh()
      go(to: child)
    case .nextSibling:
      let next = (lines[cursor].isOpen ? lines[cursor].partner ?? cursor : cursor) + 1
      if next < lines.count, !lines[next].isClose { go(to: next) }
    case .previousSibling:
      guard first > 0, lines[first - 1].depth == lines[first].depth else { return }
      go(to: lines[first - 1].isClose ? lines[first - 1].partner ?? 0 : first - 1)
    default: break
    }
  }

  /// The line with the beginning that a fold shows instead of its content.
  func text(ofLine number: Int) -> String {
    let line = lines[number]
    guard line.isOpen, isFolded(number), let end = line.partner else { return line.text }
    return "\(line.text) \(preview(of: number)) \(lines[end].text)"
  }

  private func children(of number: Int) -> [Int] {
    ((number + 1)..<(lines[number].partner ?? lines.count)).filter {
      lines[$0].depth == lines[number].depth + 1 && !lines[$0].isClose
    }
  }

  private func preview(of number: Int) -> String {
    let children = children(of: number)
    if lines[number].text.last == "[" {
      let kinds = Set(children.prefix(4).map { lines[$0].text.first })
      if kinds.count == 1, let kind = kinds.first, kind == "{" || kind == "[" {
        return "\(children.count) × \(shape(of: children[0]))"
      }
    }
    var (text, shown) = ("", 0)
    while shown < min(4, children.count), TextWidth.of(text) < 48 {
      if shown > 0 { text += ", " }
      let isMember = lines[number].text.last == "{"
      if isMember { text += Self.beginning(of: key(of: children[shown])) + ": " }
      text += value(of: children[shown], isMember: isMember)
      shown += 1
    }
    return children.count > shown ? "\(text) … \(children.count - shown) more" : text
  }

  private func shape(of number: Int) -> String {
    guard lines[number].isOpen, lines[number].text.last == "{" else { return value(of: number, isMember: false) }
    let keys = children(of: number).map { Self.beginning(of: key(of: $0)) }
    return "{ " + (keys.prefix(3) + (keys.count > 3 ? ["…"] : [])).joined(separator: ", ") + " }"
  }

  /// The key of a member without its quotes. No printed string contains its own quote unescaped.
  private func key(of number: Int) -> String {
    var (key, isEscaped) = ("", false)
    for character in lines[number].text.dropFirst() {
      if character == "\"", !isEscaped { break }
      isEscaped = character == "\\" && !isEscaped
      key.append(character)
    }
    return key
  }

  private func value(of number: Int, isMember: Bool) -> String {
    let whole = lines[number].text.dropFirst(isMember ? key(of: number).count + 4 : 0)
    let value = String(whole.hasSuffix(",") && whole.count > 1 ? whole.dropLast() : whole)
    if lines[number].isOpen { return value == "{" ? "{…}" : "[…]" }
    return value.hasPrefix("\"") ? Self.beginning(of: value, closing: "\"") : Self.beginning(of: value)
  }

  /// The first 24 characters or escapes of a text.
  private static func beginning(of text: String, closing: String = "") -> String {
    var units: [String] = []
    for scalar in text.unicodeScalars {
      if let last = units.last, last == "\\" {
        units[units.count - 1] += String(scalar)
      } else {
        units.append(String(scalar))
      }
    }
    let rest = units.dropFirst(24).joined()
    return rest.utf8.count <= 1 ? text : units.prefix(24).joined() + "…" + closing
  }
}

@Suite("Folds compared with a naive model")
struct FoldModelTests {
  private static func fold(_ random: inout SeededGenerator) -> FoldChange {
    switch Int.random(in: 0..<24, using: &random) {
    case 0: .openAll
    case 1: .closeAll
    case 2: .toDepth(Int.random(in: 0...4, using: &random))
    case 3..<10: .close
    case 10..<16: .open
    default: .toggle
    }
  }

  /// 20 × 1,000 folds and motions.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `Folds and motions agree with a naive walk over the printed lines`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var sample = SampleJSON(seed: seed &+ 500)
    let bytes = sample.document(size: seed == 20 ? 4000 : Int.random(in: 2...150, using: &random))
    var model = FoldModel(bytes)
    let document = Document(bytes: bytes, kind: .json)
    document.advanceToEnd()
    var view = DocumentView(mode: .pretty, columns: 4000, rows: 5)
    try #require(document.lineCount(in: view) == model.count)
    for step in 0..<1000 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<3:
        let change = Self.fold(&random)
        document.fold(&view, change)
        model.fold(change)
      case 3..<5:
        let count = Int.random(in: -6...6, using: &random)
        document.move(&view, .lines(count))
        model.step(by: count)
      case 5..<7:
        let line = Int.random(in: 0..<model.count, using: &random)
        document.move(&view, .line(line))
        model.go(to: line)
      default:
        let motions: [DocumentMotion] = [.parent, .firstChild, .nextSibling, .previousSibling]
        let motion = motions[Int.random(in: 0..<4, using: &random)]
        document.move(&view, motion)
        model.relative(motion)
      }
      #expect(view.cursorLine == model.cursor, "step \(step)")
      guard step % 4 == 0 else { continue }
      let rows = document.lines(in: view)
      let top = try #require(model.shown.firstIndex(of: view.topLine))
      let expected = model.shown[top..<min(model.shown.count, top + view.rows)]
      #expect(rows.map(\.number) == Array(expected), "step \(step)")
      #expect(rows.map { String($0.text.drop { $0 == " " }) } == expected.map(model.text), "step \(step)")
      #expect(rows.contains { $0.isCursor && $0.number == model.cursor }, "step \(step)")
    }
  }
}
