import Dispatch
import TaskThreads

/// Runs one task and then does nothing for ever: on threads of our own when told `ours`, else on the toolchain's.
@main struct Probe {
  static func main() {
    if CommandLine.arguments.contains("ours") { TaskThreads.install() }
    Task.detached { print("ready") }
    dispatchMain()
  }
}
