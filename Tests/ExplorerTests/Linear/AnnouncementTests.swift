import Networking
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Linear mode: announcements of changes") struct AnnouncementTests {
  var listener = LinearListener()

  @Test mutating func `A row of the tree is announced once with its position, and never while the cursor stays.`() {
    #expect(listener.press(.down) == ["Collections, row 2 of 5: Users, folder, closed, level 2"])
    #expect(listener.press(.enter) == ["Collections, row 2 of 8: Users, folder, open, level 2"])
    #expect(listener.press(.down) == ["Collections, row 3 of 8: GET List users, level 3"])
    #expect(listener.press(Key(.end)).count == 1)
    #expect(listener.press(Key(.end)) == [])
  }

  @Test mutating func `A header is announced as a row with its cells and state, and Space switches it.`() {
    listener.open()
    _ = listener.press(.control("l"), .escape)
    #expect(listener.type("2") == ["Headers, row 1 of 3: Accept, application/json, on"])
    #expect(listener.press(.down) == ["Headers, row 2 of 3: X-Off, 1, off"])
    #expect(listener.type(" ") == ["Headers, row 2 of 3: X-Off, 1, on"])
    #expect(listener.press(.right) == ["value"])
    #expect(listener.press(.down) == ["Headers, row 3 of 3: add a header"])
  }

  @Test mutating func `A cell is announced with title and text, and leaving it announces the row.`() {
    listener.open()
    _ = listener.press(.control("l"), .escape)
    _ = listener.type("2")
    _ = listener.press(.right)
    #expect(listener.press(.enter) == ["Edit value of Accept: application/json"])
    #expect(listener.type(" x y") == [" x y"])
    #expect(listener.press(.backspace) == ["deleted: y"])
    #expect(listener.press(.home) == ["start: application/json x "])
    #expect(listener.press(.right) == ["p"])
    #expect(listener.press(.end) == ["end"])
    #expect(listener.press(.escape) == ["Headers, row 1 of 3: Accept, application/json x , on"])
  }

  @Test("A masked secret is announced as stars while it is typed, and ^V makes it readable")
  mutating func secret() {
    var definition = Samples.getUser
    definition.authentication = Authentication(.basic, [.init("username", "ada"), .init("password", "")])
    listener.open(definition)
    _ = listener.press(.control("l"), .escape)
    _ = listener.type("4")
    _ = listener.press(.down, .down, .enter)
    #expect(listener.type("hunter2") == ["*******"])
    #expect(listener.press(.function(8)).contains { $0.contains("7 characters, hidden") })
    _ = listener.press(.control("v"))
    #expect(listener.press(.function(8)).contains { $0.contains("hunter2") })
  }

  @Test mutating func `A box announces its title, its number of choices and the one that Enter takes.`() throws {
    let said = listener.type(":")
    #expect(said.count == 1)
    let first = try #require(said.first)
    #expect(first.hasPrefix("Commands, ") || first.contains("choices, row 1 of "), "\(first)")
    let typed = listener.type("theme")
    #expect(typed.contains { $0.contains("row 1 of ") && $0.contains("Choose the theme") }, "\(typed)")
    #expect(listener.type("qqq").contains { $0.hasPrefix("0 choices") })
    #expect(listener.press(.escape) == ["Collections, row 1 of 5: Demo, collection, open"])
  }

  @Test mutating func `A question is announced completely with the key of each answer.`() {
    let question = Question(
      "Delete the folder", "Delete Users and 3 requests?",
      [
        .init("d", "delete", .overlay(.close)), .init("n", "no", nil),
      ])
    let said = listener.lines(after: .overlay(.show(.question(question))))
    #expect(said == ["Delete the folder: Delete Users and 3 requests?", "d: delete; n: no, also Enter"])
    #expect(listener.type("n") == ["Collections, row 1 of 5: Demo, collection, open"])
  }

  @Test mutating func `A prompt announces its title and each typed character.`() {
    #expect(listener.type("N") == ["Edit Name of the new folder: empty"])
    #expect(listener.type("New one") == ["New one"])
    #expect(listener.press(.control("w")) == ["deleted: one"])
  }

  @Test mutating func `A send is announced once at its start and once at its end with time, size and tests.`() {
    var definition = Samples.getUser
    definition.assertions = [Assertion("res.status", "eq", "200")]
    listener.open(definition)
    let key = RequestKey.file(Samples.getUserPath)
    let sent = listener.press(.control("r"))
    #expect(sent.count == 2 && sent[0].hasPrefix("Sending GET") && sent[1].hasSuffix("waiting; Esc cancels"), "\(sent)")
    guard case .sending(let sending)? = listener.state.session?.response.phase else {
      Issue.record("not sending")
      return
    }
    let said = listener.lines(after: .response(.transfer(send: sending.id, .finished(Samples.exchange())), of: key))
    #expect(said.first == "200 OK, 83 ms, 45 B", "\(said)")
  }

  @Test mutating func `A message is announced once, and an error is marked as one.`() {
    #expect(listener.lines(after: .notified(.error, "disk\u{1B}[2J full")).first == "Error: disk\u{1B}[2J full")
    #expect(listener.lines(after: .clock(Samples.now, secondsFromGMT: 0)) == [])
  }

  @Test mutating func `Without announcements, only keys and failures are answered.`() {
    var settings = UserSettings()
    settings.configuration.announce = .init(false, .user)
    _ = listener.lines(after: .settingsRead(settings))
    #expect(listener.lines(after: .notified(.information, "Saved")) == [])
    #expect(listener.lines(after: .notified(.warning, "Not saved")) == ["Note: Not saved"])
    #expect(listener.press(.down).count == 1)
  }

  @Test mutating func `A changed setting for linear mode announces when it takes effect.`() {
    var settings = UserSettings()
    settings.configuration.linear = .init(true, .user)
    #expect(listener.lines(after: .settingsRead(settings)) == [])
    settings.configuration.linear = .init(false, .user)
    #expect(listener.lines(after: .settingsRead(settings)) == ["accessibility.linear takes effect at the next start"])
  }
}
