import Explorer
import Workspaces

/// Reads and changes the kept cookies of a workspace's collections, as `apus cookies` does.
struct CookieService: Sendable {
  let workspace: Workspace

  func run(_ effect: CookieEffect, post: (Action) -> Void) {
    do throws(WorkspaceError) {
      switch effect {
      case .load(let place):
        post(.cookies(.loaded(place, try store(place).cookies(of: place.environment))))
      case .change(let place, let change, let isUndo):
        let done = try store(place).apply(change, of: place.environment)
        post(.cookies(.changed(place, done.cookies, undo: isUndo ? nil : done.undo)))
      }
    } catch {
      post(.cookies(.failed(effect, error.description)))
    }
  }

  private func store(_ place: CookiePlace) -> CookieStore { workspace.cookieStore(of: place.collection) }
}
