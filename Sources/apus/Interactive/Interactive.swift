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
@MainActor struct Interactive {
  private let location: WorkspaceLocator.Location
  private let device: NCursesDevice
  private let preferences: PreferencesFile
  private let application: Application

  /// Draws the first frame. It waits for no task, thread, socket or parser; what it does not need is made in `run`.
  /// - Parameters:
  ///   - path: a workspace or collection; the current folder, else the demo workspace, when `nil`.
  ///   - environment: the name of the environment to start with.
  init(path: String?, environment: String?) throws(Failure) {
    location = try WorkspaceLocator.locateForScreen(path)
    do { device = try NCursesDevice(variable: ProcessVariable.value) } catch {
      throw Failure(.usage, error.description)
    }
    preferences = PreferencesFile(workspace: location.workspace)
    var state = AppState(
      size: device.size, capabilities: device.capabilities,
      workspace: WorkspaceTree(name: location.workspace.name, path: location.workspace.path))
    state.sendableKinds = LiveDrivers.kinds
    state.restore(preferences.read())
    if let environment { state.start(in: environment) }
    application = Application(state: state, device: device, clock: { LocalClock.action() })
  }

  /// Runs until the user quits, and gives the terminal back.
  /// - Throws: when what was typed could be written nowhere; nobody was there to be asked, as with a signal.
  func run() async throws(Failure) {
    defer { device.close() }
    let services = LiveServices(
      workspace: location.workspace, process: ProcessInfo.processInfo.environment, preferences: preferences)
    var demo: Task<Void, Never>?
    if WorkspaceLocator.isDemo(location) {
      demo = Task.detached { [inbox = application.inbox] in await DemoAPI.serve { inbox.post($0) } }
    }
    await application.run(services.services)
    let problem = await services.finish()
    demo?.cancel()
    if let problem { throw Failure(.file, "what was unsaved is lost: \(problem)") }
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
