import Foundation
import TestSupport
import Testing

@testable import Workspaces

@Suite("Converting an older collection") struct BruConversionTests {
  /// A collection of the corpus files, in their folders.
  private func old(in folder: TemporaryDirectory) throws {
    let files = try Corpora.files("bruno", extensions: ["bru"])
    try folder.write("old/bruno.json", #"{"name": "Old", "ignore": ["skip"], "presets": {"requestType": "http"}}"#)
    try folder.write("old/.env", "TOKEN=1\n")
    try folder.write("old/skip/x.bru", "broken")
    for (index, path) in files.enumerated() {
      let name = path.hasSuffix("/collection.bru") ? "collection.bru" : "f\(index % 3)/r\(index).bru"
      try folder.write("old/\(name)", try String(contentsOfFile: path, encoding: .utf8))
    }
    try folder.write("old/f0/folder.bru", "meta {\n  name: First\n  seq: 2\n}\n\nscript:pre-request {\n  x()\n}\n")
    try folder.write(
      "old/f1/crlf.bru", "meta {\r\n  name: C\r\n  type: http\r\n}\r\n\r\nget {\r\n  url: http://c\r\n}\r\n")
    try folder.write("old/opencollection.bru", "meta {\n  name: Odd\n  type: http\n}\n\nget {\n  url: http://odd\n}\n")
    try folder.write("old/environments/dev.bru", "vars {\n  a: 1\n}\nvars:secret [\n  key\n]\ncolor: #123456\n")
  }

  @Test(
    "Every request keeps its method, URL, rows, body, login, variables, checks, scripts, docs and examples",
    .corpora("bruno"))
  func requestByRequest() throws {
    let folder = try TemporaryDirectory("convert")
    try old(in: folder)
    let before = try folder.files().filter { $0.hasPrefix("old/") }.map { try folder.read($0) }
    let workspace = try Workspace.open(folder.path("old"), stateFolder: folder.path("state"))
    try workspace.secretStore(of: workspace.path).set(["key": "s3cret"], of: "dev")
    let made = try workspace.convert(workspace.path, into: folder.path)
    let new = try Workspace.open(made.path, stateFolder: folder.path("state"))
    let (was, now) = (workspace.tree().collections[0], new.tree().collections[0])
    // A part of a file that is not a request is not converted.
    let requests = was.requests.filter { $0.node.fault == nil }
    #expect(requests.map(\.names) == now.requests.map(\.names) && now.name == "Old" && new.tree().notices.isEmpty)
    #expect(requests.count >= 20)
    for (old, converted) in zip(requests, now.requests) {
      let first = try workspace.request(at: old.node.path).definition
      let second = try new.request(at: converted.node.path)
      // The format writes its defaults explicitly.
      let defaults = ["encodeUrl 1", "followRedirects 1", "maxRedirects 5", "timeout 0"]
      let said = BruTwin(first).lines
      let added = defaults.filter { !said.contains($0) }
      #expect(BruTwin(second.definition).lines.filter { !added.contains($0) } == said, "\(old.node.path)")
      #expect(first.kind == second.definition.kind && second.notices.filter { !$0.message.contains("URL") }.isEmpty)
    }
    for name in ["", "/f0", "/f1", "/f2"] {
      let first = try workspace.settings(of: workspace.path + name)
      let second = try new.settings(of: new.path + name)
      let (one, other) = (first.definition, second.definition)
      #expect(one.shared == other.shared && (name.isEmpty || one.name == other.name), "\(name)")
    }
    let environment = try #require(try new.environment(named: "dev", of: new.path)).environment
    #expect(environment.color == "#123456" && environment.variables.map(\.row.value) == ["1", "s3cret"])
    #expect(!folder.files().contains { $0.contains("Old 2/skip") || $0.contains("Old 2/.env") })
    #expect(try folder.readText("Old 2/opencollection.yml").contains("- skip"))
    #expect(try folder.files().filter { $0.hasPrefix("old/") }.map { try folder.read($0) } == before)
  }

  @Test("Parts that are not converted are reported with their file and line", .corpora("bruno"))
  func leftBehind() throws {
    let folder = try TemporaryDirectory("convert")
    try old(in: folder)
    try folder.write("old/f2/broken.bru", "meta {\n  name: x\n")
    try folder.write("old/f2/socket.bru", "meta {\n  name: S\n  type: mqtt\n}\n\nmqtt {\n  url: mqtt://h\n}\n")
    let workspace = try Workspace.open(folder.path("old"), stateFolder: folder.path("state"))
    let notices = try workspace.convert(workspace.path, into: folder.path).notices.map(\.description)
    for wanted in [
      "bruno.json: presets is not carried over", "/.env: this file stays in the old folder",
      "broken.bru:1:1: the block \"meta\" has no end", "socket.bru: a mqtt request is not carried over",
      ": the block body:xml is not carried over", ": the block auth:wsse is not carried over",
    ] {
      #expect(notices.contains { $0.contains(wanted) }, "\(wanted)\n\(notices)")
    }
  }

  @Test("The order of scripts is converted, and their other settings are reported")
  func scripts() throws {
    let defaults = #", "moduleWhitelist": [], "filesystemAccess": {"allow": false}"#
    for (more, reported) in [
      ("", []), (defaults, []),
      (#", "moduleWhitelist": ["fs"]"#, ["scripts.moduleWhitelist is not carried over"]),
    ] {
      let folder = try TemporaryDirectory("convert")
      try folder.write("old/bruno.json", #"{"name": "Old", "scripts": {"flow": "sequential"\#(more)}}"#)
      let workspace = try Workspace.open(folder.path("old"), stateFolder: folder.path("state"))
      let made = try workspace.convert(workspace.path, into: folder.path)
      #expect(made.notices.map(\.message) == reported)
      let new = try Workspace.open(made.path, stateFolder: folder.path("state"))
      #expect(try new.settings(of: new.path).settings.scripting.flow == .sequential)
    }
  }

  @Test("The modules that scripts require are copied, with what they require; links and missing ones are named")
  func modules() throws {
    let folder = try TemporaryDirectory("convert")
    try folder.write("old/bruno.json", #"{"name": "Old"}"#)
    let code = #"require("./lib/a"); require("./lib/link.js"); require("../out.js"); require("lodash");"#
    try folder.write(
      "old/r.bru",
      "meta {\n  name: R\n  type: http\n}\n\nget {\n  url: http://h/\n}\n\ntests {\n  \(code)\n}\n")
    try folder.write("old/lib/a.js", "module.exports = require('./data.json');\n")
    try folder.write("old/lib/data.json", "{}")
    try folder.write("old/lib/unused.js", "")
    try folder.write("old/.env", "")
    try folder.write("out.js", "")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("old/lib/link.js"), withDestinationPath: folder.path("out.js"))
    let workspace = try Workspace.open(folder.path("old"), stateFolder: folder.path("state"))
    let made = try workspace.convert(workspace.path, into: folder.path)
    let new = try FileManager.default.contentsOfDirectory(atPath: made.path + "/lib").sorted()
    #expect(new == ["a.js", "data.json", "folder.yml"])
    let copy = FileManager.default.contents(atPath: made.path + "/lib/a.js").map([UInt8].init)
    #expect(try copy == folder.read("old/lib/a.js"))
    let messages = made.notices.map(\.message).filter { $0.hasPrefix("the module") }
    let reason = "is not below the collection and is not carried over"
    #expect(messages == ["the module ./lib/link.js \(reason)", "the module ../out.js \(reason)"])
  }
}
