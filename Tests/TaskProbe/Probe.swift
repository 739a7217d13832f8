import Basics
import Dispatch
import TaskThreads

/// Runs one task, which pauses, and then does nothing for ever: with threads and the pause of our own when told `ours`,
/// else with the toolchain's threads; with our threads and the toolchain's sleep when told `sleep`.
@main struct Probe {
  static func main() {
    let words = CommandLine.arguments
    if words.contains("ours") || words.contains("sleep") { TaskThreads.install() }
    Task.detached {
      if words.contains("ours") { try await Pause.wait(.milliseconds(1)) }
      if words.contains("sleep") { try await Task.sleep(for: .milliseconds(1)) }
      print("ready")
    }
    dispatchMain()
  }
}
