import Basics
import Testing

@Suite struct JSONPointerTests {
  @Test(arguments: [("a/b~c", "a~1b~0c"), ("~1", "~01"), ("~\u{301}/", "~0\u{301}~1"), ("plain", "plain"), ("", "")])
  func `Names are escaped by bytes and read back`(name: String, step: String) {
    #expect(JSONPointer.escaped(name).utf8.elementsEqual(step.utf8))
    #expect(JSONPointer.unescaped(step).utf8.elementsEqual(name.utf8))
  }
}
