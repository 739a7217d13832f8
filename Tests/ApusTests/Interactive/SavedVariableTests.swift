import Basics
import Explorer
import Sessions
import TestSupport
import Testing
import Workspaces

@testable import apus

@Suite("Values of scripts saved on the screen", .serialized) struct SavedVariableTests {
  private let folder: TemporaryDirectory
  private let service: FileService
  private let recorder = ActionRecorder()

  private static let text = "opencollection: 1.0.0\ninfo:\n  name: Sample   # ours\n"

  init() throws {
    folder = try TemporaryDirectory("saved")
    try folder.write("c/opencollection.yml", Self.text)
    service = FileService(
      workspace: try Workspace.open(folder.path("c"), stateFolder: folder.path("state")), process: [:])
  }

  private func save(_ scope: ScriptScope, _ name: String, _ value: String) async {
    await service.run(.loadTree(path: folder.path("c")), post: recorder.record)
    let place = AnswerScope(collection: folder.path("c"), environment: "dev")
    await service.run(.change(.saveVariable(ScriptChange(scope, name, .string(value)), place)), post: recorder.record)
  }

  @Test("A variable of the collection is written into its file, and undo restores the file")
  func undo() async throws {
    await save(.collection, "page", "2")
    #expect(try folder.readText("c/opencollection.yml").hasPrefix(Self.text))
    #expect(try folder.readText("c/opencollection.yml").contains("name: page"))
    let undo = try await recorder.first { action -> FileUndo? in
      if case .files(.changed(_, select: _, let undo?, said: _, _)) = action { undo } else { nil }
    }
    #expect(undo.label == "Saved page in opencollection.yml")
    await service.run(.change(.undo(undo)), post: recorder.record)
    #expect(try folder.readText("c/opencollection.yml") == Self.text)
    await service.finish()
  }

  @Test("A credential, and a global variable without a file, are not written")
  func refused() async throws {
    await save(.collection, "access_token", "t0ken-of-a-script")
    await save(.globals, "region", "eu")
    var said: [String] = []
    for wanted in ["access_token", "region"] {
      said.append(
        try await recorder.first { action -> String? in
          if case .notified(.warning, let text) = action, text.contains(wanted) { text } else { nil }
        })
    }
    #expect(said[0] == "Not saved: access_token: it looks like a secret, and opencollection.yml is shared")
    #expect(said[1] == "Not saved: there is no file for the global variable region")
    #expect(try folder.readText("c/opencollection.yml") == Self.text)
    await service.finish()
  }
}
