import Essentials
import Libc
import Workspaces

/// Finds the workspace for a command.
enum WorkspaceLocator {
  struct Location: Sendable {
    let workspace: Workspace
    /// True if the demo was requested, whose API must be served, too.
    var isDemo = false
    /// True if no collection was found.
    var isEmpty = false
  }

  /// The named workspace, otherwise the one that contains `path`, otherwise the one around the current folder. The demo
  /// is used only on request.
  static func locate(
    _ named: String?, isDemo: Bool = false, around path: String? = nil
  ) throws(Failure) -> Location {
    if isDemo { return try demo() }
    if let named { return Location(workspace: try open(named)) }
    // If the path is outside any workspace, it names something in the current one.
    if let path, let found = try? Workspace.open(path) { return Location(workspace: found) }
    do throws(WorkspaceError) { return Location(workspace: try Workspace.open(currentFolder())) } catch {
      guard case .notAWorkspace = error else { throw Failure(.file, error.description) }
      let missing = path.flatMap(missingFile)
      throw missing ?? Failure(.file, "no workspace here or above; apus init makes one, --demo uses the demo")
    }
  }

  /// The failure for a file of another tool that is not there, such as a collection of Postman; `nil` for the path of a
  /// request.
  static func missingFile(_ path: String) -> Failure? {
    guard path.hasSuffix(".json"), access(path, F_OK) != 0 else { return nil }
    return Failure(.file, "cannot read \(path): \(String(cString: strerror(errno)))")
  }

  private static func demo() throws(Failure) -> Location {
    try DemoWorkspace.update()
    return Location(workspace: try open(DemoWorkspace.path()), isDemo: true)
  }

  /// The workspace for the screen: the named folder or the current one, whatever is in it. A folder without a
  /// collection opens with the start page.
  static func locateForScreen(_ path: String?) throws(Failure) -> Location {
    let path = path ?? currentFolder()
    do { return Location(workspace: try open(path)) } catch {
      // If the path is not even a folder, report the first error.
      guard let workspace = try? Workspace.openEmpty(path) else { throw error }
      return Location(workspace: workspace, isEmpty: true)
    }
  }

  /// Locates folders to open side by side, without duplicates: a repeated folder, or one that another of them lists as
  /// its own.
  static func locateForScreen(_ paths: [String]) throws(Failure) -> [Location] {
    guard paths.count > 1 else { return [try locateForScreen(paths.first)] }
    var found: [Location] = []
    for path in paths {
      let location = try locate(path)
      if !found.contains(where: { isSame($0.workspace.path, location.workspace.path) }) { found.append(location) }
    }
    return found.filter { one in
      !found.contains { other in
        other.workspace.path != one.workspace.path && other.workspace.collectionPaths().contains(one.workspace.path)
      }
    }
  }

  /// Returns whether the demo, or the folder that it is a copy of, was found or named.
  static func isDemo(_ location: Location) -> Bool {
    let demos = [DemoWorkspace.path()] + ShippedFiles.candidates("Workspaces/demo")
    return location.isDemo || demos.contains { isSame($0, location.workspace.path) }
  }

  static func open(_ path: String) throws(Failure) -> Workspace {
    do throws(WorkspaceError) { return try Workspace.open(path) } catch { throw Failure(.file, error.description) }
  }

  static func currentFolder() -> String {
    guard let path = getcwd(nil, 0) else { return "." }
    defer { free(path) }
    return String(cString: path)
  }

  private static func isSame(_ left: String, _ right: String) -> Bool {
    var one = stat()
    var other = stat()
    guard stat(left, &one) == 0, stat(right, &other) == 0 else { return false }
    return one.st_ino == other.st_ino && one.st_dev == other.st_dev
  }

  /// The file of this program.
  static var program: String {
    #if canImport(Darwin)
    return Bundle.main.executablePath ?? CommandLine.arguments.first ?? ""
    #else
    return "/proc/self/exe"
    #endif
  }

  /// The folder of that file with links resolved.
  static func programFolder() -> String {
    guard let real = realpath(program, nil) ?? realpath(CommandLine.arguments.first ?? "", nil) else { return "/" }
    defer { free(real) }
    return String(cString: real).split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
  }
}

/// Expands paths that users type on the screen, where no shell expands them.
enum HomePath {
  /// The path with the user's home in place of `~`, alone or before a slash.
  static func expanded(_ path: String, _ process: [String: String]) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = process["HOME"] else { return path }
    return home + path.dropFirst()
  }

  /// The absolute path; a relative path starts from the current folder.
  static func absolute(_ path: String, _ process: [String: String]) -> String {
    let path = expanded(path, process)
    return path.hasPrefix("/") ? path : "\(WorkspaceLocator.currentFolder())/\(path)"
  }
}
