import Terminal
import Testing

@Suite struct BackgroundColorTests {
  @Test(
    arguments: [
      ("11;rgb:ffff/ffff/ffff", true), ("11;rgb:0/0/0", false), ("11;rgb:fd/f6/e3", true), ("11;rgb:00/2b/36", false),
      ("11;rgba:ffff/ffff/ffff/8000", true), ("11;#FAFAFA", true), ("11;#282a36", false),
    ])
  func `The luminance of an answer to OSC 11 determines light or dark.`(answer: String, isLight: Bool) {
    #expect(BackgroundColor.isLight(answer: answer) == isLight)
  }

  @Test(
    arguments: [
      "", "11;", "11;rgb:", "11;rgb:1/2", "11;rgb:1/2/3/4/5", "11;rgb:xx/1/1", "11;rgb:11111/1/1", "11;#12345",
      "12;rgb:f/f/f", "11;rgb:-1/0/0", "11;#\u{E9}abcd", "11;rgb://",
    ])
  func `Any other answer has no result.`(answer: String) {
    #expect(BackgroundColor.isLight(answer: answer) == nil)
  }

  @Test(
    arguments: [
      ("15;0", false), ("0;15", true), ("0;default;15", true), ("0;7", true), ("15;8", false), ("0;default", nil),
      ("", nil), ("15;99", nil),
    ])
  func `The last number of COLORFGBG is the background.`(text: String, isLight: Bool?) {
    #expect(BackgroundColor.isLight(colorFGBG: text) == isLight)
  }
}
