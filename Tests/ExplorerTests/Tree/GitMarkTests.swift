import Basics
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Git marks in the tree")
struct GitMarkTests {
  /// A request in Users changed, and another is new.
  private func marked(_ capabilities: Capabilities = Capabilities(), columns: Int = 100) -> Journey {
    var journey = Journey(columns: columns, rows: 30, capabilities: capabilities)
    var marks = GitMarks()
    marks.add(.changed, at: Samples.getUserPath, upTo: "/w/demo")
    marks.add(.new, at: "/w/demo/orders/fresh.yml", upTo: "/w/demo")
    journey.apply(.tree(.marked(marks)))
    return journey
  }

  @Test("A letter marks the request and each folder above it, with and without colours")
  func letters() throws {
    for colors in [0, 16, Capabilities.allColors] {
      var journey = marked(Capabilities(colors: colors))
      #expect(try journey.treeRow("Demo").hasSuffix("Demo M"))
      #expect(try journey.treeRow("Users").hasSuffix("Users M"))
      #expect(try journey.treeRow("Orders").hasSuffix("Orders N"))
      journey.press(.down, .right)
      #expect(try journey.treeRow("Get user").hasSuffix("Get user M"))
      #expect(try journey.treeRow("List users").hasSuffix("List users"))
    }
  }

  @Test("The mark is beside that for unsaved changes and stays visible when the name is cut")
  func beside() throws {
    var journey = marked()
    journey.press(.down, .right)
    journey.open()
    journey.apply(
      .request(.replaced(RequestDefinition(name: "Get user", url: "http://x")), of: .file(Samples.getUserPath)))
    #expect(try journey.treeRow("Get user").hasSuffix("Get user ● M"))
    var long = Samples.getUser
    long.name = "Get user " + String(repeating: "long ", count: 40)
    journey.apply(.request(.replaced(long), of: .file(Samples.getUserPath)))
    #expect(try journey.treeRow("Get user").hasSuffix("… ● M"))
  }

  @Test("The tree is wide enough for the mark")
  func width() {
    var journey = Journey()
    journey.press(.down, .right)
    let before = journey.state.tree.columns(visible: 30)
    var marks = GitMarks()
    marks.add(.new, at: "/w/demo/users/Create user.yml", upTo: "/w/demo")
    journey.apply(.tree(.marked(marks)))
    #expect(journey.state.tree.columns(visible: 30) == before + 2)
  }

  @Test("The help explains the letters")
  func help() {
    var journey = marked()
    journey.type("?")
    journey.type("git")
    let lines = journey.lines.map { $0.split(separator: " ").joined(separator: " ") }
    #expect(lines.contains { $0.contains("M Git: changed since the last commit") })
    #expect(lines.contains { $0.contains("N Git: new, not committed yet") })
  }

  @Test("The marks are reloaded when the terminal regains the focus")
  func focus() {
    var journey = Journey()
    journey.forget()
    journey.apply(.terminal(.focusGained))
    #expect(journey.effects == [.files(.readGit)])
  }
}
