import Basics
import Essentials
package import Workspaces

/// Writes drafts to the journal shortly after they change, so that typing does not cause one write per key.
package actor DraftJournal {
  private let store: DraftStore
  /// The drafts to write; a `nil` value deletes the draft.
  private var waiting: [String: Draft?] = [:]
  private var writing: Task<Void, Never>?
  /// Why the last drafts could not be written.
  private var problem: String?

  package init(_ store: DraftStore) {
    self.store = store
  }

  /// - Parameters:
  ///   - draft: `nil` deletes it.
  ///   - report: called with the reason when drafts can no longer be written, and with `nil` when they can again.
  package func note(
    _ path: String, base: RequestFile?, draft: RequestDefinition?, report: @escaping @Sendable (String?) -> Void
  ) {
    let kept: Draft? = draft.map { Draft(path: path, base: base, definition: $0, date: Date()) }
    // Assigning `nil` would remove the entry, and the draft would not be deleted.
    waiting.updateValue(kept, forKey: path)
    guard writing == nil else { return }
    writing = Task {
      // The pause throws only on cancellation: the program is exiting, and `flush` has written already.
      try? await Pause.wait(.milliseconds(100))
      write(report)
    }
  }

  /// Retries failed writes until there is space or the folder becomes writable.
  private func tryAgain(_ report: @escaping @Sendable (String?) -> Void) {
    guard writing == nil else { return }
    writing = Task {
      // The pause throws only on cancellation: the program is exiting, and `flush` has tried once more.
      try? await Pause.wait(.seconds(5))
      write(report)
    }
  }

  /// Writes all pending drafts now. Returns the reason if drafts are lost, otherwise `nil`.
  package func flush() -> String? {
    writing?.cancel()
    write { _ in }
    // Failing to delete a draft loses nothing.
    return waiting.values.contains { $0 != nil } ? problem : nil
  }

  private func write(_ report: @escaping @Sendable (String?) -> Void) {
    writing = nil
    let now = waiting
    waiting = [:]
    var found: String?
    for (path, draft) in now {
      do throws(WorkspaceError) {
        if let draft { try store.keep(draft) } else { try store.discard(path) }
      } catch {
        found = error.description
        waiting.updateValue(draft, forKey: path)
      }
    }
    if found != problem { report(found) }
    problem = found
    if found != nil, !Task.isCancelled { tryAgain(report) }
  }
}
