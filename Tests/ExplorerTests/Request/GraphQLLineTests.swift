import Terminal
import Testing
import Workspaces

@testable import Explorer

/// The options of a GraphQL request, and its uploaded files.
@Suite struct GraphQLLineTests {
  private func opened(_ files: [Row], columns: Int = 120, rows: Int = 36) -> Journey {
    var journey = Journey(columns: columns, rows: rows)
    var made = RequestDefinition(
      kind: .graphql, name: "Upload", method: "POST", url: "http://h/graphql",
      body: .graphql(query: "mutation ($image: Upload!) { add(image: $image) { id } }", variables: "{}"))
    made.graphQL.files = files
    journey.open(made)
    journey.state.focus = .request
    journey.apply(.request(.tabChosen(.body)))
    return journey
  }

  @Test(arguments: [(80, 24), (120, 36), (200, 60)])
  func `The files of an upload are listed beside the variables.`(columns: Int, rows: Int) {
    let files = [Row("image", "a.png"), Row("other", "off.png", isEnabled: false)]
    let shown = opened(files, columns: columns, rows: rows).pane
    #expect(shown.contains("Variables (JSON)  Files  image = a.png  8 Options"), "\(shown)")
    #expect(!shown.contains("off.png"))
    #expect(!opened([], columns: columns, rows: rows).pane.contains("Files"))
  }

  @Test func `The options add and remove files; disabled ones are kept.`() {
    let off = Row("other", "off.png", isEnabled: false, note: "later")
    var journey = opened([Row("image", "a.png"), off])
    func set(_ text: String) {
      journey.apply(.request(.tabChosen(.options)))
      let row = journey.state.session?.fieldLines.firstIndex { $0.label == "Files" } ?? 0
      journey.state.session?.editor.isOnURL = false
      journey.state.session?.editor.cursor.row = row
      journey.go("enter ctrl-a ctrl-k")
      journey.type(text)
      journey.go("enter")
    }
    set("image = a.png; input.images.0=b.png")
    #expect(journey.draft.graphQL.files == [Row("image", "a.png"), Row("input.images.0", "b.png"), off])
    set("")
    #expect(journey.draft.graphQL.files == [off])
  }

  @Test func `A kept file keeps its note, and a text without a path is not a file.`() {
    var request = RequestDefinition(name: "")
    request.graphQL.files = [Row("image", "a.png", note: "the cover")]
    func problem(_ text: String) -> String? { RequestDefinition.problem(ofOption: "graphql files", text) }
    request.setOption("graphql files", "input.images.0 = b.png; image = a.png")
    #expect(request.graphQL.files == [Row("input.images.0", "b.png"), Row("image", "a.png", note: "the cover")])
    #expect(problem("image = ") != nil && problem("image") != nil)
    #expect(problem("") == nil && problem("image = a=b.png;") == nil)
  }

  @Test func `Only GraphQL requests have the GraphQL options.`() {
    let labels = opened([]).draft.optionLines().map(\.label)
    #expect(labels.prefix(4) == ["Operation", "Subscriptions over", "Schema", "Files"])
    #expect(!Samples.getUser.optionLines().map(\.label).contains("Files"))
    var request = RequestDefinition(kind: .graphql, name: "")
    request.body = .graphql(query: "", variables: "")
    func value() -> String? { request.optionLines().first { $0.label == "Subscriptions over" }?.value }
    request.setOption("graphql subscriptions", "server-sent events")
    #expect(request.graphQL.transport == .events && value() == "server-sent events")
    request.setOption("graphql subscriptions", "whichever works")
    #expect(request.graphQL.transport == nil && value() == "")
  }
}
