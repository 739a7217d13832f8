import Basics
import Essentials
import Explorer
import Workspaces

/// The workspaces opened on the screen, in `workspaces.json` of the user's state folder, most recent first. Each entry
/// is a path, or a list of paths opened side by side.
///
/// As for other files there, an invalid file is reported and left unchanged.
struct RecentWorkspaces: Sendable {
  private static let most = 30

  private let file: StateFile
  private let home: String?

  init(_ process: [String: String], folder: String = StateFolder.standard()) {
    file = StateFile("\(folder)/workspaces.json", of: "the workspaces that you opened", stateFolder: folder)
    home = process["HOME"]
  }

  /// The workspaces that still exist.
  func read() throws(WorkspaceError) -> [RecentWorkspace] {
    Self.sets(in: try members(file.content())).compactMap { paths -> RecentWorkspace? in
      // A missing or inaccessible folder is not offered.
      let there = paths.filter { (try? FileSystem.live.stamp($0))??.isDirectory == true }
      guard let first = there.first else { return nil }
      let names = there.map { path in path.split(separator: "/").last.map(String.init) ?? path }
      return RecentWorkspace(
        name: names.joined(separator: ", "), path: first, beside: Array(there.dropFirst()),
        shownPath: there.map { Self.shown($0, home: home) }.joined(separator: ", "), left: Self.left(first))
    }
  }

  /// The last time that the workspace's screen was saved.
  private static func left(_ workspace: String) -> Date? {
    // Only shown, so an unreadable time counts as none.
    guard let stamp = try? FileSystem.live.stamp("\(workspace)/.apus/screen.json") else { return nil }
    return Date(timeIntervalSince1970: TimeInterval(stamp.modified / 1_000_000_000))
  }

  /// Moves a workspace, or several opened side by side, to the front. Keeps concurrent additions of other programs and
  /// values of later versions.
  func note(_ folders: [String]) throws(WorkspaceError) {
    guard Self.sets(in: try members(file.content())).first != folders else { return }
    try file.change { content throws(WorkspaceError) in
      var members = try members(content)
      let known = [folders] + Self.sets(in: members).filter { $0 != folders }
      let list = JSONValue.array(
        known.prefix(Self.most).map { $0.count == 1 ? .string($0[0]) : .array($0.map { .string($0) }) })
      members.removeAll { $0.name == Self.key }
      members.append(JSONValue.Member(Self.key, list))
      return .object(members)
    }
  }

  /// A path with `~` for the user's home.
  static func shown(_ path: String, home: String?) -> String {
    guard let home, home != "/", !home.isEmpty else { return path }
    if path == home { return "~" }
    return path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path
  }

  /// Rejects a path that cannot be opened: a file, or a folder that cannot be listed.
  static func check(_ path: String) throws(Failure) {
    let isFolder: Bool
    do throws(FileError) {
      isFolder = try FileSystem.live.stamp(path)?.isDirectory ?? true
      if isFolder { _ = try FileSystem.live.list(path) }
    } catch {
      throw Failure(.file, "\(path): \(error.message)")
    }
    guard isFolder else { throw Failure(.file, "\(path) is a file: import it with I") }
  }

  private static let key = "workspaces"

  private static func sets(in members: [JSONValue.Member]) -> [[String]] {
    let list = members.first { $0.name == key }?.value.array ?? []
    let sets = list.map { ($0.array ?? [$0]).compactMap(\.string).filter { $0.hasPrefix("/") } }
    return sets.filter { !$0.isEmpty }
  }

  /// - Throws: if the file was not written by Apus.
  private func members(_ content: JSONValue?) throws(WorkspaceError) -> [JSONValue.Member] {
    guard let content else { return [] }
    guard case .object(let members) = content, content[Self.key].map({ $0.array != nil }) ?? true else {
      throw file.invalid("not a list of workspaces")
    }
    return members
  }
}
