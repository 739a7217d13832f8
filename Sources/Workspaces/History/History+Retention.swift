#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How much of the history is kept; `nil` is "all".
public struct HistoryRetention: Hashable, Sendable {
  public var days: Double?
  public var entries: Int?
  /// Of entries and bodies together.
  public var bytes: Int?

  public init(days: Double? = nil, entries: Int? = nil, bytes: Int? = nil) {
    self.days = days
    self.entries = entries
    self.bytes = bytes
  }
}

extension History {
  /// Removes entries past `retention`, oldest first, and then the bodies that no entry names. Returns how many went.
  ///
  /// A month's file is replaced as a whole and only where it did not grow meanwhile; a line that another Apus adds is
  /// never lost.
  @discardableResult
  public func prune(_ retention: HistoryRetention, now: Date = Date()) throws(WorkspaceError) -> Int {
    var state = Pruning(retention: retention, now: now)
    for month in try months() { try prune(path(month: month), &state) }
    if state.removed > 0 { try removeBodies(except: state.bodies) }
    return state.removed
  }

  /// Removes every entry and body.
  public func clear() throws(WorkspaceError) { try prune(HistoryRetention(entries: 0)) }

  private struct Pruning {
    let retention: HistoryRetention
    let now: Date
    var kept = 0
    var size = 0
    var removed = 0
    var bodies: Set<String> = []

    /// Newest first: once one entry is past a bound all older ones are.
    mutating func keeps(_ line: [UInt8], bodySizes: (String) -> Int) -> Bool {
      let date = HistoryLine.summary(of: line)?.date ?? now
      if let days = retention.days, now.timeIntervalSince(date) > days * 86_400 { return false }
      if let entries = retention.entries, kept >= entries { return false }
      let names = HistoryBodies.names(in: line)
      let added = names.filter { !bodies.contains($0) }.reduce(line.count + 1) { $0 + bodySizes($1) }
      if let bytes = retention.bytes, size + added > bytes { return false }
      kept += 1
      size += added
      bodies.formUnion(names)
      return true
    }
  }

  private func prune(_ path: String, _ state: inout Pruning) throws(WorkspaceError) {
    let before = try onDisk { () throws(FileError) in try files.read(path, .max) }
    var kept: [ArraySlice<UInt8>] = []
    var removed = 0
    for line in before.split(separator: 0x0A).reversed() {
      if state.keeps(Array(line), bodySizes: size) { kept.append(line) } else { removed += 1 }
    }
    guard removed > 0 else { return }
    let after = kept.reversed().flatMap { $0 + [0x0A] }
    do throws(WorkspaceError) {
      if after.isEmpty {
        guard try onDisk({ () throws(FileError) in try files.stamp(path)?.size }) == before.count else { return }
        try onDisk { () throws(FileError) in try files.remove(path) }
      } else {
        try AtomicFile(files).replace(path, with: after, expecting: before, mode: 0o600)
      }
      state.removed += removed
    } catch .changedOnDisk {
      // Another Apus is writing; the next time will do. Its bodies must stay.
      for line in before.split(separator: 0x0A) { state.bodies.formUnion(HistoryBodies.names(in: Array(line))) }
    }
  }

  private func size(_ name: String) -> Int {
    // A body that is gone or cannot be examined counts nothing.
    ((try? files.stamp(FilePaths.join(folder, name))) ?? nil)?.size ?? 0
  }

  private func removeBodies(except kept: Set<String>) throws(WorkspaceError) {
    let bodies = FilePaths.join(folder, "bodies")
    // Without the folder there is nothing to remove.
    for entry in (try? files.list(bodies)) ?? [] where !kept.contains("bodies/\(entry.name)") {
      try onDisk { () throws(FileError) in try files.remove(FilePaths.join(bodies, entry.name)) }
    }
  }
}

extension HistoryBodies {
  /// The files that a line names.
  static func names(in line: [UInt8]) -> Set<String> {
    let mark = Array("\"_file\":\"bodies/".utf8)
    var found: Set<String> = []
    var index = 0
    while index + mark.count < line.count {
      guard line[index] == mark[0], line[index...].starts(with: mark) else {
        index += 1
        continue
      }
      let start = index + mark.count
      let end = line[start...].firstIndex(of: UInt8(ascii: "\"")) ?? line.count
      found.insert("bodies/" + String(decoding: line[start..<end], as: UTF8.self))
      index = end
    }
    return found
  }
}
