import Foundation
import TestSupport
import Testing

/// The user's own themes.
@Suite(.serialized) struct ThemeJourneys {
  private let sample: Sample
  private let home: TemporaryDirectory

  init() throws {
    sample = try Sample(url: "http://127.0.0.1:1", requests: ["echo": Sample.request(name: "Echo")])
    home = try TemporaryDirectory("home")
  }

  /// A color that no built-in theme uses.
  private let accent = "38;2;1;2;3"

  private func output(_ journey: Journey) -> String { String(decoding: journey.terminal.output, as: UTF8.self) }

  @Test func `The theme of the settings applies from the first frame, without waiting for the disk.`() throws {
    try home.write(".config/apus/config.yml", "theme: mine\n")
    try home.write(".config/apus/themes/mine.yml", "base: dark\naccent: \"#010203\"\nbackground: \"#040506\"\n")
    let journey = try Journey(sample, home: home, environment: ["COLORTERM": "truecolor"])
    try journey.see("Echo")
    #expect(output(journey).contains(accent) && output(journey).contains("48;2;4;5;6"))
    try journey.quit()
  }

  @Test func `A shipped theme is previewed, taken back by Esc, and used if the settings name it.`() throws {
    let nord = "48;2;46;52;64"
    let variables = ["COLORTERM": "truecolor"]
    let journey = try Journey(sample, home: home, environment: variables)
    try journey.see("Echo")
    try journey.type(":choose the theme\r", see: "tokyo-night")
    #expect(!output(journey).contains(nord))
    try journey.type("nord")
    try journey.wait(for: "the theme under the cursor") { _ in output(journey).contains(nord) }
    try journey.type("\u{1B}")
    try journey.seeGone("Enter choose")
    try journey.quit()
    let usual = try Journey(sample, home: home, environment: variables)
    try usual.see("Echo")
    #expect(!output(usual).contains(nord))
    try usual.quit()
    try home.write(".config/apus/config.yml", "theme: nord\n")
    let next = try Journey(sample, home: home, environment: variables)
    try next.see("Echo")
    #expect(output(next).contains(nord))
    try next.quit()
  }

  @Test func `A broken theme is reported with its position; fixed, it is listed, shown and kept.`() throws {
    try home.write("settings/apus/config.yml", "theme: mine\n")
    try home.write("settings/apus/themes/mine.yml", "base: dark\naccnt: red\n")
    let variables = ["COLORTERM": "truecolor", "XDG_CONFIG_HOME": home.path("settings")]
    let journey = try Journey(sample, home: home, environment: variables)
    try journey.see("themes/mine.yml:2:1")
    try journey.see("did you mean `accent`?")
    try home.write("settings/apus/themes/mine.yml", "base: dark\naccent: \"#010203\"\n")
    try journey.type(":choose the theme\r", see: "themes/mine.yml")
    try journey.type("mine")
    try journey.wait(for: "the theme under the cursor") { _ in output(journey).contains(accent) }
    try journey.type("\r")
    try journey.seeGone("themes/mine.yml")
    try journey.quit()
    try home.write("settings/apus/config.yml", "")
    let next = try Journey(sample, home: home, environment: variables)
    try next.see("Echo")
    #expect(output(next).contains(accent))
    try next.quit()
  }

  @Test func `Theme files that cannot be opened are listed with the reason.`() throws {
    try home.write(".config/apus/themes/big.yml", String(repeating: "#", count: 1 << 17))
    #expect(symlink("nowhere", home.path(".config/apus/themes/lost.yml")) == 0)
    let journey = try Journey(sample, home: home)
    try journey.see("Echo")
    try journey.type(":choose the theme\r", see: "big")
    try journey.type("big\r", see: "larger than 64 KB, the most that is read")
    try journey.type(":choose the theme\r", see: "lost")
    try journey.type("lost", see: "› lost")
    try journey.type("\r")
    try journey.seeGone("› lost")
    try journey.see("a link to a file that is not there")
    #if os(Linux)
    let path = Array(home.path(".config/apus/themes/odd").utf8CString.dropLast()) + [CChar(bitPattern: 0xff)]
    let file = open(path + Array(".yml".utf8CString), O_CREAT | O_WRONLY, 0o600)
    #expect(file >= 0)
    close(file)
    try journey.type(":choose the theme\r", see: "odd")
    try journey.type("odd\r", see: "its name is not UTF-8")
    #endif
    try journey.quit()
  }
}
