import Basics
package import SessionModel
import Workspaces

/// Turns the results of an export into actions for the screen.
package struct ExportListener: Sendable {
  private let job: ExportJob
  private let post: Services.Post
  /// The maximum number of omissions listed. `apus export` prints all.
  private static let mostNotices = 3

  package init(_ job: ExportJob, post: @escaping Services.Post) {
    self.job = job
    self.post = post
  }

  package func prepared(_ text: ExportText) {
    guard text.text.utf8.count <= ResponseReducer.clipboardLimit else {
      let size = Quantity.bytes(text.text.utf8.count)
      return post(.notified(.warning, "\(size) do not fit into the clipboard: export to a file instead"))
    }
    let label = text.isMasked ? "\(job.form.title) (secrets masked)" : job.form.title
    let start = text.isMasked ? SystemEffect.start(of: text.text) : ""
    post(.effect(.system(.copy(text.text, label: label, shown: start))))
    if let lost = lost(text.notices) { post(.notified(.warning, lost)) }
  }

  package func wrote(_ text: ExportText, to path: String) {
    wrote("Exported \(Quantity.bytes(text.text.utf8.count)) to \(path)", isMasked: text.isMasked, text.notices)
  }

  package func wrote(_ files: ExportFiles, to path: String) {
    wrote("Exported \(files.count) to the folder \(path)", isMasked: files.isMasked, files.notices)
  }

  private func wrote(_ what: String, isMasked: Bool, _ notices: [String]) {
    let said = what + (isMasked ? ", secrets masked" : "")
    guard let lost = lost(notices) else { return post(.notified(.information, said)) }
    post(.notified(.warning, "\(said). \(lost)"))
  }

  /// - Parameter others: the number of other files that also exist.
  package func collided(at path: String, others: Int = 0) {
    post(.export(.collided(job, path: path, others: others)))
  }

  package func failed(_ reason: String) { post(.notified(.error, "Not exported: \(reason)")) }

  package func failed(_ fault: SendFault) { failed(Self.words(for: fault)) }

  /// The reason why a request cannot be exported, and the remedy.
  package static func words(for fault: SendFault) -> String {
    guard case .refusal(let refusal) = fault, case .notAllowed = refusal.problem else { return fault.description }
    return "\(fault); send it once to allow that"
  }

  /// The parts of the request that the format cannot express.
  private func lost(_ notices: [String]) -> String? {
    var notices = notices
    switch job.drafts {
    case 0: break
    case 1: notices.insert("one request has unsaved changes: its saved version is exported", at: 0)
    default: notices.insert("\(job.drafts) requests have unsaved changes: their saved versions are exported", at: 0)
    }
    guard !notices.isEmpty else { return nil }
    let more = notices.count - Self.mostNotices
    return notices.prefix(Self.mostNotices).joined(separator: "; ") + (more > 0 ? "; and \(more) more" : "")
  }
}
