import Basics
import HTTPModel

/// Bodies that are too large for an entry or not text, in files named by their SHA-256, so that equal bodies are stored
/// once.
struct HistoryBodies {
  let folder: String
  let files: FileSystem
  private static let chunk = 8 << 20

  /// Stores a body; returns its location for the entry.
  func keep(_ body: ByteStore, _ label: ContentLabel, _ redaction: Redaction) throws(WorkspaceError) -> HAREntry.Place {
    // If there is no room for the masked body, it is not stored unmasked.
    let masked: ByteStore?
    do throws(MaskingError) {
      masked = try redaction.masked(body: body, label)
    } catch {
      switch error {
      case .unreadable: return .omitted(OmittedBody(body, .unreadable))
      case .storage(let error): throw .file(FileError(folder, .other, "a body cannot be masked: \(error)"))
      }
    }
    return .file(try keep(masked ?? body))
  }

  /// True if a stored body still exists.
  func has(_ name: String) throws(WorkspaceError) -> Bool {
    try onDisk { () throws(FileError) in try files.stamp(FilePaths.join(folder, name)) } != nil
  }

  func keep(_ body: ByteStore) throws(WorkspaceError) -> String {
    let digest = body.withUnsafeBytes { Digest.hexadecimal($0) { body.releaseResidentMemory(in: $0) } }
    let name = "bodies/\(digest)"
    let path = path(ofDigest: digest)
    try onDisk { () throws(FileError) in
      if try files.stamp(path)?.size == body.count { return }
      try files.makeDirectory(FilePaths.join(folder, "bodies"), 0o700)
      let temporary = path + "." + String(UInt32.random(in: 0...UInt32.max), radix: 36)
      do throws(FileError) {
        try files.create(temporary, body.bytes(in: 0..<Self.chunk), 0o600)
        for start in stride(from: Self.chunk, to: body.count, by: Self.chunk) {
          let range = start..<min(start + Self.chunk, body.count)
          try files.append(temporary, body.bytes(in: range), 0o600)
          body.releaseResidentMemory(in: range)
        }
        try files.rename(temporary, path)
      } catch {
        // The first error is reported.
        try? files.remove(temporary)
        throw error
      }
    }
    return name
  }

  /// `nil` for a name that leads out of the folder.
  func path(of name: String) -> String? {
    let parts = name.split(separator: "/")
    guard parts.count == 2, parts[0] == "bodies", parts[1].utf8.allSatisfy({ $0 != 0x2E }) else { return nil }
    return FilePaths.join(folder, name)
  }

  func path(ofDigest digest: String) -> String { FilePaths.join(folder, "bodies/\(digest)") }

  /// `nil` for a name that leads out of the folder, and for a missing file.
  func read(_ name: String) -> ByteStore? {
    guard let path = path(of: name) else { return nil }
    let store = ByteStore()
    do {
      let size = try files.stamp(path)?.size ?? -1
      guard size >= 0 else { return nil }
      for start in stride(from: 0, to: size, by: Self.chunk) {
        try store.append(try files.readPart(path, start, Self.chunk))
      }
    } catch {
      return nil
    }
    store.finish()
    return store
  }
}

extension HistoryBodies {
  /// True if a path is that of an incompletely written body: the digest, a dot, and a number.
  static func isTemporary(_ path: String) -> Bool {
    guard let folder = FilePaths.parent(of: path), folder.hasSuffix("/.apus/history/bodies") else { return false }
    let parts = FilePaths.name(of: path).split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0].utf8.count == 64 && (1...7).contains(parts[1].utf8.count)
  }
}

/// A body that the history does not store: its size, digest and the reason.
package struct OmittedBody: Hashable, Sendable, CustomStringConvertible {
  /// The reason why it is not stored.
  enum Reason: String {
    case large
    /// It is compressed, could not be decompressed, and may contain a secret.
    case unreadable
  }

  /// In bytes.
  package var size: Int
  /// Digest of the bytes as received, in hexadecimal digits.
  package var sha256: String
  private var reason: Reason

  init(_ body: ByteStore, _ reason: Reason) {
    size = body.count
    sha256 = body.withUnsafeBytes { Digest.hexadecimal($0) { body.releaseResidentMemory(in: $0) } }
    self.reason = reason
  }

  init?(_ node: JSONValue?) {
    guard let size = node?["size"]?.int, let sha256 = node?["sha256"]?.string else { return nil }
    (self.size, self.sha256) = (size, sha256)
    reason = node?["reason"]?.string.flatMap(Reason.init) ?? .large
  }

  var json: JSONValue {
    .object([
      "size": .int(size), "sha256": .string(sha256),
      "reason": reason == .large ? nil : .string(reason.rawValue),
    ])
  }

  package var description: String {
    switch reason {
    case .large: "the body of \(ByteCount(size)) was too large to store; its SHA-256 is \(sha256)"
    case .unreadable:
      "the body of \(ByteCount(size)) is compressed, could not be searched for secrets, and was not stored; "
        + "its SHA-256 is \(sha256)"
    }
  }
}

extension History {
  /// Removes the copies of a month that a killed Apus was replacing, which may contain just removed exchanges. Returns
  /// their number.
  func sweep() throws(WorkspaceError) -> Int {
    // Listed before locking, since a program that is replacing a month has it locked.
    let left = try temporaries()
    guard !left.isEmpty else { return 0 }
    var locks: [FileLock] = []
    defer { for lock in locks { lock.release() } }
    for month in try months() {
      let path = path(month: month)
      if let lock = try onDisk({ () throws(FileError) in try files.lock(path) }) { locks.append(lock) }
    }
    // A running Apus renames its copy before it releases the lock.
    var removed = 0
    for name in left {
      do throws(FileError) { try files.remove(FilePaths.join(folder, name)) } catch {
        if error.reason == .missing { continue }
        throw .file(error)
      }
      removed += 1
    }
    return removed
  }

  private func temporaries() throws(WorkspaceError) -> [String] {
    try onDisk { () throws(FileError) in try files.listIfThere(folder) }.map(\.name).filter(AtomicFile.isTemporary)
  }
}
