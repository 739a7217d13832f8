import Basics
import Dispatch
import TaskThreads

/// Runs one task, which pauses once, and then idles.
///
/// With the argument `ours` it uses `TaskThreads` and `Pause`, with `sleep` `TaskThreads` and `Task.sleep`, and otherwise
/// the threads of the toolchain.
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
