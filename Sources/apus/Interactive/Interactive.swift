import DemoServer
import Explorer
import Terminal
import TerminalNCurses
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The screen, as the command line starts it: opens the terminal, draws, and only then looks at the disk.
enum Interactive {
  /// - Parameters:
  ///   - path: a workspace or collection; the current folder, else the demo workspace, when `nil`.
  ///   - environment: the name of the environment to start with.
  @MainActor static func run(path: String?, environment: String?) async throws {
    let location = try WorkspaceLocator.locateForScreen(path)
    let workspace = location.workspace
    let variables = ProcessInfo.processInfo.environment
    let device: NCursesDevice
    do { device = try NCursesDevice(environment: variables) } catch {
      throw Failure(.usage, error.description)
    }
    defer { device.close() }
    let preferences = PreferencesFile(workspace: workspace)
    var state = AppState(
      size: device.size, capabilities: device.capabilities,
      workspace: WorkspaceTree(name: workspace.name, path: workspace.path))
    state.restore(preferences.read())
    if let environment { state.start(in: environment) }
    let services = LiveServices(workspace: workspace, process: variables, preferences: preferences)
    let inbox = Inbox()
    let application = Application(
      state: state, device: device, inbox: inbox, services: services.services, clock: { LocalClock.action() })
    var demo: Task<Void, Never>?
    if location.isDemo { demo = Task.detached { await DemoAPI.serve { inbox.post($0) } } }
    await application.run()
    await services.finish()
    demo?.cancel()
  }
}

/// The demo API inside the program, for the workspace that explores it.
enum DemoAPI {
  /// Serves until the task is cancelled. On another port than the usual one, the workspace is told the address.
  static func serve(post: Services.Post) async {
    do {
      let server: DemoServer
      do { server = try await DemoServer.start(port: DemoCommand.usualPort) } catch {
        // Somebody has the usual port, perhaps another Apus: any other will do.
        server = try await DemoServer.start(port: 0)
        post(.overridden(["base_url": server.url]))
      }
      await withTaskCancellationHandler {
        await server.wait()
      } onCancel: {
        Task { await server.stop() }
      }
    } catch {
      post(.notified(.warning, "The demo API could not be started: \(error)"))
    }
  }
}
