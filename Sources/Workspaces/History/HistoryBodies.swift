import Basics
import Networking

/// Bodies that are too large for an entry or not text: files named by their SHA-256, so that equal bodies are stored
/// once.
struct HistoryBodies {
  let folder: String
  let files: FileSystem
  private static let chunk = 8 << 20

  /// Stores a body; returns its place for the entry.
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

  /// Whether a stored body still exists.
  func has(_ name: String) throws(WorkspaceError) -> Bool {
    try onDisk { () throws(FileError) in try files.stamp(FilePaths.join(folder, name)) } != nil
  }

  private func keep(_ body: ByteStore) throws(WorkspaceError) -> String {
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
