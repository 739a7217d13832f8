import Basics
import Dispatch
import Essentials
import Explorer
import Interchange
import Libc
import Synchronization
import Terminal
import TerminalNCurses
import Workspaces

/// Runs the screen for the command line: opens the terminal, draws, and only then waits for the disk.
@MainActor struct Interactive {
  /// The open folders: one, or several side by side.
  private let locations: [WorkspaceLocator.Location]
  private let device: any Device
  private let preferences: PreferencesFile
  private let application: Application
  /// The port of the demo API; `nil` for the default one, or any other if that is taken.
  private let demoPort: Int?

  /// Draws the first frame without waiting for a task, socket or parser, and only briefly for the disk (`EarlyTree`);
  /// `run` creates everything else.
  /// - Parameters:
  ///   - paths: workspaces or collections; if empty, the current folder.
  ///   - environment: the name of the initial environment.
  ///   - isLinear: true to use linear mode even if the settings do not.
  init(paths: [String], environment: String?, isLinear: Bool = false) throws(Failure) {
    let locations = try WorkspaceLocator.locateForScreen(paths)
    try self.init(locations, environment: environment, isLinear: isLinear)
  }

  /// Opens the demo, with a request sent at the start.
  init(demoAt port: Int?, isLinear: Bool = false) throws(Failure) {
    let demo = WorkspaceLocator.Location(workspace: try DemoWorkspace.openForScreen(), isDemo: true)
    try self.init([demo], environment: DemoWorkspace.environment, isLinear: isLinear, demoPort: port)
  }

  private init(
    _ locations: [WorkspaceLocator.Location], environment: String?, isLinear: Bool, demoPort: Int? = nil
  ) throws(Failure) {
    self.locations = locations
    self.demoPort = demoPort
    let location = locations[0]
    let early = locations.count == 1 && !location.isEmpty ? EarlyTree(of: location.workspace) : nil
    preferences = PreferencesFile(workspace: location.workspace)
    let remembered = preferences.read()
    let settings = location.workspace.settingsFolder.settings(of: location.workspace, theme: remembered.theme)
    let voice: LinearVoice?
    do {
      if isLinear || settings.startsLinear {
        let lines = try LinearDevice(variable: Locale.variable)
        (device, voice) = (lines, LinearVoice(lines))
      } else {
        (device, voice) = (try NCursesDevice(variable: Locale.variable), nil)
      }
    } catch {
      throw Failure(.usage, error.description)
    }
    var state = AppState(
      size: device.size, capabilities: device.capabilities,
      workspace: Self.tree(of: locations), formats: .all)
    if location.isEmpty { state.listing = .unreadWithoutCollection }
    state.program.sendableKinds = LiveDrivers.kinds
    state.program.demoPort = DemoBackdrop.usualPort
    state.program.startFolder = RecentWorkspaces.shown(
      WorkspaceLocator.currentFolder(), home: Locale.variable("HOME"))
    state.restore(remembered, settings)
    if !state.takesMouse { device.takeMouse(false) }
    if let environment { state.start(in: environment) }
    if location.isDemo { state.beginDemo(with: "\(location.workspace.path)/\(DemoWorkspace.firstRequest)") }
    let known = early?.taken().map { [Action.files(.treeGrew($0))] } ?? []
    application = Application(state: state, known: known, device: device, voice: voice, clock: { LocalClock.action() })
  }

  /// Runs until the user quits, then restores the terminal. If the user chose another workspace, the program restarts
  /// there.
  /// - Throws: if unsaved edits could not be written and the user could not be asked, as after a signal.
  func run() async throws(Failure) {
    defer { device.close() }
    if locations[0].isDemo { try await Self.updateDemo() }
    let (listing, endOfListing) = AsyncStream.makeStream(of: Never.self)
    let paths = locations.map(\.workspace.path)
    // A folder that was only looked at is none of the user's workspaces.
    let isNoted = !locations[0].isEmpty
    let services = LiveServices(
      folders: locations.map(\.workspace), process: ProcessInfo.processInfo.environment, preferences: preferences,
      whenListed: { [inbox = application.inbox] in
        endOfListing.finish()
        if isNoted { Task.detached { Self.remember(paths) { inbox.post($0) } } }
      })
    var demo: Task<Void, Never>?
    if locations.contains(where: { WorkspaceLocator.isDemo($0) }) {
      demo = Task.detached { [inbox = application.inbox, demoPort] in
        // The tree comes first: starting the server would compete for the processor.
        for await _ in listing {}
        // The listing is drawn before the main actor continues here.
        await MainActor.run {}
        if !Task.isCancelled { await DemoAPI.serve(port: demoPort) { inbox.post($0) } }
      }
    }
    await application.run(services.services)
    let problem = await services.finish()
    demo?.cancel()
    if let problem { throw Failure(.file, "unsaved changes are lost: \(problem)") }
    let successor = application.state.switching.successor
    guard !successor.isEmpty else {
      // The first request may have been saved in it meanwhile.
      if !isNoted, !locations[0].workspace.collectionPaths().isEmpty { Self.remember(paths) { _ in } }
      return
    }
    device.close()
    // The other workspace offers the way back, even if this one was left before it was listed.
    Self.remember(paths) { _ in }
    let command = application.state.switching.opensDemo ? "demo" : "open"
    if let failure = Successor.open(successor, by: command, isLinear: device.capabilities.isLinear) { throw failure }
  }
}

