package import Networking
import Synchronization

/// What is secret in the last answer to each open request, by the path of its file: for recording it.
// A class because the services of sends and of files share it.
package final class AnswerRedactions: Sendable {
  private let redactions = Mutex<[String: Redaction]>([:])

  package init() {}

  package subscript(path: String) -> Redaction? {
    get { redactions.withLock { $0[path] } }
    set { redactions.withLock { $0[path] = newValue } }
  }
}
