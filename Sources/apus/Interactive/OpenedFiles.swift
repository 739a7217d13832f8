import Synchronization
import Workspaces

/// The files of open requests as their drafts began with them, by path: what the service of files knows of them, and what
/// a send has to ask of them.
// A class because two services share it.
final class OpenedFiles: Sendable {
  private let files = Mutex<[String: RequestFile]>([:])

  var paths: [String] { files.withLock { Array($0.keys) } }

  subscript(path: String) -> RequestFile? {
    get { files.withLock { $0[path] } }
    set { files.withLock { $0[path] = newValue } }
  }
}
