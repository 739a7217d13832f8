import Networking
import Terminal
import TestSupport
import Testing

@testable import Explorer

@Suite("Any keys at any size")
struct RandomKeysTests {
  private static let special: [Key] = [
    .enter, .tab, .backTab, .escape, .backspace, .delete, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown,
    .control("r"), .control("s"), .control("l"), .control("t"), .control("y"), .control("e"), .control("g"),
    .control("p"), .control("z"), .control("a"), .control("w"), .control("u"), .function(1), .function(5), .alt("f"),
    .alt("b"),
  ]

  @Test("A thousand random events each draw a whole screen and never trap", arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func random(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var journey = Journey()
    journey.open()
    journey.apply(.history(.loaded(Samples.history)))
    for _ in 0..<1000 {
      switch Int.random(in: 0..<40, using: &generator) {
      case 0:
        let size = Size(
          columns: Int.random(in: 1...220, using: &generator), rows: Int.random(in: 1...70, using: &generator))
        journey.apply(.terminal(.resized(size)))
      case 1: journey.paste("line one\nline two: {{token}}\n\u{1B}[31m 漢字 👩‍👩‍👧 e\u{301}")
      case 2:
        let id = journey.state.serial
        journey.apply(
          .response(.transfer(send: id, .finished(Samples.exchange())), of: .file(Samples.getUserPath)))
      case 3:
        let point = Point(
          x: Int.random(in: 0..<220, using: &generator), y: Int.random(in: 0..<70, using: &generator))
        let kinds: [Mouse.Kind] = [.press, .release, .drag, .wheelUp, .wheelDown]
        let kind = kinds[Int.random(in: 0..<kinds.count, using: &generator)]
        journey.apply(.terminal(.mouse(Mouse(kind, at: point, clicks: Int.random(in: 1...3, using: &generator)))))
      case 4..<18:
        journey.press(Self.special[Int.random(in: 0..<Self.special.count, using: &generator)])
      default:
        let characters = Array("abdefghijklmnprsuvwxyzEGHIJKNRYZ123456789/?:= [].{}\"é漢🚀")
        journey.type(String(characters[Int.random(in: 0..<characters.count, using: &generator)]))
      }
      journey.effects = []
      // Quitting would end the program, but the journey continues here.
      journey.state.isEnding = false
      let screen = journey.screen
      #expect(screen.cells.count == screen.size.columns * screen.size.rows)
      if let cursor = screen.cursor { #expect(screen.bounds.contains(cursor)) }
      #expect(
        journey.state.tree.rows.isEmpty || journey.state.tree.rows.indices.contains(journey.state.tree.cursor.row))
    }
  }
}
