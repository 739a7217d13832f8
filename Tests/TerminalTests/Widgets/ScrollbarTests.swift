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
}
