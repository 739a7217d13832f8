import Terminal
import Testing

@Suite struct ListSelectionTests {
  @Test("The chosen row stays in sight and the list scrolls no further than it must")
  func scrolling() {
    var list = ListSelection(count: 10, height: 4)
    list.move(by: 4)
    #expect(list.selected == 4 && list.visible == 1..<5)
    list.move(by: -2)
    #expect(list.visible == 1..<5)
    list.select(99)
    #expect(list.selected == 9 && list.visible == 6..<10)
    list.movePages(-1)
    #expect(list.selected == 6 && list.visible == 6..<10)
    list.move(by: .min)
    #expect(list.selected == 0 && list.visible == 0..<4)
  }

  @Test("A list that shrinks, empties or grows keeps a choice when it can")
  func updating() {
    var list = ListSelection(count: 10, height: 4, selected: 8)
    list.update(count: 3)
    #expect(list.selected == 2 && list.visible == 0..<3)
    list.update(count: 0)
    #expect(list.selected == nil && list.visible.isEmpty)
    let isHandled = list.handle(.down)
    #expect(isHandled && list.selected == nil)
    list.update(count: 5, height: 2)
    #expect(list.selected == 0 && list.visible == 0..<2)
  }

  @Test("The wheel scrolls without choosing, a click chooses what is under it")
  func mouse() {
    var list = ListSelection(count: 10, height: 4)
    list.scroll(by: 3)
    #expect(list.visible == 3..<7 && list.selected == 0)
    let hits = [1, 4, -1].map { list.click(y: $0) }
    #expect(hits == [true, false, false] && list.selected == 4)
    list.scroll(by: 99)
    #expect(list.visible == 6..<10)
  }

  @Test("Keys of the terminal's conventions move it")
  func keys() {
    var list = ListSelection(count: 10, height: 4)
    func selected(after key: Key) -> Int? { list.handle(key) ? list.selected : nil }
    #expect(selected(after: .character("j")) == 1)
    #expect(selected(after: .down) == 2)
    #expect(selected(after: .character("k")) == 1)
    #expect(selected(after: .character("G")) == 9)
    #expect(selected(after: .home) == 0)
    #expect(selected(after: .enter) == nil)
  }

  @Test("The thumb of a scroll bar touches the ends exactly when the text does")
  func scrollbar() {
    #expect(Scrollbar(total: 5, visible: 10, offset: 0, length: 10).thumb == nil)
    #expect(Scrollbar(total: 100, visible: 10, offset: 0, length: 10).thumb == 0..<1)
    #expect(Scrollbar(total: 100, visible: 10, offset: 1, length: 10).thumb == 1..<2)
    #expect(Scrollbar(total: 100, visible: 10, offset: 89, length: 10).thumb == 8..<9)
    #expect(Scrollbar(total: 100, visible: 10, offset: 90, length: 10).thumb == 9..<10)
    #expect(Scrollbar(total: 100, visible: 50, offset: 25, length: 10).offset(at: 9) == 50)
    #expect(Scrollbar(total: .max, visible: 1, offset: .max, length: 3).thumb == 2..<3)
  }
}
