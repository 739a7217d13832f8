import Basics
import Testing

@Suite struct ByteOrderMarkTests {
  @Test(
    arguments: [
      ([0xEF, 0xBB, 0xBF, 0x61, 0xC3, 0xA9], "aé"), ([0xFF, 0xFE, 0x61, 0, 0xE9, 0], "aé"),
      ([0xFE, 0xFF, 0, 0x61, 0, 0xE9], "aé"), ([0xFF, 0xFE, 0x3D, 0xD8, 0, 0xDE], "😀"), ([0x61, 0xEF], nil), ([], nil),
    ] as [([UInt8], String?)])
  func `A text with a mark becomes UTF-8 without it, and any other text stays`(bytes: [UInt8], text: String?) {
    #expect(ByteOrderMark.removed(from: bytes) == text.map { Array($0.utf8) } ?? bytes)
  }
}
