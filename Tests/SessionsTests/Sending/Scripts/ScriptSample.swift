import Basics
import Networking
import Synchronization
import TestSupport
import Workspaces

@testable import Sessions

/// An engine made of a closure, and the jobs that it was given.
final class SampleEngine: Sendable {
  typealias Body = @Sendable (ScriptJob, ScriptRunning.OnEvent, ScriptRunning.Answering) async -> ScriptOutcome

  let jobs = Mutex<[ScriptJob]>([])

  func running(_ body: @escaping Body) -> ScriptRunning {
    ScriptRunning(run: { job, onEvent, answering throws(ScriptFailure) in
      self.jobs.withLock { $0.append(job) }
      return await body(job, onEvent, answering)
    })
  }

  /// The phases and files of each job.
  var order: [[String]] {
    jobs.withLock { $0.map { job in job.scripts.map { "\($0.phase) \($0.file):\($0.line)" } } }
  }
}

extension TemporaryDirectory {
  /// A collection with scripts of every level.
  func scriptedWorkspace(_ extensions: String = "") throws -> Workspace {
    try write(
      "c/opencollection.yml",
      """
      info: {name: C}
      request:
        scripts:
          - type: before-request
            code: |-
              collection()
          - {type: tests, code: collectionTests()}
      \(extensions)
      """)
    try write("c/environments/dev.yml", "variables:\n  - {name: host, value: api.test}\n  - {name: step, value: '1'}\n")
    try write(
      "c/users/folder.yml",
      "info: {name: Users, type: folder}\nrequest:\n  scripts:\n    - {type: before-request, code: folder()}\n")
    try write(
      "c/users/get.yml",
      """
      info: {name: Get, type: http}
      http: {method: GET, url: 'https://{{host}}/users'}
      runtime:
        scripts:
          - type: before-request
            code: |-
              request()
          - {type: after-response, code: after()}
          - {type: tests, code: tests()}
      """)
    try write(
      "c/plain.yml", "info: {name: Plain, type: http}\nhttp: {method: GET, url: 'https://{{host}}/{{step}}'}\n")
    let workspace = try Workspace.open(path("c"), stateFolder: path("state"))
    return workspace
  }
}

extension Workspace {
  /// Allows all scripts, as a user does.
  func allowScripts() throws {
    try consents.allow(unallowedScripts(of: path).scripts.map(\.use), for: path)
  }
}
