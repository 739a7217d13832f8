import Explorer
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Writes drafts to the journal a moment after they changed, so that typing costs one write and not one per key.
actor DraftJournal {
  private let store: DraftStore
  /// What waits to be written; `nil` inside is a draft to be forgotten.
  private var waiting: [String: Draft?] = [:]
  private var writing: Task<Void, Never>?
  private var hasComplained = false

  init(_ store: DraftStore) {
    self.store = store
  }

  func note(_ path: String, base: RequestFile?, draft: RequestDefinition?, post: @escaping Services.Post) {
    let kept: Draft? = draft.map { Draft(path: path, base: base, definition: $0, date: Date()) }
    // Assigning `nil` would forget that something is to be forgotten.
    waiting.updateValue(kept, forKey: path)
    guard writing == nil else { return }
    writing = Task {
      // Cut short only when the program ends, which writes at once.
      try? await Task.sleep(for: .milliseconds(250))
      write(post)
    }
  }

  func flush() {
    writing?.cancel()
    write { _ in }
  }

  private func write(_ post: Services.Post) {
    writing = nil
    let now = waiting
    waiting = [:]
    for (path, draft) in now {
      do throws(WorkspaceError) {
        if let draft { try store.keep(draft) } else { try store.discard(path) }
      } catch {
        // Once is enough: a folder that cannot be written stays so.
        if !hasComplained { post(.notified(.warning, "Drafts cannot be kept: \(error)")) }
        hasComplained = true
      }
    }
  }
}