extension Interactive {
  /// Makes or updates the copy of the demo, after the first frame and before it is listed. The disk may be slow, so the
  /// main thread does not wait for it.
  private static func updateDemo() async throws(Failure) {
    let outcome = await Task.detached { () -> Failure? in
      do throws(Failure) { try DemoWorkspace.update() } catch { return error }
      return nil
    }.value
    if let outcome { throw outcome }
  }

  /// The tree before the first listing.
  private static func tree(of locations: [WorkspaceLocator.Location]) -> WorkspaceTree {
    let trees = locations.map { WorkspaceTree(name: $0.workspace.name, path: $0.workspace.path) }
    return trees.count == 1 ? trees[0] : WorkspaceTree(beside: trees)
  }

  /// Remembers the folders. If the state folder is not writable, nothing is remembered or reported, because that would
  /// repeat at each start.
  nonisolated private static func remember(_ folders: [String], _ post: Services.Post) {
    do throws(WorkspaceError) { try RecentWorkspaces(ProcessInfo.processInfo.environment).note(folders) } catch {
      if case .file(let error) = error, error.reason == .permission { return }
      post(.notified(.warning, "This workspace cannot be added to the recent ones. \(error)"))
    }
  }
}

/// Reads a small workspace while the terminal opens, so that the first frame shows its tree.
///
/// Uses a separate thread, because a disk may be slow and no frame waits for one. The listing afterwards rereads
/// everything that may have changed before watching began.
final class EarlyTree: Sendable {
  private let tree = Mutex<WorkspaceTree?>(nil)
  private let done = DispatchSemaphore(value: 0)
  /// The item limit: a larger workspace takes longer than a frame waits.
  private static let mostItems = 200
  /// The time that the frame waits. An empty frame that is replaced immediately looks like flicker.
  private static let patience = DispatchTimeInterval.milliseconds(6)

  init(of workspace: Workspace) {
    let thread = ThreadStart { [self] in
      let found = workspace.glance(atMost: Self.mostItems)
      tree.withLock { $0 = found }
      done.signal()
    }
    // Without a thread there is no tree, and nothing to wait for.
    if !thread.launch() { done.signal() }
  }

  /// The tree if it was read in time; called once.
  func taken() -> WorkspaceTree? {
    guard done.wait(timeout: .now() + Self.patience) == .success else { return nil }
    return tree.withLock { $0 }
  }
}

/// Opens another workspace in place of this program: the same process with none of the old state.
enum Successor {
  /// Replaces the program, which closes every file and connection of the old one.
  /// - Parameters:
  ///   - paths: one folder, or several to open side by side.
  ///   - command: the command that opens them; `demo` knows its folder itself.
  ///   - isLinear: true if the workspace opens in linear mode, too.
  /// - Returns: only on failure, with the reason; `nil` if there is no terminal left.
  static func open(_ paths: [String], by command: String, isLinear: Bool) -> Failure? {
    // A closed terminal has ended the program; no user sees another workspace.
    guard Output.standardInputIsTerminal else { return nil }
    // This thread blocks signals, which the next program must receive.
    var signals = sigset_t()
    sigemptyset(&signals)
    pthread_sigmask(SIG_SETMASK, &signals, nil)
    var arguments: [UnsafeMutablePointer<CChar>?] = []
    // Typed paths are relative to the new folder; its own path is absolute and works from anywhere.
    _ = chdir(paths.first ?? ".")
    let words = ["apus", command] + (isLinear ? ["--linear"] : []) + (command == "demo" ? [] : paths)
    for word in words { arguments.append(strdup(word)) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    closeSocketsOnReplacing()
    // Started by its own path, the program has its proper process name; it also works if that file is missing.
    if let real = realpath(WorkspaceLocator.program, nil) {
      execv(real, &arguments)
      free(real)
    }
    execv(WorkspaceLocator.program, &arguments)
    let reason = String(cString: strerror(errno))
    let all = paths.joined(separator: " ")
    return Failure(.file, "\(all) could not be opened from here: \(reason); `apus \(all)` opens it")
  }

  /// Libraries open sockets that the next program would inherit, so that a server would go on listening without being
  /// served. Apus opens everything else with `O_CLOEXEC`; descriptors from the start stay open.
  private static func closeSocketsOnReplacing() {
    guard let listing = opendir("/dev/fd") else { return }
    defer { closedir(listing) }
    while let entry = readdir(listing) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 16) { String(cString: $0) }
      }
      var info = stat()
      guard let descriptor = Int32(name), descriptor > 2, fstat(descriptor, &info) == 0 else { continue }
      if info.st_mode & S_IFMT == S_IFSOCK { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    }
  }
}
