import Synchronization
import Workspaces

/// The files of open requests as they were when their drafts began, by path, for the file service and for sends.
// A class because two services share it.
package final class OpenedFiles: Sendable {
  private let files = Mutex<[String: RequestFile]>([:])

  package init() {}

  package var paths: [String] { files.withLock { Array($0.keys) } }

  package subscript(path: String) -> RequestFile? {
    get { files.withLock { $0[path] } }
    set { files.withLock { $0[path] = newValue } }
  }
}
