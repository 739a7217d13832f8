import TestSupport
import Testing
import Workspaces

@testable import Sessions

@Suite("Consent for saving") struct SaveConsentTests {
  @Test func `Each question has its own consent, which allows nothing else.`() throws {
    let secrets = try #require(SaveQuestion(.secretsWouldBeWritten(path: "/c/a.yml", ["token"])))
    #expect(secrets == .writingSecrets(["token"], path: "/c/a.yml"))
    #expect(secrets.consent.options() == SaveOptions(mayWriteSecrets: true))
    let comments = try #require(SaveQuestion(.commentsWouldBeLost(path: "/c/a.yml", ["# why"])))
    #expect(comments.consent.options(secrets: ["a": "b"]) == SaveOptions(mayLoseComments: true, secrets: ["a": "b"]))
    #expect(SaveQuestion(.exists(path: "/c/a.yml")) == nil)
  }

  @Test func `A folder's secrets are the shown ones, and none after they are dropped.`() throws {
    let folder = try TemporaryDirectory("contexts")
    try folder.write("opencollection.yml", "info: {name: C}\n")
    try folder.write("environments/dev.yml", "variables:\n  - {name: key, value: '{{process.env.KEY}}'}\n")
    let workspace = try Workspace.open(folder.path, stateFolder: folder.path("state"))
    var inputs = VariableInputs()
    inputs.commandLine = [VariableInputs.Pair("token", "t-1")]
    let context = try workspace.shownContext(for: folder.path("a.yml"), environment: "dev", inputs: inputs)
    var contexts = FolderContexts()
    let place = FolderContexts.Place(folder: folder.path, environment: "dev", inputs: inputs)
    contexts[place] = context
    #expect(contexts[place] == context)
    #expect(contexts.secretValues(in: folder.path)["token"] == "t-1")
    #expect(contexts.secretValues(in: folder.path("else")).isEmpty)
    contexts.forget()
    #expect(contexts.secretValues(in: folder.path).isEmpty)
  }
}
