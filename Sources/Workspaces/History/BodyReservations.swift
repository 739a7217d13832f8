import Basics

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What keeps the bodies of forgotten exchanges that a running Apus may put back: `.apus/history/reserved`, one empty
/// file for each, named by the body's digest and a number.
///
/// A reservation counts for a day, so a killed Apus keeps nothing longer.
struct BodyReservations {
  private static let lifetime = 86_400.0
  private let folder: String
  private let files: FileSystem

  init(of history: History) {
    folder = FilePaths.join(history.folder, "reserved")
    files = history.files
  }

  /// Returns the reservations of these bodies, to be ended later.
  func reserve(_ bodies: Set<String>) throws(WorkspaceError) -> [String] {
    guard !bodies.isEmpty else { return [] }
    try onDisk { () throws(FileError) in try files.makeDirectory(folder, 0o700) }
    var made: [String] = []
    for body in bodies {
      let name = "\(FilePaths.name(of: body)).\(String(UInt32.random(in: 0...UInt32.max), radix: 36))"
      try onDisk { () throws(FileError) in try files.create(FilePaths.join(folder, name), [], 0o600) }
      made.append(name)
    }
    return made
  }

  func end(_ names: [String]) throws(WorkspaceError) {
    for name in names {
      do throws(FileError) { try files.remove(FilePaths.join(folder, name)) } catch {
        // The history was deleted as a whole, or a day has passed.
        if error.reason != .missing { throw .file(error) }
      }
    }
  }

  /// The reserved bodies.
  func bodies(now: Date) throws(WorkspaceError) -> Set<String> {
    var found: Set<String> = []
    for name in try names() where try !isOver(name, now) {
      found.insert("bodies/" + (name.split(separator: ".").first ?? ""))
    }
    return found
  }

  /// Ends those of a killed Apus. Returns whether there were any.
  func endOld(now: Date) throws(WorkspaceError) -> Bool {
    var old: [String] = []
    for name in try names() where try isOver(name, now) { old.append(name) }
    try end(old)
    return !old.isEmpty
  }

  private func isOver(_ name: String, _ now: Date) throws(WorkspaceError) -> Bool {
    let path = FilePaths.join(folder, name)
    guard let stamp = try onDisk({ () throws(FileError) in try files.stamp(path) }) else { return true }
    return now.timeIntervalSince1970 - Double(stamp.modified) / 1e9 > Self.lifetime
  }

  private func names() throws(WorkspaceError) -> [String] {
    do { return try files.list(folder).map(\.name) } catch {
      if error.reason == .missing { return [] }
      throw .file(error)
    }
  }
}
