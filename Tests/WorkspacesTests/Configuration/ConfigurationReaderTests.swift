import Networking
import Testing

@testable import Workspaces

@Suite("Reading the settings") struct ConfigurationReaderTests {
  private func read(_ text: String, _ origin: ConfigurationOrigin = .user) -> ReadConfiguration {
    ReadConfiguration(Array(text.utf8), origin)
  }

  @Test("Every key is read with its type and the file that sets it")
  func values() {
    let read = read(
      """
      theme: light
      keys: vim
      bindings: { send: [ctrl+r, f5], quit: q }
      clipboard: xclip
      enter-in-url: keep
      editor: { command: nano, vim: true }
      layout: { tree: 30, split: halves, mouse: false, borders: ascii, motion: false }
      send:
        timeout: 2500
        followRedirects: false
        maximumBody: 2 MB
        verifyTLS: false
        httpVersion: 1.1
      scripts: { timeout: 900 }
      history: { keep: 500, days: 7, bodies: 1MB }
      privacy: { processEnvironment: refuse, filesOutside: allow }
      accessibility: { linear: true, announce: false }
      """)
    #expect(read.faults == [])
    let found = read.configuration
    #expect(found.theme?.value == "light" && found.theme?.origin == .user && found.keys?.value == "vim")
    #expect(found.bindings?.value.map(\.command) == ["send", "quit"])
    #expect(found.bindings?.value.map(\.keys) == [["ctrl+r", "f5"], ["q"]])
    #expect(found.tree?.value == "30" && found.split?.value == "halves" && found.mouse?.value == false)
    #expect(found.timeout?.value == 2500 && found.maximumBody?.value == 2_000_000 && found.httpVersion?.value == "1.1")
    #expect(found.scriptTimeout?.value == 900)
    #expect(found.retention == HistoryRetention(days: 7, entries: 500, bytes: HistoryRetention.standard.bytes))
    for key in ConfigurationKey.all { #expect(key.kind.origin(found) == .user, "\(key.name)") }
  }

  @Test(
    "A fault is reported with its position and the nearest word, and the rest is used",
    arguments: [
      ("themes: dark", "1:1: there is no setting `themes`; did you mean `theme`?"),
      ("send:\n  timeot: 5", "2:3: there is no setting `send.timeot`; did you mean `timeout`?"),
      ("timeout: 5", "1:1: there is no setting `timeout`; did you mean `send.timeout`?"),
      ("pronunciation: { slow: true }", "1:1: there is no setting `pronunciation`"),
      ("send: { timeout: soon }", "1:18: `send.timeout` is `soon`: expected a whole number from 0 to 1000000000"),
      ("scripts: { timeout: 0 }", "1:21: `scripts.timeout` is `0`: expected a whole number from 1 to 600000"),
      ("send: { timeout: -1 }", "1:18: `send.timeout` is `-1`: expected a whole number from 0 to 1000000000"),
      ("send: { verifyTLS: yes }", "1:20: `send.verifyTLS` is `yes`: expected true or false"),
      ("send: { maximumBody: big }", "1:22: `send.maximumBody` is `big`: expected a size such as 64MB or 2GB"),
      ("send: 5", "1:7: `send` takes nested keys, such as `timeout: 0`"),
      ("theme: [a]", "1:8: `theme` takes one value, not a list or a map"),
      (
        "layout: { split: colums }",
        "1:18: `layout.split` is `colums`: expected one of auto, columns, stacked, halves, single; did you mean `columns`?"
      ),
      ("layout: { tree: 3 }", "1:17: `layout.tree` is `3`: expected auto, or a whole number from 16 to 200"),
      ("keys: vim\nkeys: emacs", "2:1: the key \"keys\" is repeated here; remove one"),
      ("bindings: [a]", "1:11: `bindings` takes commands with their keys, such as { send: [ctrl+r, f5] }"),
      ("bindings: { send: { a: b } }", "1:19: `send` takes a key or a list of keys, such as [ctrl+r, f5]"),
      ("bindings: { send: a, send: b }", "1:22: the key \"send\" is repeated here; remove one"),
      ("- a", "1:1: expected lines of the form `name: value`"),
      ("a: \u{1B}[2J", "1:4: "), ("theme: [", "1:9: "),
    ])
  func faults(_ text: String, _ fault: String) {
    let read = read(text)
    #expect(read.faults.count == 1 && read.faults[0].hasPrefix("config.yml:" + fault), "\(read.faults)")
    #expect(!read.faults.joined().contains("\u{1B}"))
    guard text.hasPrefix("themes") || text.hasPrefix("timeout") else { return }
    #expect(self.read(text + "\nclipboard: osc52\n").configuration.clipboard?.value == "osc52")
  }

  @Test("A workspace cannot set keys that only the user may set")
  func yours() {
    let yours = ConfigurationKey.all.filter(\.isYours).map(\.name)
    for name in [
      "editor.command", "clipboard", "privacy.processEnvironment", "send.verifyTLS", "history.keep", "bindings",
    ] { #expect(yours.contains(name), "\(name)") }
    let text = "theme: light\nclipboard: rm -rf ~\neditor:\n  command: evil\nsend: { verifyTLS: false, timeout: 7 }\n"
    let read = read(text, .workspace)
    #expect(read.configuration.clipboard == nil && read.configuration.editorCommand == nil)
    #expect(read.configuration.verifyTLS == nil && read.configuration.timeout?.origin == .workspace)
    #expect(read.faults.map { $0.prefix(14) } == ["apus.yml:2:1: ", "apus.yml:4:3: ", "apus.yml:5:9: "])
    #expect(read.faults[0].contains("a personal setting"))
  }

  @Test("A workspace's settings take precedence over the user's, key by key")
  func merging() {
    let user = read("theme: dark\nsend: { timeout: 1, httpVersion: 2 }\n")
    let merged = read("send: { timeout: 9 }\n", .workspace).merging(over: user).configuration
    #expect(merged.timeout == .init(9, .workspace) && merged.httpVersion == .init("2", .user))
    #expect(merged.theme == .init("dark", .user))
  }

  @Test("The printed file has every key, is read without a fault, and is equivalent to no file")
  func printed() {
    let text = ConfigurationText.whole(isAsleep: false)
    let read = read(text)
    #expect(read.faults == [])
    for key in ConfigurationKey.all {
      #expect(text.contains("\(key.word): \(key.usual)") && text.contains(key.explanation), "\(key.name)")
      #expect(key.kind.origin(read.configuration) == .user, "\(key.name)")
    }
    #expect(read.configuration.retention == .standard)
    #expect(read.configuration.historyBodies?.value == History.usualLargestBody)
    #expect(
      TransferOptions(read.configuration.completing(RequestSettings())).redirects
        == TransferOptions(RequestSettings()).redirects)
    let asleep = self.read(ConfigurationText.whole(isAsleep: true))
    #expect(asleep == ReadConfiguration())
    let awake = ConfigurationText.whole(isAsleep: true).split(separator: "\n").dropFirst(2).map { $0.dropFirst() }
    #expect(self.read(awake.joined(separator: "\n")).configuration == read.configuration)
  }

  @Test("Truncated or damaged text is read or reported, and never crashes")
  func damage() {
    let text = Array(ConfigurationText.whole(isAsleep: false).utf8)
    for end in stride(from: 0, to: text.count, by: 7) {
      _ = ReadConfiguration(Array(text[..<end]), .user)
      var flipped = text
      if end < text.count { flipped[end] ^= 0xA5 }
      _ = ReadConfiguration(flipped, .workspace)
    }
  }
}
