import Basics
import Foundation
import TestSupport
import Testing
import Workspaces

@testable import Sessions

/// Two collections of a workspace; only `shop` has environments, and the workspace shares variables under `dev`.
@Suite("Variables of scripts in their files") struct ChangedVariablesTests {
  private let folder: TemporaryDirectory
  private let workspace: Workspace

  private static let environment = """
    variables:
      - {name: host, value: api.test}   # ours
      - name: user
        value: "7"
      - {secret: true, name: password}
      - {name: old, value: x, disabled: true}

    """
  private static let collection = """
    info: {name: Shop}   # ours
    request:
      variables:
        - {name: page, value: "1"}
        - {name: size, value: "20"}

    """

  init() throws {
    folder = try TemporaryDirectory("variables")
    try folder.write("shop/opencollection.yml", Self.collection)
    try folder.write("shop/environments/dev.yml", Self.environment)
    try folder.write("environments/dev.yml", "variables:\n  - {name: region, value: eu}\n")
    try folder.write("other/opencollection.yml", "info: {name: Other}\n")
    workspace = try Workspace.open(folder.path, stateFolder: folder.path("state"))
  }

  private func save(
    _ scope: ScriptScope, in environment: String? = "dev", read: ReadValues = [:],
    _ changes: [(name: String, value: JSONValue?)]
  ) throws -> SavedVariables? {
    var changed = ChangedVariables(
      scope, of: AnswerScope(collection: folder.path("shop"), environment: environment),
      changes.map { ScriptChange(scope, $0.name, $0.value) })
    changed.read = read
    return try workspace.save(changed)
  }

