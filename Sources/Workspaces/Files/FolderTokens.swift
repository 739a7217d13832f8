import Basics
import Libc

/// The tokens by which the user's state recognizes the `.apus` folders that this user's Apus made: one empty file each,
/// named by the token, so that nothing is ever rewritten.
struct FolderTokens: Sendable {
  /// The file in `.apus` that contains its token.
  static let file = "token"
  private static let digits = 64
  private let folder: String

  init(stateFolder: String) { folder = FilePaths.join(stateFolder, "folders") }

  /// Makes a token and stores it for the folder at `path`.
  func make(for path: String) throws(FileError) -> String {
    var token = ""
    for _ in 0..<4 {
      let number = String(UInt64.random(in: 0...UInt64.max), radix: 16)
      token += String(repeating: "0", count: 16 - number.utf8.count) + number
    }
    try Disk.makeDirectory(folder, mode: 0o700)
    try DiskPlace(FilePaths.join(folder, token)).create(Array("\(path)\n".utf8), mode: 0o600)
    return token
  }

  /// Forgets a token that was not used after all.
  func forget(_ token: String) { unlink(FilePaths.join(folder, token)) }

  /// Compares the whole token: it is the file's name.
  func knows(_ token: String) -> Bool {
    var info = stat()
    return lstat(FilePaths.join(folder, token), &info) == 0 && PrivateFolder.fault(info) == nil
  }

  /// The token in the open folder; `nil` if there is none or it is malformed.
  func token(in folder: Int32) -> String? {
    // A token that cannot be read proves nothing, just like a missing one.
    guard let bytes = try? DiskPlace(Self.file, in: folder, Self.file).read(from: 0, count: Self.digits + 2) else {
      return nil
    }
    let line = bytes.last == 0x0A ? bytes.dropLast() : bytes[...]
    guard line.count == Self.digits, line.allSatisfy({ $0.isHexDigit && !$0.isASCIIUppercase }) else { return nil }
    return String(decoding: line, as: UTF8.self)
  }
}
