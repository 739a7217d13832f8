import Terminal
import Testing

@testable import Explorer

@Suite("The cursor of a list")
struct ListCursorTests {
  private let frame = Rect(x: 0, y: 0, width: 20, height: 12)
  private let list = Rect(x: 1, y: 1, width: 18, height: 10)

  private func mouse(_ kind: Mouse.Kind, _ x: Int, _ y: Int) -> Mouse { Mouse(kind, at: Point(x: x, y: y)) }

  @Test("A page key moves the cursor by the height less one row")
  func pages() {
    var cursor = ListCursor()
    cursor.move(.pageDown, count: 100, height: 10)
    #expect(cursor == ListCursor(row: 9))
    cursor.move(.pageDown, count: 100, height: 10)
    #expect(cursor.row == 18 && cursor.offset == 9)
    cursor.move(.bottom, count: 100, height: 10)
    #expect(cursor.row == 99 && cursor.offset == 90)
    cursor.move(.pageUp, count: 100, height: 10)
    #expect(cursor.row == 90 && cursor.offset == 90)
  }

  @Test("The wheel scrolls three rows, and the cursor moves only to stay visible")
  func wheel() {
    var cursor = ListCursor(row: 5)
    for offset in [3, 6] {
      #expect(cursor.click(mouse(.wheelDown, 5, 5), count: 100, on: list, in: frame) == nil)
      #expect(cursor.offset == offset && cursor.row == max(5, offset))
    }
    for _ in 0..<9 { _ = cursor.click(mouse(.wheelUp, 5, 5), count: 100, on: list, in: frame) }
    #expect(cursor.offset == 0 && cursor.row == 6)
    _ = cursor.click(mouse(.wheelDown, 5, 5), count: 8, on: list, in: frame)
    #expect(cursor.offset == 0)
  }

  @Test("A press moves the cursor to its row, and one below the last row has no effect")
  func press() {
    var cursor = ListCursor()
    #expect(cursor.click(mouse(.press, 5, 4), count: 5, on: list, in: frame) == 3)
    #expect(cursor.row == 3)
    #expect(cursor.click(mouse(.press, 5, 6), count: 5, on: list, in: frame) == nil)
    #expect(cursor.row == 3)
  }

  @Test("A drag of the scrollbar scrolls until the button is released, also beside the list")
  func drag() {
    var cursor = ListCursor()
    #expect(cursor.click(mouse(.press, 19, 1), count: 100, on: list, in: frame) == nil)
    #expect(cursor.isScrollbarDrag(mouse(.drag, 3, 6), count: 100, on: list, in: frame))
    _ = cursor.click(mouse(.drag, 3, 6), count: 100, on: list, in: frame)
    #expect(cursor.offset == 50 && cursor.row == 50)
    _ = cursor.click(mouse(.drag, 30, 40), count: 100, on: list, in: frame)
    #expect(cursor.offset == 90)
    _ = cursor.click(mouse(.release, 30, 40), count: 100, on: list, in: frame)
    _ = cursor.click(mouse(.drag, 19, 1), count: 100, on: list, in: frame)
    #expect(cursor.offset == 90)
    #expect(!cursor.isScrollbarDrag(mouse(.press, 19, 1), count: 100, on: list, in: frame))
  }
}
