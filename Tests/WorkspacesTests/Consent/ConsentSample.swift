import Networking
import TestSupport
import Testing

@testable import Workspaces

/// A collection that a stranger could have written, with files and variables of the user's around it.
struct ConsentSample {
  let folder: TemporaryDirectory
  let workspace: Workspace
  /// The process environment; its values must never appear in a message.
  static let process = ["CLOUD_SECRET": "v4lue-of-mine", "HOST": "mine.test", "HOME": "/home/me"]

  init() throws {
    folder = try TemporaryDirectory("consent")
    try folder.write("c/opencollection.yml", "info: {name: C}\n")
    try folder.write("c/body.json", "inside")
    try folder.write("outside.txt", "outside")
    workspace = try Workspace.open(folder.path("c"), stateFolder: folder.path("state"))
  }

  func context(
    environment: String? = nil, given: [String: String] = [:], process: [String: String] = Self.process
  ) throws -> SendContext {
    let inputs = VariableInputs(
      commandLine: given.map { VariableInputs.Pair($0.key, $0.value) }, process: process)
    return try workspace.context(for: folder.path("c/x.yml"), environment: environment, inputs: inputs)
  }

  /// The uses for which a request is refused; empty if it could be sent.
  func refused(_ definition: RequestDefinition, in context: SendContext? = nil) throws -> [UserValueUse] {
    let context = try context ?? self.context()
    do throws(SendRefusal) {
      _ = try PreparedRequest(definition, in: context)
      return []
    } catch {
      #expect(!"\(error)".contains("v4lue"))
      guard case .notAllowed(let uses) = error.problem else { throw error }
      return uses
    }
  }

  func allow(_ uses: [UserValueUse]) throws { try workspace.consents.allow(uses, for: workspace.path) }
}
