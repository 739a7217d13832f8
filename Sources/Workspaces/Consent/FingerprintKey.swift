import Basics
import Networking

/// The key of all fingerprints. It is in the user's state folder: without it, nobody who reads a history can try values.
struct FingerprintKey: Sendable {
  private static let count = 32
  private let path: String

  init(stateFolder: String) { path = FilePaths.join(stateFolder, "fingerprints.key") }

  /// `nil` if the key can neither be read nor stored: then no fingerprint ever matches.
  func bytes() -> [UInt8]? {
    if let known = read() { return known }
    let made = (0..<Self.count).map { _ in UInt8.random(in: 0...UInt8.max) }
    // Another program may make it at the same time; what is there in the end counts.
    try? Disk.makeDirectory(FilePaths.parent(of: path) ?? "/", mode: 0o700)
    try? AtomicFile(.live).create(path, made, mode: 0o600)
    return read()
  }

  private func read() -> [UInt8]? {
    // A key that is not there, or was damaged, is none.
    guard let bytes = try? Disk.read(path, limit: Self.count), bytes.count == Self.count else { return nil }
    return bytes
  }
}
