import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("The environment editor") struct EnvironmentEditorTests {
  private static let local = Environment(
    name: "local", color: "#2E8A54",
    variables: [
      .init(Row("base_url", "http://127.0.0.1:4010")), .init(Row("token", "s3cr3t"), isSecret: true),
    ])
  private static let staging = Environment(name: "staging", isProtected: true)

  private func opened(_ all: [Environment] = [local, staging]) -> Journey {
    var journey = Journey.request()
    journey.apply(.environment(.loaded(all)))
    journey.keys("E")
    journey.forget()
    return journey
  }

  private func saves(_ journey: Journey) -> [EnvironmentEffect] {
    journey.effects.compactMap { if case .environment(let effect) = $0 { effect } else { nil } }
  }

  @Test("A window of 30 rows or more has column titles")
  func headings() {
    for (rows, isTitled) in [(24, false), (30, true), (60, true)] {
      let journey = ScreenState.environmentEditor.journey(columns: 120, rows: rows)
      #expect(journey.text.contains("Name") == isTitled, "\(rows)")
      #expect(journey.text.contains("base_url"))
    }
  }

  @Test("The column of notes appears with a note or when the cursor enters it")
  func notes() {
    var journey = Journey.request(columns: 120, rows: 40)
    journey.apply(.environment(.loaded([Self.local])))
    journey.keys("E")
    #expect(journey.text.contains("secret") && !journey.text.contains("Note"), "\(journey.text)")
    journey.keys("right right")
    #expect(journey.text.contains("Note"), "\(journey.text)")
  }

  @Test("The editor shows the chosen environment with masked secrets")
  func shown() {
    var journey = opened()
    #expect(journey.text.contains("local   staging"))
    #expect(journey.text.contains("base_url    http://127.0.0.1:4010"))
    #expect(!journey.text.contains("s3cr3t"))
    journey.keys("down v")
    #expect(journey.text.contains("s3cr3t"))
    journey.keys("up down v")
    #expect(!journey.text.contains("s3cr3t"))
  }

  @Test("An edited value is saved when editing ends")
  func edit() {
    var journey = opened()
    journey.go("l enter ctrl-u ‹http://h›")
    #expect(saves(journey).isEmpty)
    journey.go("esc")
    var after = Self.local
    after.variables[0].row.value = "http://h"
    #expect(saves(journey) == [.save(collection: Samples.root, from: Self.local, to: after)])
    #expect(journey.state.environment.all[0] == after)
    journey.go("u")
    #expect(saves(journey).last == .save(collection: Samples.root, from: after, to: Self.local))
  }

  @Test("The key a adds rows until one is left empty; s makes a secret; p protects; c colours")
  func rows() {
    var journey = opened([Self.staging])
    journey.go("a ‹a› tab ‹1› enter ‹b› enter enter enter")
    #expect(journey.state.environment.all[0].variables.map(\.row) == [Row("a", "1"), Row("b")])
    journey.go("s p c ctrl-u ‹#112233› enter")
    let now = journey.state.environment.all[0]
    #expect(now.variables[1].isSecret)
    #expect(!now.isProtected)
    #expect(now.color == "#112233")
  }

  @Test("Enter goes from name to value to the next row; Esc keeps the edit, and an empty row is dropped")
  func enter() {
    var journey = opened()
    journey.go("enter ‹_1› enter ‹/x› enter ‹_2› esc")
    #expect(
      journey.state.environment.all[0].variables.map(\.row) == [
        Row("base_url_1", "http://127.0.0.1:4010/x"), Row("token_2", "s3cr3t"),
      ])
    journey.go("a ‹new› enter ‹val› enter enter")
    #expect(journey.state.environment.all[0].variables.map(\.row.name) == ["base_url_1", "token_2", "new"])
    journey.go("u u u")
    #expect(journey.state.environment.all[0] == Self.local)
  }

  @Test("A press elsewhere commits a cell, and a press in the cell continues editing")
  func click() throws {
    var journey = opened()
    journey.go("l enter ctrl-u ‹http://typed›")
    let row = try #require(journey.lines.firstIndex { $0.contains("http://typed") })
    let column = try #require(journey.lines[row].firstRange(of: "http://typed")).lowerBound
    journey.click(journey.lines[row].distance(from: journey.lines[row].startIndex, to: column), row)
    #expect(saves(journey).isEmpty)
    journey.click(60, row + 4)
    #expect(journey.state.environment.all[0].variables[0].row.value == "http://typed")
    #expect(saves(journey).count == 1)
  }

  @Test("An edit in progress is written when the program is terminated")
  func ended() {
    var journey = opened()
    journey.go("l enter ctrl-u ‹http://typed›")
    journey.apply(.terminal(.terminationRequested))
    #expect(saves(journey).count == 1 && journey.state.environment.all[0].variables[0].row.value == "http://typed")
  }

  @Test("A name abandoned with Esc is restored, even after the editor was closed")
  func keptName() {
    var journey = opened()
    journey.go("n ‹stag› esc esc E n enter")
    #expect(saves(journey) == [.create(collection: Samples.root, Environment(name: "stag"))])
  }

  @Test("A row with a credential is saved as a secret, and can be made plain manually")
  func credentials() {
    var journey = opened([Self.staging])
    journey.go("a ‹api_key› tab ‹abc› enter")
    let hidden = Environment(
      name: "staging", isProtected: true, variables: [.init(Row("api_key", "abc"), isSecret: true)])
    #expect(saves(journey) == [.save(collection: Samples.root, from: Self.staging, to: hidden)])
    #expect(journey.text.contains("api_key is a secret: its value goes to your own store"))
    journey.go("esc s")
    var plain = hidden
    plain.variables[0].isSecret = false
    #expect(saves(journey).last == .save(collection: Samples.root, from: hidden, to: plain))
  }

  @Test("Undo does not repeat that a value has become a secret")
  func undoneCredential() {
    var journey = opened([Self.staging])
    journey.go("a ‹api_key› tab ‹abc› esc")
    journey.state.message = nil
    journey.go("u")
    #expect(journey.state.environment.all == [Self.staging] && journey.state.message == nil)
  }

  @Test("A row can become a secret while typing, before any of it is written")
  func secretWhileTyping() {
    var journey = opened([Self.staging])
    journey.go("a ‹pin› tab ‹4711› ctrl-t")
    #expect(saves(journey).isEmpty)
    journey.go("enter")
    let secret = Environment(name: "staging", isProtected: true, variables: [.init(Row("pin", "4711"), isSecret: true)])
    #expect(saves(journey) == [.save(collection: Samples.root, from: Self.staging, to: secret)])
  }

  @Test("New, duplicate, rename and delete have their effects")
  func names() {
    var journey = opened()
    journey.go("n ‹prod› enter esc r ctrl-u ‹live› enter [ [ D ctrl-u ‹copy› enter X y")
    #expect(
      saves(journey) == [
        .create(collection: Samples.root, Environment(name: "prod")),
        .rename(collection: Samples.root, name: "prod", to: "live"),
        .duplicate(collection: Samples.root, name: "local", as: "copy"),
        .delete(collection: Samples.root, name: "copy"),
      ])
    #expect(journey.state.environment.all.map(\.name) == ["local", "staging", "live"])
  }

  @Test("A name that is taken or invalid as a file name is refused with the reason")
  func badNames() {
    var journey = opened()
    journey.go("n ‹local› enter")
    #expect(journey.footer.contains("Environment local already exists"))
    for (name, valid) in [("a/b", "a-b"), ("te\"st", "te-st"), ("lo:cal", "lo-cal")] {
      journey.go("ctrl-u ‹\(name)› enter")
      #expect(journey.text.contains("\"\(valid)\""))
    }
    journey.go("ctrl-u ‹Local› enter")
    #expect(journey.footer.contains("Environment local already exists"))
    journey.go("esc r ctrl-u ‹lo:cal› enter")
    #expect(journey.text.contains("\"lo-cal\""))
    #expect(saves(journey).isEmpty)
    #expect(journey.state.environment.all.map(\.name) == ["local", "staging"])
  }

  @Test("Renaming the chosen environment keeps it chosen")
  func renameChosen() {
    var journey = opened()
    journey.go("r ctrl-u ‹here› enter esc")
    #expect(journey.state.environment.chosen == "here")
    #expect(journey.state.overlay == nil)
  }

  @Test("Without environments the editor asks for a name, then for variables; after Esc, n creates one")
  func first() {
    var journey = opened([])
    #expect(journey.text.contains("Name of the new environment") && journey.text.contains("Enter create"))
    journey.keys("esc")
    #expect(journey.text.contains("n creates one"))
    journey.go("‹nlocal› enter")
    #expect(saves(journey) == [.create(collection: Samples.root, Environment(name: "local"))])
    journey.go("‹host› enter ‹h› esc")
    #expect(journey.state.environment.all[0].variables.map(\.row) == [Row("host", "h")])
    #expect(journey.lines[0].contains("local ▾"))
  }

  @Test("The list of environments ends with a new one")
  func newFromList() {
    var journey = Journey.request()
    journey.apply(.environment(.loaded([Self.local])))
    journey.go("e ‹new› enter ‹test› enter esc")
    #expect(saves(journey).last == .create(collection: Samples.root, Environment(name: "test")))
    #expect(journey.lines[0].contains("test ▾"))
  }

  @Test("A failure is reported, and the typed text stays")
  func failure() {
    var journey = opened()
    journey.go("l enter ctrl-u ‹x› esc")
    journey.apply(.environment(.failed("local.yml: no permission to write")))
    #expect(journey.state.environment.all[0].variables[0].row.value == "x")
    #expect(journey.footer.contains("Not written: local.yml: no permission to write"))
    journey.keys("esc")
    #expect(journey.state.environment.all[0].variables[0].row.value == "x")
  }

  @Test("A result that arrives while another change is pending does not change the screen")
  func lateAnswer() {
    var journey = opened()
    journey.go("space")
    let afterFirst = journey.state.environment.all
    journey.go("p")
    let afterSecond = journey.state.environment.all
    journey.apply(.environment(.changed(afterFirst, select: nil, said: "")))
    #expect(journey.state.environment.all == afterSecond)
    journey.apply(.environment(.changed(afterSecond, select: nil, said: "")))
    #expect(journey.state.environment.all == afterSecond)
  }

  @Test("Changes by another program stay if the edit does not touch them")
  func merging() {
    let old = Environment(name: "e", variables: [.init(Row("a", "1")), .init(Row("b", "1"))])
    let theirs = Environment(name: "e", variables: [.init(Row("a", "1")), .init(Row("b", "2")), .init(Row("c", "3"))])
    let mine = Environment(name: "e", isProtected: true, variables: [.init(Row("a", "9")), .init(Row("b", "1"))])
    let merged = theirs.merging(from: old, to: mine)
    #expect(merged.isProtected)
    #expect(merged.variables.map(\.row) == [Row("a", "9"), Row("b", "2"), Row("c", "3")])
    #expect(old.merging(from: old, to: mine) == mine)
  }

  @Test("Two environments are compared side by side with marked differences and hidden secrets")
  func compare() {
    let left = Environment(
      name: "local", variables: [.init(Row("base_url", "http://a")), .init(Row("key", "s1"), isSecret: true)])
    let right = Environment(
      name: "staging",
      variables: [.init(Row("base_url", "http://b")), .init(Row("key", "s1"), isSecret: true), .init(Row("new", "1"))])
    var journey = Journey(columns: 100)
    journey.apply(.environment(.loaded([left, right])))
    journey.type("E=")
    #expect(journey.text.contains("≠"))
    #expect(journey.text.contains("http://a"))
    #expect(journey.text.contains("http://b"))
    #expect(!journey.text.contains("s1"))
    #expect(journey.text.contains("2 differences"))
    journey.press(.escape)
    #expect(!journey.text.contains("≠"))
  }

  @Test("A protected environment is marked at the top and colours every frame")
  func protected() {
    var journey = Journey(columns: 100)
    journey.apply(.environment(.loaded([Environment(name: "prod", isProtected: true)])))
    journey.apply(.environment(.chosen("prod")))
    #expect(journey.lines[0].contains("prod (protected)"))
    #expect(journey.screen[0, 1].style.foreground == journey.state.theme[.error].foreground)
  }

  @Test func `The editor shows the broken file with its problem and location, and Enter opens it.`() {
    let fault = Notice(.error, "/w/demo/environments/staging.yml:3:7", "a tab cannot indent")
    var journey = Journey.request()
    journey.apply(.environment(.loaded([], unreadable: ["staging"], faults: ["staging": fault])))
    journey.keys("E")
    #expect(journey.text.contains("The file of staging cannot be used."))
    #expect(journey.text.contains("staging.yml:3:7") && journey.text.contains("a tab cannot indent"))
    #expect(!journey.text.contains("No environment yet"))
    journey.forget()
    journey.keys("X D r a enter")
    #expect(journey.effects == [.system(.editFile(path: "/w/demo/environments/staging.yml"))])
    // A fixed environment is shown.
    journey.apply(.environment(.loaded([Self.staging])))
    #expect(!journey.text.contains("cannot be used") && journey.text.contains("protected yes"))
    // An environment that breaks again is still the one shown.
    journey.apply(.environment(.loaded([Self.local], unreadable: ["staging"], faults: ["staging": fault])))
    #expect(journey.text.contains("The file of staging cannot be used."))
    journey.keys("tab")
    #expect(journey.text.contains("base_url"))
  }

  @Test func `A partially readable environment shows the problem of the rest.`() {
    let fault = Notice(.error, "/w/demo/environments/local.yml:5:3", "a variable has no name")
    var journey = Journey.request()
    journey.apply(.environment(.loaded([Self.local, Self.staging], faults: ["local": fault])))
    journey.keys("E")
    #expect(journey.text.contains("local.yml:5:3: a variable has no name") && journey.text.contains("base_url"))
    journey.keys("tab")
    #expect(!journey.text.contains("a variable has no name"))
  }

  @Test(
    "An unreadable environment stays chosen and listed, so that no other is used; a deleted one is reported"
  )
  func unreadable() {
    var journey = Journey(columns: 100)
    journey.apply(.environment(.loaded([Self.local, Self.staging])))
    journey.apply(.environment(.chosen("staging")))
    journey.apply(.environment(.loaded([Self.local], unreadable: ["staging"])))
    #expect(journey.state.environment.chosen == "staging")
    journey.type("e")
    #expect(journey.text.contains("cannot be read"))
    journey.press(.escape)
    journey.apply(.environment(.loaded([Self.local])))
    #expect(journey.state.environment.chosen == nil)
    #expect(journey.text.contains("staging no longer exists"))
    // The environment named on the command line never existed.
    var other = Journey(columns: 100)
    other.state.start(in: "nope")
    other.apply(.environment(.loaded([Self.local])))
    #expect(other.text.contains("Environment nope does not exist: none is chosen"))
  }

  @Test("The server trust of an environment is edited, written immediately and undone")
  func trust() throws {
    var journey = opened()
    journey.go("t space space")
    #expect(journey.text.contains("Verify TLS") && journey.text.contains("no"), "\(journey.text)")
    var after = Self.local
    after.trust.verifies = true
    let last = try #require(saves(journey).last)
    var unverified = Self.local
    unverified.trust.verifies = false
    #expect(last == .save(collection: Samples.root, from: after, to: unverified))
    journey.go("down enter ‹certs/dev.pem› enter down enter ‹crl.pem› enter down enter ‹nonsense› enter")
    #expect(journey.text.contains("sha256:DIGITS HOST:PORT"), "\(journey.text)")
    let digits = String(repeating: "ab", count: 32)
    journey.go("ctrl-u ‹sha256:\(digits) h.test:8443› enter esc")
    let trust = journey.state.environment.all[0].trust
    #expect(trust.authorities == "certs/dev.pem" && trust.revocations == "crl.pem")
    #expect(trust.certificates.count == 1 && trust.verifies == false)
    #expect(journey.text.contains("TLS not verified"), "\(journey.text)")
    journey.keys("u")
    #expect(journey.state.environment.all[0].trust.certificates.isEmpty)
  }
}
