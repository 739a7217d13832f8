import Networking
import TestSupport
import Testing

@testable import Workspaces

@Suite("The user's values in answers") struct KeptHomeTests {
  @Test("A value of the user's is found in an answer in every form in which it would be masked")
  func forms() {
    let home = KeptHome([
      KeptHome.Value(.variable("CLOUD_SECRET"), "v4lue-of-mine"),
      KeptHome.Value(.command("pass show x"), "other-v4lue"),
    ])
    for text in ["v4lue-of-mine", "x v4lue-of-mine y", "djRsdWUtb2YtbWluZQ==", "v4lue%2Dof%2Dmine"] {
      #expect(home.sources(in: text) == [.variable("CLOUD_SECRET")], "\(text)")
    }
    #expect(home.sources(in: "other-v4lue v4lue-of-mine").count == 2)
    #expect(home.sources(in: "nothing of it").isEmpty)
  }

  @Test("A captured value that contains a value of the user's needs consent under its name")
  func asked() throws {
    let sample = try ConsentSample()
    let context = try sample.context()
    let variable = OutsideSource.variable("CLOUD_SECRET")
    let file = OutsideSource.file(at: sample.folder.path("outside.txt"))
    try sample.folder.write("outside.txt", "a line of mine\nand another\n")
    try sample.allow([OutsideUse(variable, to: "https://a.test"), OutsideUse(file, to: "https://a.test")])
    let home = context.keptHome()
    #expect(home.sources(in: "head v4lue-of-mine") == [variable])
    #expect(home.sources(in: "[and another]") == [file])
    // A value that was never allowed was never sent, so it is not reported.
    #expect(home.sources(in: "/home/me").isEmpty)

    var set = context
    set.setRuntime(RuntimeVariables([.init("got", "head v4lue-of-mine", held: home.sources(in: "head v4lue-of-mine"))]))
    var definition = RequestDefinition(name: "x", url: "https://a.test/")
    definition.variables = [Row("around", "<{{got}}>")]
    definition.headers = [Row("X", "{{around}}")]
    #expect(try sample.refused(definition, in: set).isEmpty)
    definition.url = "https://b.test/"
    let uses = try sample.refused(definition, in: set)
    #expect(uses.map(\.source) == [variable] && uses.map(\.receiver) == ["https://b.test"])
    try sample.allow(uses)
    #expect(try PreparedRequest(definition, in: set).request.headers["X"] == "<head v4lue-of-mine>")
  }
}
