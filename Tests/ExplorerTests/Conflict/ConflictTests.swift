import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Resolving a conflict field by field")
struct ConflictTests {
  private let key = RequestKey.file(Samples.getUserPath)

  private var mine: RequestDefinition {
    Samples.getUser {
      $0.method = "POST"
      $0.headers[0].value = "text/mine"
      $0.docs = "Mine"
    }
  }

  private var theirs: RequestDefinition {
    Samples.getUser {
      $0.method = "PUT"
      $0.headers[0].value = "text/theirs"
      $0.variables = [Row("theirs", "1")]
    }
  }

  /// The conflict page of a draft and a file that both changed the method and a header.
  private func asked(columns: Int = 120, rows: Int = 30) -> Journey {
    var journey = Journey.request(columns: columns, rows: rows)
    journey.apply(.request(.replaced(mine), of: key))
    journey.apply(.openFile(.changedOnDisk(DiskVersion(theirs, number: 4)), of: key))
    journey.press(.control("s"))
    journey.forget()
    return journey
  }

  /// The line that contains a text.
  private func line(_ text: String, _ journey: Journey) -> String {
    journey.lines.first { $0.contains(text) } ?? ""
  }

  @Test("Each field shows both versions, with mine marked by default")
  func shows() {
    let journey = asked()
    #expect(journey.text.contains("2 fields"))
    let method = line("method", journey)
    #expect(method.contains("● POST") && method.contains("○ PUT"))
    let header = line("header Accept", journey)
    #expect(header.contains("● text/mine") && header.contains("○ text/theirs"))
    #expect(["Space switch", "all mine", "all theirs", "keep both"].allSatisfy(journey.text.contains))
  }

  @Test("A choice of mine and theirs is saved with all one-sided changes, and undo reverts it")
  func mixed() {
    var journey = asked()
    journey.press(.down, .right)
    #expect(line("method", journey).contains("● POST"))
    #expect(line("header Accept", journey).contains("● text/theirs"))
    journey.press(.enter)
    let wanted = Samples.getUser {
      $0.method = "POST"
      $0.headers[0].value = "text/theirs"
      $0.docs = "Mine"
      $0.variables = [Row("theirs", "1")]
    }
    #expect(journey.draft == wanted)
    #expect(journey.effects.contains(.files(.save(key, wanted, []))))
    journey.type("u")
    #expect(journey.draft.headers[0].value == "text/mine")
  }

  @Test("Space switches the side of a field, and left and right choose one")
  func switching() {
    var journey = asked()
    journey.type(" ")
    #expect(line("method", journey).contains("● PUT"))
    journey.press(.left)
    #expect(line("method", journey).contains("● POST"))
    journey.press(.right, .right)
    #expect(line("method", journey).contains("● PUT"))
  }

  @Test("A click on a version chooses it for its field")
  func clicking() throws {
    var journey = asked()
    let y = try #require(journey.lines.firstIndex { $0.contains("text/theirs") })
    let cells = Array(journey.lines[y])
    let x = try #require(cells.indices.first { String(cells[$0...]).hasPrefix("text/theirs") })
    journey.click(x, y)
    #expect(line("header Accept", journey).contains("● text/theirs"))
    #expect(line("method", journey).contains("● POST"))
  }

  @Test("A version that arrives while the page is open is shown before a decision")
  func changedOnceMore() {
    var journey = asked()
    var later = theirs
    later.method = "DELETE"
    journey.apply(.openFile(.changedOnDisk(DiskVersion(later, number: 5)), of: key))
    journey.forget()
    journey.type("t")
    #expect(journey.draft.method == "POST")
    #expect(line("method", journey).contains("○ DELETE"))
    #expect(journey.effects.isEmpty)
    journey.type("t")
    #expect(journey.draft.method == "DELETE")
  }

  @Test("Esc closes the page without a decision")
  func later() {
    var journey = asked()
    journey.press(.right, .escape)
    #expect(journey.state.overlay == nil && journey.draft == mine)
    #expect(journey.footer.contains("Get user is not saved: ^S asks again"), "\(journey.footer)")
    journey.press(.control("s"))
    #expect(line("method", journey).contains("● POST"))
  }

  @Test(
    "A narrow window stacks both versions, and every field can be reached", arguments: [40, 20])
  func narrow(_ columns: Int) {
    var journey = asked(columns: columns, rows: 8)
    #expect(journey.text.contains("method"))
    #expect(journey.text.contains("● M POST") && journey.text.contains("○ T PUT"))
    journey.press(.down)
    #expect(journey.text.contains("text/theirs"))
    journey.press(.right, .enter)
    #expect(journey.draft.headers[0].value == "text/theirs" && journey.draft.method == "POST")
  }

  @Test("A long text scrolls before the cursor moves to the next field")
  func long() {
    var journey = Journey.request(columns: 100, rows: 12)
    let text = { (word: String) in (0..<30).map { "\(word) \($0)" }.joined(separator: "\n") }
    journey.apply(
      .request(
        .replaced(
          Samples.getUser {
            $0.body = .text(.text, text("mine"))
            $0.condition = "D1"
          }), of: key))
    let other = Samples.getUser {
      $0.body = .text(.text, text("theirs"))
      $0.condition = "D2"
    }
    journey.apply(.openFile(.changedOnDisk(DiskVersion(other, number: 4)), of: key))
    journey.press(.control("s"))
    #expect(journey.text.contains("mine 3") && !journey.text.contains("theirs 29"))
    for _ in 0..<22 { journey.press(.down) }
    #expect(journey.text.contains("theirs 29") || journey.text.contains("theirs 28"))
    for _ in 0..<6 { journey.press(.down) }
    #expect(journey.text.contains("D2"))
    for _ in 0..<40 { journey.press(.up) }
    #expect(journey.text.contains("mine 0"))
  }

  @Test("Two secrets are distinguished without being shown")
  func secrets() {
    func bearer(_ token: String) -> Authentication {
      var authentication = Authentication(.bearer)
      authentication["token"] = token
      return authentication
    }
    var journey = Journey.request(columns: 120)
    journey.apply(.request(.replaced(Samples.getUser { $0.authentication = bearer("one-secret") }), of: key))
    let other = Samples.getUser { $0.authentication = bearer("another-secret") }
    journey.apply(.openFile(.changedOnDisk(DiskVersion(other, number: 4)), of: key))
    journey.press(.control("s"))
    #expect(journey.text.contains("•••• (10 characters)") && journey.text.contains("•••• (14 characters)"))
    #expect(!journey.text.contains("one-secret") && !journey.text.contains("another-secret"))
  }
}
