import TestSupport
import Testing

@testable import Workspaces

@Suite("The limit on the time of scripts") struct ScriptTimeoutTests {
  private static func request(_ limit: String) -> [UInt8] {
    Array(
      "info: {name: A, type: http}\nhttp: {method: GET, url: http://h/}\nsettings: {scriptTimeout: \(limit)}\n".utf8)
  }

  @Test("A request has it among its settings, in milliseconds")
  func request() throws {
    let file = try RequestFile(path: "/a.yml", bytes: Self.request("900"))
    #expect(file.definition.settings.scriptTimeout == 900 && file.notices.isEmpty)
    var changed = file.definition
    changed.settings.scriptTimeout = 800
    #expect(try file.text(with: changed).bytes == Self.request("800"))
  }

  @Test("A limit of no time or above ten minutes is an error of the file", arguments: ["0", "600001", "-1", "soon"])
  func invalid(limit: String) throws {
    let file = try RequestFile(path: "/a.yml", bytes: Self.request(limit))
    let words = "scriptTimeout takes a whole number from 1 to 600000"
    #expect(file.notices.contains { $0.severity == .error && $0.message.contains(words) }, "\(file.notices)")
  }

  @Test("A folder has it below extensions.apus, and saving it changes only its lines")
  func folder() throws {
    let folder = try TemporaryDirectory("limits")
    try folder.write("c/opencollection.yml", "info: {name: C}\n")
    let text = "info: {name: Users, type: folder}   # ours\n"
    try folder.write("c/users/folder.yml", text)
    let workspace = try Workspace.open(folder.path("c"), stateFolder: folder.path("state"))
    let saved = try workspace.changeSettings(of: folder.path("c/users")) { $0.settings.scriptTimeout = 900 }
    #expect(saved.file.settings.scriptTimeout == 900)
    let changed = try folder.readText("c/users/folder.yml")
    #expect(changed.hasPrefix(text) && changed.contains("scriptTimeout: 900"), "\(changed)")
    _ = try workspace.changeSettings(of: folder.path("c/users")) { $0.settings.scriptTimeout = nil }
    #expect(try folder.readText("c/users/folder.yml") == text)
  }
}
