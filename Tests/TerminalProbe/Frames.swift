import Terminal

/// Random screens with every kind of text, the same in each run.
struct Frames {
  private static let pieces = [
    "abc", "日本語", "e\u{301}", "한글", "👍", "│──┐", "x", "  ", "ｱ", "Ａ", "क", "…", "hello world", "▏▎▍█", "é", "中",
  ]

  private var screen: Screen
  private var state: UInt64 = 88_172_645_463_325_252

  init(size: Size) {
    screen = Screen(size)
  }

  /// The previous screen with a part overwritten, or another one.
  mutating func next() -> Screen {
    if random(8) == 0 { screen = Screen(screen.size) }
    for _ in 0..<12 {
      let piece = Frames.pieces[random(Frames.pieces.count)]
      let point = Point(x: random(screen.size.columns + 4) - 2, y: random(screen.size.rows))
      let style = Style(.palette(UInt8(random(256))), on: random(3) == 0 ? .palette(UInt8(random(256))) : .terminal)
      screen.write(piece, at: point, style: random(2) == 0 ? .plain : style.adding(random(2) == 0 ? .bold : []))
    }
    if random(4) == 0 {
      screen.fill(Rect(x: random(screen.size.columns), y: random(screen.size.rows), width: 9, height: 3))
    }
    screen.cursor = random(2) == 0 ? nil : Point(x: random(screen.size.columns), y: random(screen.size.rows))
    return screen
  }

  /// Marsaglia's xorshift.
  private mutating func random(_ count: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(max(1, count)))
  }
}