  /// Changes if a file is written, even with the same content.
  private func number(of file: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: folder.path(file))[.systemFileNumber] as? Int
  }

  @Test("Only the lines of changed variables are written, each value with its type, and undo restores them")
  func environment() throws {
    let saved = try #require(
      try save(.environment, [("user", 8), ("host", "api.test"), ("list", [1, true]), ("old", "y")]))
    let text = try folder.readText("shop/environments/dev.yml")
    let user = "  - name: user\n    value:\n      type: number\n      data: \"8\"\n"
    #expect(text.contains("- {name: host, value: api.test}   # ours\n\(user)"), "\(text)")
    #expect(text.contains("[1,true]") && text.contains("name: old, value: y") && !text.contains("disabled"), "\(text)")
    #expect(saved.written == ["user", "list", "old"] && saved.path.hasSuffix("/shop/environments/dev.yml"))
    let read = try workspace.environment(named: "dev", of: folder.path("shop"))?.environment.variables
    #expect(read?.filter { $0.row.type != nil }.map(\.row.typedValue.json) == [8, [1, true]])
    try workspace.perform(try #require(saved.undo))
    #expect(try folder.readText("shop/environments/dev.yml") == Self.environment)
  }

  @Test("A file that has the values already is not written")
  func unchanged() throws {
    let files = ["shop/environments/dev.yml", "shop/opencollection.yml", "environments/dev.yml"]
    let numbers = try files.map(number)
    #expect(try save(.environment, [("user", "7"), ("none", nil)])?.written == [])
    #expect(try save(.collection, [("page", "1")])?.written == [])
    #expect(try save(.globals, [("region", "eu")])?.written == [])
    #expect(try files.map(number) == numbers)
    #expect(try save(.collection, [("page", 1)])?.written == ["page"])
    #expect(try number(of: files[1]) != numbers[1])
    #expect(try save(.collection, [("page", 1)])?.written == [])
  }

  @Test("Variables that scripts have removed are removed, except disabled ones")
  func removed() throws {
    #expect(try save(.environment, [("user", nil), ("old", nil)])?.written == ["user"])
    #expect(try save(.collection, [("page", nil)])?.written == ["page"])
    let text = try folder.readText("shop/environments/dev.yml")
    #expect(!text.contains("user") && text.contains("old"), "\(text)")
    let collection = try folder.readText("shop/opencollection.yml")
    #expect(!collection.contains("page") && collection.contains("- {name: size, value: \"20\"}"), "\(collection)")
  }

  @Test("The value of a secret goes to the user's store, and its file is not written")
  func secret() throws {
    let number = try number(of: "shop/environments/dev.yml")
    let saved = try #require(try save(.environment, [("password", "pa55w0rd-1")]))
    #expect(saved.written.isEmpty && saved.stored == ["password"])
    #expect(try self.number(of: "shop/environments/dev.yml") == number)
    let known = try workspace.environment(named: "dev", of: folder.path("shop"))?.environment.variables
    #expect(known?.first { $0.row.name == "password" }?.row.value == "pa55w0rd-1")
    #expect(try save(.environment, [("password", "pa55w0rd-1")])?.stored == [])
  }

  @Test("A credential of a script never reaches a shared file: it becomes a secret, or is not saved")
  func credential() throws {
    let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3In0.c2lnbmF0dXJlLTE"
    let saved = try #require(try save(.environment, [("access_token", .string(token))]))
    #expect(saved.hidden == ["access_token"] && saved.written == ["access_token"])
    let left = try #require(try save(.collection, [("access_token", .string(token)), ("page", "3")]))
    #expect(left.leftOut == ["access_token"] && left.written == ["page"])
    for file in ["shop/environments/dev.yml", "shop/opencollection.yml"] {
      #expect(try !folder.readText(file).contains(token), "\(file)")
    }
    #expect(try folder.readText("shop/opencollection.yml").contains("page, value: \"3\""))
  }

  @Test("A value with braces, which a file would fill in, is not written")
  func braces() throws {
    for scope in ScriptScope.inFiles {
      let saved = try #require(try save(scope, [("link", "{{process.env.HOME}}/x"), ("plain", "{x}")]))
      #expect(saved.templates == ["link"] && saved.written == ["plain"], "\(scope)")
    }
    let text = try folder.readText("shop/environments/dev.yml") + folder.readText("shop/opencollection.yml")
    #expect(!text.contains("link") && text.contains("{x}"), "\(text)")
  }

  @Test("A secret of the workspace is kept apart from one of the collection")
  func secretGlobal() throws {
    let saved = try #require(try save(.globals, [("access_token", "g10bal-t0ken-value"), ("region", "us")]))
    #expect(saved.hidden == ["access_token"] && saved.written == ["access_token", "region"])
    #expect(try !folder.readText("environments/dev.yml").contains("g10bal"))
    func value(in place: String) throws -> String? {
      let file = try workspace.environment(named: "dev", of: place)
      return file?.environment.variables.first { $0.row.name == "access_token" }?.row.value
    }
    #expect(try value(in: workspace.path) == "g10bal-t0ken-value")
    for collection in ["shop", "other"] {
      #expect(try workspace.secretStore(of: folder.path(collection)).values(of: "dev").isEmpty, "\(collection)")
    }
  }

  @Test("A value of the user's that a script has read is not written into a file")
  func read() throws {
    let value = "v4lue-of-the-user"
    let error = #expect(throws: WorkspaceError.self) {
      _ = try save(.collection, read: [.variable("CLOUD_SECRET"): value], [("note", .string("is \(value)"))])
    }
    #expect("\(try #require(error))".contains("would write the value of the secret CLOUD_SECRET"))
    #expect(try folder.readText("shop/opencollection.yml") == Self.collection)
  }

  @Test("Globals are in the environment of the same name of the workspace; a scope may have no file")
  func globals() throws {
    #expect(try save(.globals, [("region", "us")])?.written == ["region"])
    #expect(try folder.readText("environments/dev.yml") == "variables:\n  - {name: region, value: us}\n")
    #expect(try save(.globals, in: "live", [("region", "us")])?.path == nil)
    #expect(try save(.environment, in: nil, [("user", "8")])?.path == nil)
    #expect(try save(.environment, in: "live", [("user", "8")])?.path == nil)
    #expect(folder.files().filter { $0.contains("environments/") }.count == 2)
  }
}
