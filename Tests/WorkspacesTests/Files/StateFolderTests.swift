import Foundation
import Testing

@testable import Workspaces

@Suite("The folder of the user's state") struct StateFolderTests {
  @Test("The state folder is named by the environment, else it is in the home folder of the environment or the system")
  func places() {
    func folder(_ variables: [String: String]) -> String { StateFolder.standard { variables[$0] } }
    #expect(folder(["XDG_STATE_HOME": "/state", "HOME": "/home/me"]) == "/state/apus")
    #expect(folder(["XDG_STATE_HOME": "state", "HOME": "/home/me"]) == "/home/me/.local/state/apus")
    #expect(folder(["HOME": ""]) == folder([:]) && folder(["HOME": "me"]) == folder([:]))
    #expect(NSHomeDirectoryForUser(NSUserName()).map { "\($0)/.local/state/apus" } == folder([:]))
  }

  @Test func `The data folder is named by the environment, else it is in the home folder.`() {
    func folder(_ variables: [String: String]) -> String { DataFolder.standard { variables[$0] } }
    #expect(folder(["XDG_DATA_HOME": "/data", "HOME": "/home/me"]) == "/data/apus")
    #expect(folder(["XDG_DATA_HOME": "data", "HOME": "/home/me"]) == "/home/me/.local/share/apus")
    #expect(NSHomeDirectoryForUser(NSUserName()).map { "\($0)/.local/share/apus" } == folder([:]))
  }
}
