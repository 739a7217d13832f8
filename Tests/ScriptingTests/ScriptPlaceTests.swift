import Testing
import Workspaces

struct ScriptPlaceTests {
  @Test func `A place names phase, file, line and column`() {
    let place = ScriptPlace(phase: "before-request", file: "users/folder.yml", line: 12, column: 5)
    #expect("\(place)" == "before-request of users/folder.yml:12:5")
  }
}
