import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Explanations of rows and values") struct RowExplanationTests {
  private var around: RequestSurroundings {
    let shop = SharedSettings(headers: [Row("Accept", "text/plain"), Row("X-Team", "everyone")])
    let layer = SendContext.Layer(path: Samples.root, name: "Shop", settings: shop)
    return RequestSurroundings(layers: [layer], defaults: [])
  }

  private func journey() -> Journey {
    var journey = Journey()
    journey.open()
    let key = RequestKey.file(Samples.getUserPath)
    journey.apply(.files(.variablesLoaded(key, Samples.variables, surroundings: around)))
    journey.go("2")
    return journey
  }

  @Test("A request's row names what it overrides, an inherited one its origin")
  func rows() {
    var journey = journey()
    journey.go("i")
    for words in ["Why this value?", "application/json", "from this request", "overrides text/plain from collection"] {
      #expect(journey.text.contains(words), "\(words)")
    }
    journey.go("enter")
    #expect(journey.state.overlay == nil)
    journey.go("down i")
    #expect(journey.text.contains("switched off: not sent"))
    journey.go("esc down i")
    for words in ["X-Team", "everyone", "from collection", "Enter in its row overrides it"] {
      #expect(journey.text.contains(words), "\(words)")
    }
  }

  @Test func `The explanation of a response header names its purpose and origin.`() {
    var journey = Journey.answered()
    journey.state.focus = .response
    journey.go("2")
    for _ in 0..<20 where !journey.text.contains("What is this value?") {
      journey.go("down i")
      if journey.text.contains("The format of the body") { break }
      journey.go("esc")
    }
    for words in ["What is this value?", "Content-Type", "The format of the body", "from headers of the answer to GET"]
    {
      #expect(journey.text.contains(words), "\(words) in \(journey.text)")
    }
    journey.go("i")
    #expect(journey.state.overlay == nil)
    journey.go("3 i")
    #expect(journey.footer.contains("i explains values of the body, headers and sent request"), "\(journey.footer)")
  }

  @Test func `An explanation has no text field: letters do nothing, i closes it.`() {
    var journey = journey()
    journey.go("i")
    #expect(!journey.text.contains("│ ›") && !journey.text.contains("Enter choose"), "\(journey.text)")
    journey.type("zx")
    journey.paste("zx")
    #expect(journey.text.contains("from this request") && !journey.text.contains("zx"))
    journey.type("i")
    #expect(journey.state.overlay == nil)
  }

  @Test("The explanation of a value names its kind, its answer and its uses")
  func values() {
    var journey = Journey.answered()
    journey.state.session?.draft.assertions = [Assertion("res.body.id", "eq", "42")]
    journey.state.session?.draft.captures = [Capture(variable: "who", expression: "res.body.name")]
    let login = RequestDefinition(name: "Other", url: "http://h/{{users/get-user | $.name}}")
    journey.state.sessions[.file("/w/demo/Health.yml")] = RequestSession(key: .file("/w/demo/Health.yml"), draft: login)
    journey.go("down i")
    for words in ["$.id", "a number", "answer to GET Get user", "asserted: eq 42"] {
      #expect(journey.text.contains(words), "\(words)")
    }
    journey.go("esc down i")
    for words in ["$.name", "a string of 3 characters", "kept as {{who}}", "used by Other"] {
      #expect(journey.text.contains(words), "\(words)")
    }
  }

  @Test("Enter moves from the user to the password, then ends editing")
  func login() {
    var definition = Samples.getUser
    definition.authentication = Authentication(.basic)
    var journey = Journey.request(definition)
    journey.go("4 down enter ‹ada› enter ‹pw› enter")
    #expect(!journey.state.isEditingText)
    #expect(journey.draft.authentication["username"] == "ada" && journey.draft.authentication["password"] == "pw")
  }
}
