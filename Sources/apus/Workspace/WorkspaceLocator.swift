import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Finds the workspace for a command.
enum WorkspaceLocator {
  struct Location: Sendable {
    let workspace: Workspace
    /// Whether this is the demo workspace, whose API must be served, too.
    let isDemo: Bool
    /// Whether no collection was found, so that there may be none.
    var isEmpty = false
  }

  /// The workspace at `path`; without a path, the one around the current folder, else the demo workspace.
  static func locate(_ path: String?) throws(Failure) -> Location {
    if let path { return Location(workspace: try open(path), isDemo: false) }
    let current = currentFolder()
    // If the current folder is in no workspace, the demo is used.
    if let workspace = try? Workspace.open(current) { return Location(workspace: workspace, isDemo: false) }
    for candidate in demoCandidates(from: current) {
      // A missing candidate is not an error; the next one is tried.
      if let workspace = try? Workspace.open(candidate) { return Location(workspace: workspace, isDemo: true) }
    }
    throw Failure(.file, "no workspace in \(current) or above it; name one with -w, or change to its folder")
  }

  /// The named workspace, else the one that contains `path`, else the default one.
  static func locate(_ named: String?, around path: String?) throws(Failure) -> Location {
    // If the path is in no workspace, it names something in the default one.
    if named == nil, let path, let found = try? Workspace.open(path) {
      return Location(workspace: found, isDemo: false)
    }
    return try locate(named)
  }

  /// The workspace for the screen. If the demo workspace is named or current, its API is served, too. A folder without
  /// a collection opens, too, so that the user can create the first one.
  static func locateForScreen(_ path: String?) throws(Failure) -> Location {
    do { return try locate(path) } catch {
      // If the path is not even a folder, report the first error.
      guard let workspace = try? Workspace.openEmpty(path ?? currentFolder()) else { throw error }
      return Location(workspace: workspace, isDemo: false, isEmpty: true)
    }
  }

  /// Several folders to open side by side. One that is named twice is opened once, and so is one that another of them lists
  /// as its own.
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

  /// Whether the demo workspace was found or named.
  static func isDemo(_ location: Location) -> Bool {
    location.isDemo || demoCandidates(from: currentFolder()).contains { isSame($0, location.workspace.path) }
  }

  /// The path of the demo workspace, if it is there.
  static func demo() -> String? {
    // A missing candidate is not an error; the next one is tried.
    demoCandidates(from: currentFolder()).lazy.compactMap { try? Workspace.open($0) }.first?.path
  }

  static func open(_ path: String) throws(Failure) -> Workspace {
    do throws(WorkspaceError) { return try Workspace.open(path) } catch { throw Failure(.file, error.description) }
  }

  static func currentFolder() -> String {
    guard let path = getcwd(nil, 0) else { return "." }
    defer { free(path) }
    return String(cString: path)
  }

  /// Next to the installed program, or, as in a checkout, above the current folder or the program.
  private static func demoCandidates(from folder: String) -> [String] {
    var candidates: [String] = []
    for start in [folder, programFolder()] {
      for above in FolderSearch.upwards(from: start) {
        candidates += ["\(above)/Workspaces/demo", "\(above)/share/apus/Workspaces/demo"]
      }
    }
    return candidates
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

  /// The folder of that file, behind all links.
  static func programFolder() -> String {
    guard let real = realpath(program, nil) ?? realpath(CommandLine.arguments.first ?? "", nil) else { return "/" }
    defer { free(real) }
    return String(cString: real).split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
  }
}
