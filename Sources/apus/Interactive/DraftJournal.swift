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
  /// Why the last drafts could not be written.
  private var problem: String?

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

  /// What could not be written is tried again, until there is room or the folder can be written.
  private func tryAgain(_ post: @escaping Services.Post) {
    guard writing == nil else { return }
    writing = Task {
      // Cut short only when the program ends, which tries once more.
      try? await Task.sleep(for: .seconds(5))
      write(post)
    }
  }

  /// Writes at once what still waits; why that cannot be done, `nil` where all is kept.
  func flush() -> String? {
    writing?.cancel()
    write { _ in }
    // A draft that was to be forgotten is no loss.
    return waiting.values.contains { $0 != nil } ? problem : nil
  }

  private func write(_ post: @escaping Services.Post) {
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
    if found != problem { post(.files(.draftsKept(problem: found))) }
    problem = found
    if found != nil, !Task.isCancelled { tryAgain(post) }
  }
}
