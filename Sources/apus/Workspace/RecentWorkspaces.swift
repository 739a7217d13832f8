import Basics
import Explorer
import Workspaces

/// The workspaces that were opened on the screen, in `workspaces.json` of the user's state folder, the last one first.
struct RecentWorkspaces: Sendable {
  private static let most = 30
  /// A larger file is not one of ours.
  private static let limit = 1 << 18

  private let folder: String
  private let home: String?
  private var path: String { "\(folder)/workspaces.json" }

  init(_ process: [String: String], folder: String = StateFolder.standard()) {
    self.folder = folder
    home = process["HOME"]
  }

  /// Those that are still there.
  func read() -> [RecentWorkspace] {
    paths().compactMap { path -> RecentWorkspace? in
      // A folder that is gone, or cannot be read now, is not offered.
      guard (try? FileSystem.live.stamp(path))??.isDirectory == true else { return nil }
      let name = path.split(separator: "/").last.map(String.init) ?? path
      return RecentWorkspace(name: name, path: path, shownPath: shown(path))
    }
  }

  /// Puts a workspace first. Best effort: where the state folder cannot be written, nothing is remembered.
  func note(_ workspace: String) {
    guard paths().first != workspace else { return }
    // Best effort, as documented above.
    try? WriteLock(stateFolder: folder).holding(path) { () throws(WorkspaceError) in
      let known = [workspace] + paths().filter { $0 != workspace }
      let list = JSONValue.array(known.prefix(Self.most).map { .string($0) })
      do throws(FileError) { try FileSystem.live.makeDirectory(folder, 0o700) } catch { throw .file(error) }
      let text = JSONValue.object([JSONValue.Member("workspaces", list)]).pretty + "\n"
      try AtomicFile(.live).replace(path, with: Array(text.utf8), mode: 0o600)
    }
  }

  /// Refuses what cannot be left for: a file, or a folder that cannot be listed.
  static func check(_ path: String) throws(Failure) {
    let isFolder: Bool
    do throws(FileError) {
      isFolder = try FileSystem.live.stamp(path)?.isDirectory ?? true
      if isFolder { _ = try FileSystem.live.list(path) }
    } catch {
      throw Failure(.file, "\(path): \(error.message)")
    }
    guard isFolder else { throw Failure(.file, "\(path) is a file: I imports it") }
  }

  private func paths() -> [String] {
    // A file that is missing or not ours counts as empty.
    guard let bytes = try? FileSystem.live.read(path, Self.limit), let json = try? JSONValue(parsing: bytes) else {
      return []
    }
    return json["workspaces"]?.array?.compactMap(\.string).filter { $0.hasPrefix("/") } ?? []
  }

  /// With `~` for the user's home.
  private func shown(_ path: String) -> String {
    guard let home, home != "/", path.hasPrefix(home + "/") else { return path }
    return "~" + path.dropFirst(home.count)
  }
}
