import Basics
import FoundationEssentials
import Networking
import Workspaces

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A program for the tests that changes a workspace and is killed meanwhile, or changes it as another user:
/// `SaveProbe FOLDER CHANGE kill STEP`, `SaveProbe FOLDER CHANGE torn STEP`, `SaveProbe FOLDER CHANGE user ID`.
@main struct Probe {
  static func main() {
    let words = CommandLine.arguments
    guard words.count == 5, let number = UInt32(words[4]), let change = Change(rawValue: words[2]) else { exit(64) }
    var files = FileSystem.live
    switch words[3] {
    case "kill": files = KillingDisk(at: Int(number), tears: false).files
    case "torn": files = KillingDisk(at: Int(number), tears: true).files
    default:
      guard setgid(number) == 0, setuid(number) == 0 else { exit(77) }
    }
    do {
      try change.make(in: Workspace.open(words[1], files: files, stateFolder: words[1] + "-state"))
    } catch {
      say("\(error)\n")
      exit(1)
    }
  }

  static func say(_ text: String) {
    var bytes = Array(text.utf8)
    _ = bytes.withUnsafeMutableBytes { write(1, $0.baseAddress, $0.count) }
  }
}

/// A change that the program makes.
enum Change: String {
  case request, settings, environment, delete, move, draft, cookies
  /// Reads a secret, and prints before and after it what a core dump may contain. Changes nothing.
  case secret

  func make(in workspace: Workspace) throws {
    let path = workspace.path + "/f/a.yml"
    switch self {
    case .request:
      let file = try workspace.request(at: path)
      var edited = file.definition
      edited.url = "new"
      _ = try workspace.save(edited, to: file)
    case .settings:
      let file = try workspace.settings(of: workspace.path + "/f")
      var edited = file.definition
      (edited.headers, edited.authentication) = ([Row("X", "1")], .inherit)
      _ = try workspace.save(edited, to: file)
    case .environment:
      guard let file = try workspace.environment(named: "dev", of: workspace.path) else { exit(65) }
      var edited = file.environment
      edited.variables[0].row.value = "other"
      edited.variables[1].row.value = "n3w"
      _ = try workspace.save(edited, to: file)
    case .secret:
      Probe.say("\(ProcessMemory.mayBeDumped)\n")
      Probe.say("\(try workspace.secretStore(of: workspace.path).values(of: "dev").count)\n")
      Probe.say("\(ProcessMemory.mayBeDumped)\n")
    case .cookies:
      try workspace.cookieStore(of: workspace.path).change(of: "dev") { cookies in
        cookies = [Cookie("new", String(repeating: "n", count: 4000), domain: "h.test")]
      }
    case .delete: _ = try workspace.delete(path)
    case .move: _ = try workspace.move(workspace.path + "/f/b.yml", to: workspace.path + "/f", at: 0)
    case .draft:
      let file = try workspace.request(at: path)
      var edited = file.definition
      edited.url = "draft"
      try DraftStore(workspace).keep(Draft(path: path, base: file, definition: edited, date: .init()))
    }
  }
}
