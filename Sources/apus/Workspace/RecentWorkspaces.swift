import Basics
import Explorer
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The workspaces that were opened on the screen, in `workspaces.json` of the user's state folder, the last one first.
///
/// As for the other files there, a file that cannot be understood is named and left as it is.
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
  func read() throws(WorkspaceError) -> [RecentWorkspace] {
    Self.paths(in: try content()).compactMap { path -> RecentWorkspace? in
      // A folder that is gone, or cannot be read now, is not offered.
      guard (try? FileSystem.live.stamp(path))??.isDirectory == true else { return nil }
      let name = path.split(separator: "/").last.map(String.init) ?? path
      return RecentWorkspace(name: name, path: path, shownPath: Self.shown(path, home: home), left: Self.left(path))
    }
  }

  /// When its screen was remembered last.
  private static func left(_ workspace: String) -> Date? {
    // Only shown: a time that cannot be read is none.
    guard let stamp = try? FileSystem.live.stamp("\(workspace)/.apus/screen.json") else { return nil }
    return Date(timeIntervalSince1970: TimeInterval(stamp.modified / 1_000_000_000))
  }

  /// Puts a workspace first. What other programs add at the same time is kept, and what later versions may write.
  func note(_ workspace: String) throws(WorkspaceError) {
    guard Self.paths(in: try content()).first != workspace else { return }
    try WriteLock(stateFolder: folder).holding(path) { () throws(WorkspaceError) in
      var members = try content()
      let known = [workspace] + Self.paths(in: members).filter { $0 != workspace }
      let list = JSONValue.array(known.prefix(Self.most).map { .string($0) })
      members.removeAll { $0.name == Self.key }
      members.append(JSONValue.Member(Self.key, list))
      do throws(FileError) { try FileSystem.live.makeDirectory(folder, 0o700) } catch { throw .file(error) }
      try AtomicFile(.live).replace(path, with: Array((JSONValue.object(members).pretty + "\n").utf8), mode: 0o600)
    }
  }

  /// A path with `~` for the user's home.
  static func shown(_ path: String, home: String?) -> String {
    guard let home, home != "/", !home.isEmpty else { return path }
    if path == home { return "~" }
    return path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path
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

  private static let key = "workspaces"

  private static func paths(in members: [JSONValue.Member]) -> [String] {
    let list = members.first { $0.name == key }?.value.array ?? []
    return list.compactMap(\.string).filter { $0.hasPrefix("/") }
  }

  /// - Throws: if the file is not one of ours; a missing or an empty one is.
  private func content() throws(WorkspaceError) -> [JSONValue.Member] {
    let bytes: [UInt8]
    do throws(FileError) { bytes = try FileSystem.live.read(path, Self.limit) } catch {
      if error.reason == .missing { return [] }
      throw .file(error)
    }
    if bytes.isEmpty { return [] }
    do {
      let json = try JSONValue(parsing: bytes)
      let list = json[Self.key]
      if case .object(let members) = json, list == nil || list?.array != nil { return members }
    } catch {
      throw .invalid(Notice(.error, path, "\(error); correct or remove the file"))
    }
    throw .invalid(Notice(.error, path, "no list of workspaces; correct or remove the file"))
  }
}
