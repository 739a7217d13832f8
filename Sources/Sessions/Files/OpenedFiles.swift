import Synchronization
package import Workspaces

/// The files of open requests as they were when editing began, by path; used by the file service and by sends.
// A class because both services share it.
package final class OpenedFiles: Sendable {
  private let files = Mutex<[String: RequestFile]>([:])

  package init() {}

  package var paths: [String] { files.withLock { Array($0.keys) } }

  package subscript(path: String) -> RequestFile? {
    get { files.withLock { $0[path] } }
    set { files.withLock { $0[path] = newValue } }
  }
}
