import TestSupport
import Testing

@testable import Workspaces

@Suite("Modules of scripts") struct ScriptModulesTests {
  @Test("The modules that scripts require are found with those that these require, each once")
  func all() throws {
    let folder = try TemporaryDirectory("modules")
    try folder.write("lib/a.js", "require('./b.js'); require('../lib/a'); require('pad'); require(name)")
    try folder.write("lib/b.js", "x.require('./c'); // require('./c')\nrequire('./data.json'); require('lodash')")
    try folder.write("lib/c.js", "")
    try folder.write("lib/data.json", "{}")
    try folder.write("node_modules/pad/index.js", "module.exports = 1")
    try folder.write("node_modules/lodash/index.js", "")
    let script = PlacedScript(phase: "tests", code: "const { a } = require(\"./lib/a\");", file: "users/get.yml")
    let found = ScriptModules(of: folder.path, nil).all(requiredBy: [script, script])
    #expect(found.map(\.file) == ["lib/a.js", "lib/b.js", "node_modules/pad/index.js"])
    #expect(found.allSatisfy { $0.phase == "module" })
  }
}
