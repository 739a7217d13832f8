import Terminal
import TestSupport
import Testing

@Suite struct PictureTests {
  @Test("Contrast follows the accessibility guidelines")
  func contrast() {
    let white = RGB(hex: 0xFFFFFF)
    #expect(abs(white.contrast(with: RGB(hex: 0)) - 21) < 0.001)
    #expect(abs(white.contrast(with: RGB(hex: 0x777777)) - 4.478) < 0.001)
    #expect(abs(RGB(hex: 0xE06C75).luminance - 0.2787) < 0.001)
    #expect(RGB(hex: 0x0A00FF).hexText == "#0a00ff")
  }

  @Test("The palette equals xterm's: sixteen colours, the cube, the greys")
  func palette() {
    #expect(Palette.xterm[16] == RGB(hex: 0) && Palette.xterm[231] == RGB(hex: 0xFFFFFF))
    #expect(Palette.xterm[196] == RGB(hex: 0xFF0000) && Palette.xterm[67] == RGB(hex: 0x5F87AF))
    #expect(Palette.xterm[232] == RGB(hex: 0x080808) && Palette.xterm[255] == RGB(hex: 0xEEEEEE))
    #expect(Palette.dark.rgb(.terminal, isBackground: true) == Palette.dark.background)
  }

  @Test("A colour that the terminal lacks becomes its nearest")
  func quantized() {
    #expect(Color.palette(196).quantized(to: 16) == .palette(9))
    #expect(Color.palette(196).quantized(to: 8) == .palette(1))
    #expect(Color.palette(196).quantized(to: 256) == .palette(196))
    #expect(Color.palette(196).quantized(to: 0) == .terminal)
    #expect(Color.terminal.quantized(to: 8) == .terminal)
    #expect(Color.palette(240).quantized(to: 8) == .palette(7))
    #expect(Color.palette(240).quantized(to: 16) == .palette(8))
    #expect(Color.palette(236).quantized(to: 8, isBackground: true) == .palette(0))
    #expect(Color.palette(16).quantized(to: 8) == .palette(0))
  }

  @Test("A picture contains the escaped text, the colours and the attributes")
  func svg() {
    var screen = Screen(Size(columns: 12, rows: 2))
    screen.write("<a&b>", at: Point(x: 0, y: 0), style: Style(.palette(196), on: .palette(236), [.bold, .underline]))
    screen.write("日 \u{1B}", at: Point(x: 0, y: 1), style: Style(.terminal, on: .terminal, .reverse))
    screen.cursor = Point(x: 3, y: 1)
    let svg = ScreenPicture(screen, title: "A & B").svg
    #expect(svg.contains("<title>A &amp; B</title>"))
    #expect(svg.contains("font-weight=\"bold\" text-decoration=\"underline\">&lt;a&amp;b&gt;</text>"))
    #expect(svg.contains("fill=\"#ff0000\"") && svg.contains("fill=\"#303030\""))
    #expect(svg.contains("textLength=\"18\" lengthAdjust=\"spacingAndGlyphs\" fill=\"#16181d\">日</text>"))
    #expect(!svg.unicodeScalars.contains("\u{1B}"))
  }
}
