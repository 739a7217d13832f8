import Interchange
import Networking
import Workspaces

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The destinations for one transfer's response: its body, heads and ETag.
struct CurlPlace: Sendable {
  /// The file for the body; `nil` is standard output.
  let path: String?
  private let headPath: String?
  private let etagPath: String?
  private let isFirst: Bool

  /// The highest suffix to try if the file exists, as in curl.
  private static let mostNumbers = 100
  private static let folderMode: UInt32 = 0o750

  init(_ output: CurlImport.Output, isFirst: Bool) throws(Failure) {
    var path = output.path
    if output.keepsFiles, let wanted = path { path = try Self.free(wanted) }
    if output.makesFolders, let path, let end = path.utf8.lastIndex(of: UInt8(ascii: "/")), end > path.startIndex {
      let folder = String(path[..<end])
      do throws(FileError) { try FileSystem.live.makeDirectory(folder, Self.folderMode) } catch {
        throw Failure(.file, "cannot make the folder \(folder): \(error.message)")
      }
    }
    self.path = path
    headPath = output.headPath
    etagPath = output.etagPath
    self.isFirst = isFirst
  }

  /// The first of `FILE`, `FILE.1`, `FILE.2`… that does not exist.
  private static func free(_ path: String) throws(Failure) -> String {
    let names = [path] + (1...mostNumbers).map { "\(path).\($0)" }
    guard let found = names.first(where: { access($0, F_OK) != 0 }) else {
      throw Failure(.file, "\(path) is there, and so are all of its numbers: use another name")
    }
    return found
  }

  /// Writes the heads of all responses as received, and the ETag of the last one.
  func writeHeads(of exchange: Exchange) throws(Failure) {
    if let headPath {
      let heads = exchange.hops.flatMap { $0.response?.raw ?? [] }
      if headPath == "-" {
        // If the body went to standard output, the heads have been shown with it.
        if path != nil {
          var writer = PieceWriter(.standard)
          try writer.write(heads)
          try writer.finish()
        }
      } else {
        let before = isFirst ? [] : try InputFile.bytes(of: headPath)
        try Self.write(before + heads, to: headPath)
      }
    }
    if let etagPath, let tag = exchange.response?.headers["ETag"] {
      try Self.write(Array("\(tag)\n".utf8), to: etagPath)
    }
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    let file = try OutputFile(path)
    // The file must hold exactly what was received.
    try file.output.write(raw: bytes)
    try file.commit()
  }
}
