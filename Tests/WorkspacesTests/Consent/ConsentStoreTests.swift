import Foundation
import TestSupport
import Testing

@testable import Workspaces

@Suite("What is remembered of consents") struct ConsentStoreTests {
  private let use = OutsideUse(.variable("A"), to: "https://h", place: "URL")

  @Test("A consent is in the user's folder, for the user alone, and never says a value")
  func place() throws {
    let sample = try ConsentSample()
    try sample.allow([use])
    let path = sample.folder.path("state/allowed.json")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(sample.folder.files().filter { $0.hasPrefix("c/") }.sorted() == ["c/body.json", "c/opencollection.yml"])
    #expect(try !sample.folder.readText("state/allowed.json").contains("v4lue"))
  }

  @Test("A consent counts by its digest: words that were changed by hand allow nothing")
  func changed() throws {
    let sample = try ConsentSample()
    let store = sample.workspace.consents
    try sample.allow([use])
    #expect(try store.unallowed([use], of: sample.workspace.path).isEmpty)
    let text = try sample.folder.readText("state/allowed.json")
    try sample.folder.write("state/allowed.json", text.replacing("https://h", with: "https://evil"))
    let evil = OutsideUse(.variable("A"), to: "https://evil")
    #expect(try store.unallowed([use, evil], of: sample.workspace.path).count == 2)
    #expect(try store.records(of: sample.workspace.path).isEmpty)
  }

  @Test("Consents are listed and taken back, all or some, of one collection")
  func revoked() throws {
    let sample = try ConsentSample()
    let store = sample.workspace.consents
    let file = OutsideUse(.file("/f"), to: "https://h")
    try sample.allow([use, file, use])
    try store.allow([use], for: "/elsewhere")
    #expect(try store.records(of: sample.workspace.path).map(\.source) == [.variable("A"), .file("/f")])
    #expect(try store.revoke(for: sample.workspace.path) { $0.source == .file("/f") } == 1)
    #expect(try store.unallowed([use, file], of: sample.workspace.path) == [file])
    #expect(try store.revoke(for: sample.workspace.path) == 1)
    #expect(try store.records(of: "/elsewhere").count == 1)
  }

  @Test("A collection reached through a link is the same one")
  func identity() throws {
    let sample = try ConsentSample()
    try FileManager.default.createSymbolicLink(atPath: sample.folder.path("l"), withDestinationPath: "c")
    try sample.workspace.consents.allow([use], for: sample.folder.path("l"))
    #expect(try sample.workspace.consents.unallowed([use], of: sample.workspace.path).isEmpty)
  }

  @Test("Commands that an earlier version allowed stay allowed, until they are taken back")
  func earlier() throws {
    let sample = try ConsentSample()
    let store = sample.workspace.consents
    let path = sample.workspace.path
    try sample.folder.write("state/allowed-commands.json", "[[\"\(path)\", \"op read x\"]]\n")
    let command = OutsideUse(.command("op read x"), to: "https://anywhere")
    #expect(try store.unallowed([command], of: path).isEmpty)
    try sample.allow([use])
    #expect(try store.unallowed([command, use], of: path).isEmpty)
    try store.revoke(for: path)
    #expect(try store.unallowed([command], of: path) == [command])
  }

  @Test("Consents that are given side by side are all kept")
  func sideBySide() async throws {
    let sample = try ConsentSample()
    let (store, path) = (sample.workspace.consents, sample.workspace.path)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<24 {
        group.addTask { try store.allow([OutsideUse(.variable("V\(number)"), to: "https://h")], for: path) }
      }
      try await group.waitForAll()
    }
    #expect(try store.records(of: path).count == 24)
  }

  @Test("A file that is no JSON allows nothing and says so")
  func broken() throws {
    let sample = try ConsentSample()
    try sample.folder.write("state/allowed.json", "{")
    let definition = RequestDefinition(name: "x", url: "https://h/{{HOME}}")
    let refusal = #expect(throws: SendRefusal.self) { try PreparedRequest(definition, in: sample.context()) }
    #expect("\(refusal as Any)".contains("allowed.json"))
    #expect(throws: WorkspaceError.self) { try sample.allow([use]) }
  }
}
