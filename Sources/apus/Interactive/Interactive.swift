import Explorer
import Terminal
import TerminalNCurses
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Runs the screen for the command line: opens the terminal, draws, and only then waits for the disk.
@MainActor struct Interactive {
  /// The folders that are open: one, or several side by side.
  private let locations: [WorkspaceLocator.Location]
  private let device: any Device
  private let preferences: PreferencesFile
  private let application: Application

  /// Draws the first frame without waiting for a task, socket or parser, and hardly for the disk (`EarlyTree`); `run`
  /// creates what the frame does not need.
  /// - Parameters:
  ///   - paths: workspaces or collections; when there is none, the current folder, else the demo workspace.
  ///   - environment: the name of the initial environment.
  ///   - isLinear: whether lines are said instead of drawn, also if the settings do not ask for it.
  init(paths: [String], environment: String?, isLinear: Bool = false) throws(Failure) {
    locations = try WorkspaceLocator.locateForScreen(paths)
    let location = locations[0]
    let early = locations.count == 1 && !location.isEmpty ? EarlyTree(of: location.workspace) : nil
    preferences = PreferencesFile(workspace: location.workspace)
    let remembered = preferences.read()
    let settings = location.workspace.settingsFolder.settings(of: location.workspace, theme: remembered.theme)
    let voice: LinearVoice?
    do {
      if isLinear || settings.startsLinear {
        let lines = try LinearDevice(variable: ProcessVariable.value)
        (device, voice) = (lines, LinearVoice(lines))
      } else {
        (device, voice) = (try NCursesDevice(variable: ProcessVariable.value), nil)
      }
    } catch {
      throw Failure(.usage, error.description)
    }
    var state = AppState(
      size: device.size, capabilities: device.capabilities,
      workspace: Self.tree(of: locations))
    state.isWithoutCollection = location.isEmpty
    state.sendableKinds = LiveDrivers.kinds
    state.demoPort = DemoBackdrop.usualPort
    state.startFolder = RecentWorkspaces.shown(
      WorkspaceLocator.currentFolder(), home: ProcessVariable.value("HOME"))
    state.restore(remembered, settings)
    if !state.takesMouse { device.takeMouse(false) }
    if let environment { state.start(in: environment) }
    let known = early?.taken().map { [Action.files(.treeGrew($0))] } ?? []
    application = Application(state: state, known: known, device: device, voice: voice, clock: { LocalClock.action() })
  }

  /// Runs until the user quits, then restores the terminal. If the user chose another workspace, the program starts again
  /// there.
  /// - Throws: if unsaved edits could not be written and the user could not be asked, as after a signal.
  func run() async throws(Failure) {
    defer { device.close() }
    let (listing, toldOfListing) = AsyncStream.makeStream(of: Never.self)
    let paths = locations.map(\.workspace.path)
    let services = LiveServices(
      beside: locations.map(\.workspace), process: ProcessInfo.processInfo.environment, preferences: preferences,
      whenListed: { [inbox = application.inbox] in
        toldOfListing.finish()
        Task.detached { Self.remember(paths) { inbox.post($0) } }
      })
    var demo: Task<Void, Never>?
    if locations.contains(where: { WorkspaceLocator.isDemo($0) }) {
      demo = Task.detached { [inbox = application.inbox] in
        // The tree comes first: starting the server would take a processor away from it.
        for await _ in listing {}
        // What was listed is drawn before the main actor has a turn for this.
        await MainActor.run {}
        if !Task.isCancelled { await DemoAPI.serve { inbox.post($0) } }
      }
    }
    await application.run(services.services)
    let problem = await services.finish()
    demo?.cancel()
    if let problem { throw Failure(.file, "what was unsaved is lost: \(problem)") }
    let successor = application.state.successor
    guard !successor.isEmpty else { return }
    device.close()
    // The way back is offered there, also if this workspace was left before it was listed.
    Self.remember(paths) { _ in }
    if let failure = Successor.open(successor, isLinear: device.capabilities.isLinear) { throw failure }
  }
}

extension Interactive {
  /// What is known before anything was listed.
  private static func tree(of locations: [WorkspaceLocator.Location]) -> WorkspaceTree {
    let trees = locations.map { WorkspaceTree(name: $0.workspace.name, path: $0.workspace.path) }
    return trees.count == 1 ? trees[0] : WorkspaceTree(beside: trees)
  }

  /// Where the state folder cannot be written at all, nothing is remembered, and nothing said at each start.
  nonisolated private static func remember(_ folders: [String], _ post: Services.Post) {
    do throws(WorkspaceError) { try RecentWorkspaces(ProcessInfo.processInfo.environment).note(folders) } catch {
      if case .file(let error) = error, error.reason == .permission { return }
      post(.notified(.warning, "W will not offer this workspace. \(error)"))
    }
  }
}
