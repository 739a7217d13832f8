import Explorer
import Sessions
import TestSupport
import Testing
import Workspaces

@testable import apus

@Suite("Scripts typed on the screen", .serialized) struct TypedScriptTests {
  private let folder: TemporaryDirectory
  private let home: TemporaryDirectory

  init() throws {
    (folder, home) = (try TemporaryDirectory("scripts"), try TemporaryDirectory("home"))
  }

  @Test("A script that the user has typed and saved is allowed, and those that were in the file are not")
  func typedScripts() async throws {
    try folder.write("opencollection.yml", "opencollection: 1.0.0\ninfo:\n  name: Sample\n")
    try folder.write(
      "one.yml",
      """
      info: {name: One, type: http}
      http: {method: GET, url: 'http://127.0.0.1/one'}
      runtime:
        scripts:
          - {type: tests, code: theirs()}

      """)
    let (path, workspace) = (folder.path("one.yml"), try Workspace.open(folder.path, stateFolder: home.path))
    let (service, recorder) = (FileService(workspace: workspace, process: [:]), ActionRecorder())
    await service.run(.loadTree(path: folder.path), post: recorder.record)
    await service.run(.loadRequest(.file(path)), post: recorder.record)
    var definition = try await recorder.first { action in
      if case .files(.requestLoaded(_, let definition, _, _)) = action { definition } else { nil }
    }
    definition.scripts.append(Script(phase: "before-request", code: "typed()"))
    await service.run(.save(.file(path), definition, []), post: recorder.record)
    _ = try await recorder.first { action in if case .openFile(.saved, of: _) = action { true } else { nil } }
    #expect(workspace.unallowedScripts(of: workspace.path).scripts.map(\.code) == ["theirs()"])
    await service.finish()
  }
}
