import Testing

@testable import Terminal

@Suite("Sizes")
struct SizeTests {
  @Test(
    "An absurd terminal size is limited to the largest supported one",
    arguments: [
      (Size(columns: 65_535, rows: 65_535), Size.largest),
      (Size(columns: 80, rows: 65_535), Size(columns: 80, rows: 1000)),
      (Size(columns: 500, rows: 200), Size(columns: 500, rows: 200)),
      (Size(columns: 1, rows: 1), Size(columns: 1, rows: 1)),
    ])
  func clamped(_ size: Size, _ expected: Size) {
    #expect(size.clamped == expected)
  }
}
