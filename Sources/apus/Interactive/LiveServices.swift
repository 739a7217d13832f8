import Explorer
import Sessions
import Workspaces

/// The services of the running program, each backed by the real thing.
struct LiveServices {
  let services: Services
  /// Writes everything still pending; called once, at the end. Returns why drafts are lost; `nil` if none are.
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
        var told: [Action] = []
        environments.run(effect) { told.append($0) }
        // Secret values are stored in a folder that is not watched.
        await files.forgetSurroundings()
        for action in told { post(action) }
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
