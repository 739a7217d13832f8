import Explorer
import Sessions
import Synchronization
import Workspaces

/// The services of the running program, backed by real files, sockets and processes.
struct LiveServices {
  let services: Services
  /// Writes all pending drafts; called once, at the end. Returns the reason if drafts are lost, otherwise `nil`.
  let finish: @Sendable () async -> String?

  /// - Parameter whenListed: called once the workspace is listed for the first time.
  init(
    workspace: Workspace, process: [String: String], preferences: PreferencesFile, open: [String],
    whenListed: @escaping @Sendable () -> Void
  ) {
    let opened = OpenedFiles()
    let redactions = AnswerRedactions()
    let lanes = ReadingLanes()
    let files = FileService(
      workspace: workspace, process: process, opened: opened, redactions: redactions, lanes: lanes,
      whenListed: whenListed)
    let documents = DocumentService()
    let environments = EnvironmentService(workspace: workspace)
    let transfers = TransferService(
      workspace: workspace, process: process, opened: opened, redactions: redactions)
    let cookies = CookieService(workspace: workspace)
    let find = FindService(workspace: workspace)
    let runs = RunService(workspace: workspace, process: process)
    let system = SystemService(environment: process, preferences: preferences, open: open)
    finish = {
      let problem = await files.finish()
      await transfers.finish()
      await runs.finish()
      return problem
    }
    services = Services(
      files: { effect, post in await files.run(effect, post: post) },
      transfer: { effect, post in await transfers.run(effect, post: post) },
      document: { effect, post in await documents.run(effect, post: post) },
      environment: { effect, post in
        var actions: [Action] = []
        environments.run(effect) { actions.append($0) }
        // Secret values are stored in a folder that is not watched.
        await files.forgetSurroundings()
        for action in actions { post(action) }
      },
      cookies: { effect, post in await cookies.run(effect, post: post) },
      find: { effect, post in find.run(effect, post: post) },
      run: { effect, post in await runs.run(effect, post: post) },
      system: { effect, device, post in system.run(effect, on: device, post: post) },
      stopReading: {
        lanes.cancel()
        find.stop()
      })
  }
}

extension LiveServices {
  /// The services of one folder, or of several folders side by side. Each folder has its own drafts, history, answers
  /// and consents.
  init(
    folders: [Workspace], process: [String: String], preferences: PreferencesFile,
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
    if all.count == 1 {
      self = all[0]
    } else {
      self.init(all, MergedPosts(FolderMerge(open)), FolderRoute(folders: open))
    }
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
          await all[index].services.files(effect, merged.post(index, post))
        }
      },
      transfer: { effect, post in
        for index in route.folders(for: effect) {
          await all[index].services.transfer(effect, merged.post(index, post))
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
            group.addTask { await one.services.find(route.own(effect, of: index), merged.post(index, post)) }
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

/// Searches all files, concurrently with the queue of file effects; a new search cancels the previous one.
// A class because a running search checks whether its result is still wanted.
final class FindService: Sendable {
  private let workspace: Workspace
  private let wanted = Mutex(0)

  init(workspace: Workspace) { self.workspace = workspace }

  /// Cancels the search, because its results are no longer on the screen.
  func stop() { wanted.withLock { $0 = 0 } }

  func run(_ effect: FindEffect, post: @escaping Services.Post) {
    guard case .begin(let text, let tree, let serial, let limit) = effect else {
      return stop()
    }
    wanted.withLock { $0 = serial }
    var waiting: [SearchHit] = []
    var count = 0
    var reportedAt = ContinuousClock.now
    let isWanted = { [self] in wanted.withLock { $0 } == serial }
    workspace.search(text, in: tree, while: isWanted) { hit in
      waiting.append(hit)
      count += 1
      if ContinuousClock.now - reportedAt > .milliseconds(40) {
        post(.find(.found(serial: serial, waiting)))
        waiting = []
        reportedAt = .now
      }
      return count < limit && isWanted()
    }
    if !waiting.isEmpty { post(.find(.found(serial: serial, waiting))) }
    post(.find(.ended(serial: serial)))
  }
}
