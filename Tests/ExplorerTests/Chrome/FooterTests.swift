import Basics
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("The bottom line's keys")
struct FooterTests {
  @Test("A page has no hint about the request below it")
  func hint() {
    var journey = Journey.request(columns: 120, rows: 36)
    journey.press(.up)
    #expect(journey.footer.contains("base_url ="))
    journey.apply(.history(.opened))
    #expect(!journey.footer.contains("base_url ="))
  }

  @Test("No command has two keys in the footer, and an empty folder offers only what applies")
  func once() {
    let journey = ScreenState.start.journey(columns: 200, rows: 40)
    let shown = journey.footerKeys
    #expect(shown.contains("Enter send") && !shown.contains("^R send") && !shown.contains("^G jump"))
    for state in ScreenState.allCases {
      let labels = Footer(state: state.journey(columns: 200, rows: 60).state).items.map(\.label)
      #expect(Set(labels).count == labels.count, "\(state): \(labels)")
    }
  }

  @Test("The footer has at most twelve keys, including copy for a response")
  func count() {
    for state in ScreenState.allCases {
      #expect(state.journey(columns: 400, rows: 60).footerKeys.count <= 12, "\(state)")
    }
    let journey = Journey.answered(columns: 80, rows: 24)
    #expect(journey.footerKeys.prefix(4) == ["^R send", ". use value", "= filter", "/ search"])
    #expect(journey.footerKeys.contains("y copy") && journey.footerKeys.suffix(2) == [": commands", "? help"])
  }

  @Test("The main keys of each place come first")
  func foremost() {
    var journey = Journey(columns: 160, rows: 30)
    #expect(journey.footerKeys.prefix(2) == ["Enter open", "n new"])
    journey.open()
    journey.press(.up)
    #expect(journey.footerKeys.prefix(3) == ["^R send", "Enter edit", "^T method"])
    // Letters are text there.
    #expect(journey.footerKeys.suffix(2) == ["^P commands", "F1 help"])
    journey.press(.down)
    #expect(journey.footerKeys.prefix(4) == ["^R send", "Enter edit", "Space on/off", "a add"])
  }

  @Test func `The schema is among the first keys of a query, wherever the cursor is in the request.`() {
    let query = Samples.post(.graphql(query: "{ a }", variables: ""))
    var journey = Journey.request(query, columns: 80, rows: 24)
    journey.apply(.request(.tabChosen(.body)))
    #expect(journey.footerKeys.prefix(3) == ["^R send", "Enter edit", "S schema"])
    journey.press(.control("l"), .escape)
    #expect(journey.footerKeys.prefix(3) == ["^R send", "Enter edit", "S schema"])
  }

  @Test("Commands without effect here appear only in the palette")
  func useless() {
    var journey = Journey.request(Samples.post(.text(.json, "{}")), columns: 200, rows: 30)
    journey.press(.up, .up)
    #expect(journey.footerKeys.contains("F3 why this value"))
    #expect(!journey.footerKeys.contains("Alt-b kind"))
    journey.press(.down)
    journey.type("3")
    #expect(journey.footerKeys.contains("Alt-b kind") && journey.footerKeys.contains("^E $EDITOR"))
    #expect(!journey.footerKeys.contains("i why this value"))
    journey.type("4")
    #expect(!journey.footerKeys.contains("Alt-b kind") && !journey.footerKeys.contains("Space on/off"))
  }

  @Test("A comparison offers keys for differences, and a plain text none for JSON")
  func readings() throws {
    var journey = Journey.answered("plain", type: "text/plain")
    #expect(journey.footerKeys.contains("/ search") && journey.footerKeys.contains("w wrap"))
    for word in ["z fold", "= filter"] { #expect(!journey.footerKeys.contains(word), "\(word)") }
    journey = Journey.answered(columns: 160)
    #expect(journey.footerKeys.contains("z fold") && journey.footerKeys.contains("= filter"))
    journey.answer(Samples.exchange("{\"id\": 43}"))
    journey.use("d")
    #expect(journey.footerKeys.dropFirst().prefix(2) == ["i ignore", "I show ignored"])
    for word in ["= filter", "p raw", "t table"] { #expect(!journey.footerKeys.contains(word), "\(word)") }
  }

  @Test("An unreadable file offers no key that changes or sends it")
  func fault() {
    var journey = Journey(columns: 160, rows: 30)
    journey.apply(
      .files(.requestUnreadable(.file("/w/demo/users/bad.yml"), Notice(.error, "/w/demo/users/bad.yml:3:5", "no"))))
    #expect(journey.lines[0].contains("› bad.yml") && !journey.lines[0].contains("bad.yml:3"))
    for word in ["Enter edit", "^T method", "^L URL"] { #expect(!journey.footerKeys.contains(word), "\(word)") }
    #expect(journey.footerKeys.contains("Tab next pane"))
  }

  @Test("The keys of a box are never cut within a word")
  func boxes() {
    for columns in 20...60 {
      var journey = Journey(columns: columns, rows: 8)
      journey.type(":")
      let line = journey.lines.last { $0.contains("choose") } ?? ""
      let keys = line.filter { !"╰─╯".contains($0) }.trimmed
      #expect(["Enter choose", "Enter choose  ↑ ↓ move", "Enter choose  ↑ ↓ move  Esc close"].contains(keys))
    }
  }
}
