import Terminal
import Testing

@Suite struct ScrollbarTests {
  @Test("The thumb of a scroll bar touches an end exactly if the text does")
  func scrollbar() {
    #expect(Scrollbar(total: 5, visible: 10, offset: 0, length: 10).thumb == nil)
    #expect(Scrollbar(total: 100, visible: 10, offset: 0, length: 10).thumb == 0..<1)
    #expect(Scrollbar(total: 100, visible: 10, offset: 1, length: 10).thumb == 1..<2)
    #expect(Scrollbar(total: 100, visible: 10, offset: 89, length: 10).thumb == 8..<9)
    #expect(Scrollbar(total: 100, visible: 10, offset: 90, length: 10).thumb == 9..<10)
    #expect(Scrollbar(total: .max, visible: 1, offset: .max, length: 3).thumb == 2..<3)
  }

  @Test("A thumb dragged to an end of the bar shows that end of the text")
  func drag() {
    let bar = Scrollbar(total: 100, visible: 10, offset: 40, length: 10)
    #expect(bar.offset(ofThumbAt: -3) == 0)
    #expect(bar.offset(ofThumbAt: 3) == 30)
    #expect(bar.offset(ofThumbAt: 20) == 90)
    #expect(Scrollbar(total: 5, visible: 10, offset: 0, length: 10).offset(ofThumbAt: 3) == 0)
  }
}
