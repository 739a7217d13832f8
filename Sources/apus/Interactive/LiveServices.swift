import Explorer
import Workspaces

/// The services of the running program, each backed by the real thing.
struct LiveServices {
  let services: Services

  init(workspace: Workspace, process: [String: String], preferences: PreferencesFile) {
    let files = FileService(workspace: workspace, process: process)
    let documents = DocumentService()
    let environments = EnvironmentService(workspace: workspace)
    let transfers = TransferService(workspace: workspace, process: process)
    let system = SystemService(environment: process, preferences: preferences)
    services = Services(
      files: { effect, post in files.run(effect, post: post) },
      transfer: { effect, post in await transfers.run(effect, post: post) },
      document: { effect, post in await documents.run(effect, post: post) },
      environment: { effect, post in environments.run(effect, post: post) },
      system: { effect, device, post in system.run(effect, on: device, post: post) })
  }
}
