import Foundation
import TestSupport
import Testing

@testable import Workspaces

@Suite("Stored consents") struct ConsentStoreTests {
  private let use = UserValueUse(.variable("A"), to: "https://h", place: "URL")

  @Test("A consent is stored in the user's folder, readable only by the user, and never contains a value")
  func place() throws {
    let sample = try ConsentSample()
    try sample.allow([use])
    let path = sample.folder.path("state/allowed.json")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(sample.folder.files().filter { $0.hasPrefix("c/") }.sorted() == ["c/body.json", "c/opencollection.yml"])
    #expect(try !sample.folder.readText("state/allowed.json").contains("v4lue"))
  }

  @Test("A consent is identified by its digest: one whose description was edited by hand allows nothing")
  func changed() throws {
    let sample = try ConsentSample()
    let store = sample.workspace.consents
    try sample.allow([use])
    #expect(try store.unallowed([use], of: sample.workspace.path).isEmpty)
    let text = try sample.folder.readText("state/allowed.json")
    try sample.folder.write("state/allowed.json", text.replacing("https://h", with: "https://evil"))
    let evil = UserValueUse(.variable("A"), to: "https://evil")
    #expect(try store.unallowed([use, evil], of: sample.workspace.path).count == 2)
    #expect(try store.records(of: sample.workspace.path).isEmpty)
  }

  @Test("Consents of one collection are listed and revoked, all or some")
  func revoked() throws {
    let sample = try ConsentSample()
    let store = sample.workspace.consents
    let file = UserValueUse(.file("/f"), to: "https://h")
    try sample.allow([use, file, use])
    try store.allow([use], for: "/elsewhere")
    #expect(try store.records(of: sample.workspace.path).map(\.source) == [.variable("A"), .file("/f")])
    #expect(try store.revoke(for: sample.workspace.path) { $0.source == .file("/f") } == 1)
    #expect(try store.unallowed([use, file], of: sample.workspace.path) == [file])
    #expect(try store.revoke(for: sample.workspace.path) == 1)
    #expect(try store.records(of: "/elsewhere").count == 1)
  }

  @Test("A collection reached through a link is the same collection")
  func identity() throws {
    let sample = try ConsentSample()
    try sample.folder.link("l", to: "c")
    try sample.workspace.consents.allow([use], for: sample.folder.path("l"))
    #expect(try sample.workspace.consents.unallowed([use], of: sample.workspace.path).isEmpty)
  }

  @Test("Consents given at the same time are all stored")
  func sideBySide() async throws {
    let sample = try ConsentSample()
    let (store, path) = (sample.workspace.consents, sample.workspace.path)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<24 {
        group.addTask { try store.allow([UserValueUse(.variable("V\(number)"), to: "https://h")], for: path) }
      }
      try await group.waitForAll()
    }
    #expect(try store.records(of: path).count == 24)
  }

  @Test("A file that is not JSON allows nothing and is reported")
  func broken() throws {
    let sample = try ConsentSample()
    try sample.folder.write("state/allowed.json", "{")
    let definition = RequestDefinition(name: "x", url: "https://h/{{HOME}}")
    let refusal = #expect(throws: SendRefusal.self) { try PreparedRequest(definition, in: sample.context()) }
    #expect("\(refusal as Any)".contains("allowed.json"))
    #expect(throws: WorkspaceError.self) { try sample.allow([use]) }
  }
}
