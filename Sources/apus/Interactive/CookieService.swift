import Explorer
import Workspaces

/// Reads and changes the stored cookies of a workspace's collections, as `apus cookies` does, and reports changes by
/// other programs to the shown ones.
actor CookieService {
  private let workspace: Workspace
  private var shown: CookiePlace?
  private var watching: Task<Void, Never>?

  init(workspace: Workspace) {
    self.workspace = workspace
  }

  deinit { watching?.cancel() }

  func run(_ effect: CookieEffect, post: @escaping Services.Post) {
    do throws(WorkspaceError) {
      switch effect {
      case .load(let place):
        shown = place
        // Watching begins before reading, so that no change is missed.
        watch(post)
        post(.cookies(.loaded(place, try store(place).cookies(of: place.environment))))
      case .change(let place, let change, let isUndo):
        let done = try store(place).apply(change, of: place.environment)
        post(.cookies(.changed(place, done.cookies, undo: isUndo ? nil : done.undo)))
      }
    } catch {
      post(.cookies(.failed(effect, error.description)))
    }
  }

  /// Starts watching when cookies are first shown.
  private func watch(_ post: @escaping Services.Post) {
    guard watching == nil else { return }
    let folder = workspace.cookieFolder
    watching = Task.detached { [weak self] in
      for await _ in WorkspaceWatch.changes(of: folder) { await self?.changed(post) }
    }
  }

  private func changed(_ post: Services.Post) {
    guard let shown else { return }
    do throws(WorkspaceError) {
      post(.cookies(.loaded(shown, try store(shown).cookies(of: shown.environment))))
    } catch {
      post(.cookies(.failed(.load(shown), error.description)))
    }
  }

  private func store(_ place: CookiePlace) -> CookieStore { workspace.cookieStore(of: place.collection) }
}
