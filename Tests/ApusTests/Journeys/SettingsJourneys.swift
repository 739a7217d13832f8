import Foundation
import TestSupport
import Testing

/// Settings and keys in the real program.
@Suite(.serialized) struct SettingsJourneys {
  private let sample: Sample
  private let home: TemporaryDirectory

  init() throws {
    sample = try Sample(url: "http://127.0.0.1:1", requests: ["echo": Sample.request(name: "Echo")])
    home = try TemporaryDirectory("home")
  }

  @Test func `A settings file that is created, broken and fixed applies immediately.`() throws {
    let journey = try Journey(sample, home: home)
    try journey.see("Echo")
    try home.write(".config/apus/config.yml", "layout: { borders: ascii }\n")
    try journey.see("+--")
    try home.write(".config/apus/config.yml", "layout: { border: ascii }\n")
    try journey.see("there is no setting `layout.border`")
    try home.write(".config/apus/config.yml", "bindings: { help: f7 }\n")
    try journey.see("F7 help")
    try journey.quit()
  }

  @Test func `A binding that hides another is reported at the start, and works.`() throws {
    try home.write(".config/apus/config.yml", "bindings: { help: [f11, z] }\n")
    let journey = try Journey(sample, home: home)
    try journey.see("config.yml:1:25: z runs `help`, no longer `fold`")
    try journey.type("\u{1B}[23~", see: "type to search")
    try journey.type("\u{1B}")
    // Sent together they would be ⌥q.
    try journey.seeGone("type to search")
    try journey.quit()
  }

  @Test func `A workspace's settings apply to its requests, and cannot set what is the user's.`() throws {
    try sample.folder.write("apus.yml", "send: { timeout: 4321 }\neditor: { command: evil }\n")
    let journey = try Journey(sample, home: home)
    try journey.see("apus.yml:2:11: `editor.command` is a personal setting")
    try journey.type("\u{7}Echo\r", see: "Send ^R")
    try journey.type("8", see: "4321")
    try journey.quit()
  }

  @Test func `With the mouse disabled, the terminal is not asked for it.`() throws {
    try home.write(".config/apus/config.yml", "layout: { mouse: false }\n")
    let journey = try Journey(sample, home: home)
    try journey.see("Echo")
    #expect(!String(decoding: journey.terminal.output, as: UTF8.self).contains("\u{1B}[?1000h"))
    try journey.quit()
  }

  @Test func `The command keys shows bytes and meaning of a key, and restores the terminal.`() throws {
    let journey = try Journey([try Program.path(), "keys"], home: home)
    try journey.see("Press a key")
    try journey.type("\u{1B}[15~", see: "send: Send the request (everywhere)")
    try journey.type("\u{1B}", see: "leave: ")
    try journey.type("\u{1B}[200~q\u{3}\u{1B}[201~", see: "a paste of 2 characters")
    try journey.type("é", see: "no command; typed in texts")
    journey.terminal.type("q")
    #expect(try journey.end() == 0)
  }
}
