import Explorer
import Workspaces

extension LiveServices {
  /// The services of one folder, or of several that are open side by side. Each folder keeps its own: drafts, history,
  /// answers and consents of one are not known to another.
  init(
    beside folders: [Workspace], process: [String: String], preferences: PreferencesFile,
    whenListed: @escaping @Sendable () -> Void
  ) {
    let open = folders.map(\.path)
    var all: [LiveServices] = []
    for workspace in folders {
      let isFirst = all.isEmpty
      all.append(
        LiveServices(workspace: workspace, process: process, preferences: preferences, open: open) {
          if isFirst { whenListed() }
        })
    }
    if all.count == 1 { self = all[0] } else { self.init(all, MergedPosts(FolderMerge(open)), FolderRoute(open)) }
  }

  private init(_ all: [LiveServices], _ merged: MergedPosts, _ route: FolderRoute) {
    finish = {
      var problem: String?
      for one in all {
        let other = await one.finish()
        problem = problem ?? other
      }
      return problem
    }
    services = Services(
      files: { effect, post in
        for (index, effect) in merged.addressed(effect, by: route) {
          await all[index].services.files(effect, merged.hearing(index, post))
        }
      },
      transfer: { effect, post in
        for index in route.folders(for: effect) {
          await all[index].services.transfer(effect, merged.hearing(index, post))
        }
      },
      document: all[0].services.document,
      environment: { effect, post in
        await all[route.folder(of: effect.collection)].services.environment(effect, post)
      },
      cookies: { effect, post in
        await all[route.folder(of: effect.place.collection)].services.cookies(effect, post)
      },
      find: { effect, post in
        await withTaskGroup(of: Void.self) { group in
          for (index, one) in all.enumerated() {
            group.addTask { await one.services.find(route.own(effect, of: index), merged.hearing(index, post)) }
          }
        }
      },
      run: { effect, post in
        for (index, effect) in merged.addressed(effect, by: route) {
          await all[index].services.run(effect, post)
        }
      },
      system: all[0].services.system,
      stopReading: { for one in all { one.services.stopReading() } })
  }
}
