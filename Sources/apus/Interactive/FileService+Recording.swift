import Explorer
import Networking
import Sessions
import Workspaces

extension FileService {
  /// Records an answer beside its request.
  func record(_ exchange: Exchange, _ path: String, _ post: @escaping Services.Post) {
    // An answer of an earlier session comes from the history, which has masked it.
    let redaction = redactions[path] ?? .standard
    let outcome = workspace.recordSnapshot(of: exchange, forRequestAt: path, redaction: redaction)
    switch outcome {
    case .recorded(let file, let undo):
      let made = ItemChange(path: path, undo: undo)
      let said = "Recorded in \(file): \(key: "save") saves the test, \(key: "undo") takes it back"
      tell(nil, made, said, label: "Recorded the answer to \(name(path))", in: [path.folder], post)
    case .unchanged: post(.notified(.information, outcome.sentence))
    case .refused: post(.notified(.error, outcome.sentence))
    }
  }
}
